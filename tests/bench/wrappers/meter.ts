import * as site from "#worker/index.ts";
import type { RenderJob } from "#worker/render/job.ts";

/**
 * Wraps the built site and counts requests, calls of objects, round trips and rows of D1. GET /bench/meter
 * returns the counts and resets them. Everything runs in one isolate here, so one map holds all counts.
 */
const counts = new Map<string, number>();
const count = (name: string, by = 1) => void counts.set(name, (counts.get(name) ?? 0) + by);

type Methods = Record<string, (...values: unknown[]) => unknown>;

/** Each process reads the switch of read-only mode every few seconds, and the board the number of users, whatever anyone does. */
const PERIODIC = /site_values where name = 'read_only'|^select value from counters where name = 'users'$/;

interface Statement {
  native: D1PreparedStatement;
  bind(...values: unknown[]): Statement;
  all(): Promise<D1Result>;
}

function meterDatabase(name: string, database: D1Database): unknown {
  const counted = <T extends readonly D1Result[]>(results: T): T => {
    count(`round trips to ${name}`);
    for (const { meta } of results) count("D1 rows written", meta.rows_written ?? 0);
    return results;
  };
  const statement = (native: D1PreparedStatement, isPeriodic: boolean): Statement => ({
    native,
    bind: (...values) => statement(native.bind(...values), isPeriodic),
    async all() {
      const result = await native.all();
      if (!isPeriodic) counted([result]);
      return result;
    },
  });
  const metered = (real: D1Database | D1DatabaseSession) => ({
    prepare: (sql: string) => statement(real.prepare(sql), PERIODIC.test(sql)),
    batch: async (statements: Statement[]) =>
      counted(await real.batch(statements.map(({ native }) => native))),
  });
  return {
    ...metered(database),
    withSession(start?: string) {
      const session = database.withSession(start);
      return { ...metered(session), getBookmark: () => session.getBookmark() };
    },
  };
}

/** Returns a namespace whose stubs count calls. */
const meterObjects = (name: string, namespace: Methods): unknown =>
  new Proxy(namespace, {
    get(target, key: string) {
      if (key !== "getByName" && key !== "get") return target[key]?.bind(target);
      return (...values: unknown[]) =>
        new Proxy(target[key]?.(...values) as Methods, {
          get:
            (stub, method: string) =>
            (...inputs: unknown[]) => {
              count(`${name}.${method}`);
              return stub[method]?.(...inputs);
            },
        });
    },
  });

const isObjects = (binding: unknown) =>
  Object.prototype.toString.call(binding) === "[object DurableObjectNamespace]";

const known = new WeakMap<object, Env>();
function meterEnv(env: Env): Env {
  const before = known.get(env);
  if (before) return before;
  const metered = Object.fromEntries(
    Object.entries(env as object as Record<string, Methods>).map(([name, binding]) => {
      if (name === "DB" || name.startsWith("DB_")) return [name, meterDatabase(name, binding as never)];
      return [name, isObjects(binding) ? meterObjects(name, binding) : binding];
    }),
  ) as unknown as Env;
  known.set(env, metered);
  return metered;
}

/** Returns a class of objects that use metered bindings. */
function metered<Class extends new (ctx: DurableObjectState, env: Env) => object>(Base: Class): Class {
  // biome-ignore lint/suspicious/noExplicitAny: the constructor takes the base class's parameters.
  class Metered extends (Base as new (...values: any[]) => object) {
    constructor(ctx: DurableObjectState, env: Env) {
      super(ctx, meterEnv(env));
    }
  }
  return Metered as unknown as Class;
}

export const Backup = metered(site.Backup as never);
export const Board = metered(site.Board as never);
export const Conversation = metered(site.Conversation as never);
export const GameHost = metered(site.GameHost as never);
export const LevelBuild = metered(site.LevelBuild as never);
export const LevelRoom = metered(site.LevelRoom as never);
export const Ids = metered(site.Ids as never);
export const Presence = metered(site.Presence as never);
export const Throttle = metered(site.Throttle as never);
export const UserHub = metered(site.UserHub as never);

const meter = {
  async fetch(request, env, context) {
    if (new URL(request.url).pathname === "/bench/meter") {
      const result = Object.fromEntries([...counts].sort());
      counts.clear();
      return Response.json(result);
    }
    count("requests");
    return site.default.fetch(request, meterEnv(env), context);
  },
  queue: (batch, env) => site.default.queue(batch, meterEnv(env)),
  scheduled: (controller, env) => site.default.scheduled(controller, meterEnv(env)),
} satisfies ExportedHandler<Env, RenderJob>;

export default meter;
