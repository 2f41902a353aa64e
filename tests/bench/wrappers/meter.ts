import type { Env } from "#worker/env.ts";
import * as site from "#worker/index.ts";
import type { RenderJob } from "#worker/render/job.ts";

/**
 * Stands before the built site and counts what Cloudflare counts: requests between worker and objects, wakes, alarms,
 * frames, rows of D1 and of the objects' own databases, jobs. GET /bench/meter answers the counts since it was last
 * asked. Everything runs in one isolate here, so the counts are one table.
 */
const counts = new Map<string, number>();
const count = (name: string, by = 1) => void counts.set(name, (counts.get(name) ?? 0) + by);

type Any = (...values: unknown[]) => unknown;
type Bag = Record<string, Any>;

/** Has `told` called with each call of some methods of a prototype; once a prototype. */
const patched = new WeakSet<object>();
function patch(thing: object, methods: Record<string, (self: object, result: unknown) => void>): void {
  const proto = Object.getPrototypeOf(thing) as Bag;
  if (patched.has(proto)) return;
  patched.add(proto);
  for (const [name, told] of Object.entries(methods)) {
    const method = proto[name];
    if (!method) throw new Error(`there is no ${name} to count`);
    Object.defineProperty(proto, name, {
      value(this: object, ...values: unknown[]) {
        const result = method.apply(this, values);
        told(this, result);
        return result;
      },
    });
  }
}

/** Cursors that have not been added up yet: their rows are known once they are read. */
let cursors: [string, SqlStorageCursor<never>][] = [];
const owners = new WeakMap<object, string>();
const ownerOf = (thing: object) => owners.get(thing) ?? "somebody";

function watchStorage(name: string, storage: DurableObjectStorage): void {
  const { sql, kv } = storage as DurableObjectStorage & { kv: object };
  for (const thing of [storage, sql, kv]) owners.set(thing, name);
  patch(sql, { exec: (self, cursor) => cursors.push([ownerOf(self), cursor as never]) });
  // A value under a key is a row.
  patch(kv, {
    get: (self) => count(`${ownerOf(self)} rows read`),
    put: (self) => count(`${ownerOf(self)} rows written`),
  });
  patch(storage, { setAlarm: (self) => count(`${ownerOf(self)} rows written`) });
}

/** A durable object's class that counts its wakes and what wakes it without a call: alarms, frames, closed sockets. */
function metered<Class extends new (ctx: DurableObjectState, env: Env) => object>(
  name: string,
  Base: Class,
): Class {
  // biome-ignore lint/suspicious/noExplicitAny: a class that extends an unknown one takes whatever it takes.
  class Metered extends (Base as new (...values: any[]) => object) {
    constructor(ctx: DurableObjectState, env: Env) {
      watchStorage(name, ctx.storage);
      super(ctx, meterEnv(env));
      count(`${name} wakes`);
    }
  }
  for (const event of ["alarm", "webSocketMessage", "webSocketClose", "webSocketError"]) {
    const method = (Base.prototype as Bag)[event];
    if (!method) continue;
    Object.defineProperty(Metered.prototype, event, {
      value(this: object, ...values: unknown[]) {
        count(`${name}.${event}`);
        return method.apply(this, values);
      },
    });
  }
  return Metered as unknown as Class;
}

/** A namespace whose stubs count what is asked of them. */
function meterObjects(name: string, namespace: Bag): unknown {
  return new Proxy(namespace, {
    get(target, key: string) {
      if (key !== "getByName" && key !== "get") return target[key]?.bind(target);
      return (...values: unknown[]) =>
        new Proxy(target[key]?.(...values) as Bag, {
          get:
            (stub, method: string) =>
            (...inputs: unknown[]) => {
              count(`${name}.${method}`);
              return stub[method]?.(...inputs);
            },
        });
    },
  });
}

interface Statement {
  native: D1PreparedStatement;
  bind(...values: unknown[]): Statement;
  all(): Promise<D1Result>;
}

function meterDatabase(database: D1Database): unknown {
  const told = (results: readonly D1Result[]) => {
    count("D1 rounds");
    for (const { meta } of results) {
      count("D1 rows read", meta.rows_read ?? 0);
      count("D1 rows written", meta.rows_written ?? 0);
    }
  };
  const statement = (native: D1PreparedStatement): Statement => ({
    native,
    bind: (...values) => statement(native.bind(...values)),
    async all() {
      const result = await native.all();
      told([result]);
      return result;
    },
  });
  return {
    prepare: (sql: string) => statement(database.prepare(sql)),
    async batch(statements: Statement[]) {
      const results = await database.batch(statements.map(({ native }) => native));
      told(results);
      return results;
    },
  };
}

const known = new WeakMap<object, Env>();
function meterEnv(env: Env): Env {
  const before = known.get(env);
  if (before) return before;
  const objects = (["USER_HUB", "CONVERSATION", "PRESENCE", "GAME_HOST", "IDS", "THROTTLE"] as const).map(
    (name) => [name, meterObjects(name, env[name] as unknown as Bag)],
  );
  const made = { ...env, ...Object.fromEntries(objects), DB: meterDatabase(env.DB) } as Env;
  known.set(env, made);
  return made;
}

export const Conversation = metered("Conversation", site.Conversation as never);
export const GameHost = metered("GameHost", site.GameHost as never);
export const Ids = metered("Ids", site.Ids as never);
export const Presence = metered("Presence", site.Presence as never);
export const Throttle = metered("Throttle", site.Throttle as never);
export const UserHub = metered("UserHub", site.UserHub as never);

function tell(): Response {
  for (const [name, { rowsRead, rowsWritten }] of cursors) {
    count(`${name} rows read`, rowsRead);
    count(`${name} rows written`, rowsWritten);
  }
  cursors = [];
  const told = Object.fromEntries([...counts].sort());
  counts.clear();
  return Response.json(told);
}

export default {
  fetch(request, env, context) {
    if (new URL(request.url).pathname === "/bench/meter") return tell();
    count("requests");
    return site.default.fetch(request, meterEnv(env), context);
  },
  queue(batch, env) {
    count("jobs", batch.messages.length);
    return site.default.queue(batch, meterEnv(env));
  },
  scheduled: (controller, env) => site.default.scheduled(controller, meterEnv(env)),
} satisfies ExportedHandler<Env, RenderJob>;
