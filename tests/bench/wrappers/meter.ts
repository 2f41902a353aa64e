import type { Env } from "#worker/env.ts";
import * as site from "#worker/index.ts";
import type { RenderJob } from "#worker/render/job.ts";

/**
 * Wraps the built site and counts what Cloudflare bills: requests between worker and objects, wakes, alarms, frames, rows of
 * D1 and of the objects' own databases, round trips to each database, files, messages to queues, and pictures of looks. GET /bench/meter returns the counts and resets them,
 * GET /bench/room/{level}:{instance} what a room has done. Everything runs in one isolate here, so one map holds all counts.
 */
const counts = new Map<string, number>();
const count = (name: string, by = 1) => void counts.set(name, (counts.get(name) ?? 0) + by);

type AnyFunction = (...values: unknown[]) => unknown;
type Methods = Record<string, AnyFunction>;

/** Adds listeners to methods of an object's prototype, once per prototype. */
const patched = new WeakSet<object>();
function patch(thing: object, methods: Record<string, (self: object, result: unknown) => void>): void {
  const proto = Object.getPrototypeOf(thing) as Methods;
  if (patched.has(proto)) return;
  patched.add(proto);
  for (const [name, listener] of Object.entries(methods)) {
    const method = proto[name];
    if (!method) throw new Error(`There's no method ${name} to count.`);
    Object.defineProperty(proto, name, {
      value(this: object, ...values: unknown[]) {
        const result = method.apply(this, values);
        listener(this, result);
        return result;
      },
    });
  }
}

/** Cursors that aren't counted yet: their rows are known after they've been read. */
let cursors: [string, SqlStorageCursor<never>][] = [];
const owners = new WeakMap<object, string>();
const ownerOf = (thing: object) => owners.get(thing) ?? "unknown";

function watchStorage(name: string, storage: DurableObjectStorage): void {
  const { sql, kv } = storage as DurableObjectStorage & { kv: object };
  for (const thing of [storage, sql, kv]) owners.set(thing, name);
  patch(sql, { exec: (self, cursor) => cursors.push([ownerOf(self), cursor as never]) });
  // Each key is a row.
  patch(kv, {
    get: (self) => count(`${ownerOf(self)} rows read`),
    put: (self) => count(`${ownerOf(self)} rows written`),
  });
  patch(storage, { setAlarm: (self) => count(`${ownerOf(self)} rows written`) });
}

/** Returns a Durable Object class that counts its wakes, alarms, frames and closed sockets. */
function metered<Class extends new (ctx: DurableObjectState, env: Env) => object>(
  name: string,
  Base: Class,
): Class {
  // biome-ignore lint/suspicious/noExplicitAny: the constructor takes the base class's parameters.
  class Metered extends (Base as new (...values: any[]) => object) {
    constructor(ctx: DurableObjectState, env: Env) {
      watchStorage(name, ctx.storage);
      super(ctx, meterEnv(env));
      count(`${name} wakes`);
    }
  }
  for (const event of ["alarm", "webSocketMessage", "webSocketClose", "webSocketError"]) {
    const method = (Base.prototype as Methods)[event];
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

/** Returns a namespace whose stubs count calls. */
function meterObjects(name: string, namespace: Methods): unknown {
  return new Proxy(namespace, {
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
}

/**
 * Each process reads the switch of read-only mode every few seconds, and the board the number of users, whatever anyone does. Such
 * reads are counted by themselves, or a rare action would seem to cause one.
 */
const PERIODIC = /site_values where name = 'read_only'|^select value from counters where name = 'users'$/;

interface Statement {
  native: D1PreparedStatement;
  bind(...values: unknown[]): Statement;
  all(): Promise<D1Result>;
}

/** `binding` is the database's name in the environment. */
function meterDatabase(binding: string, database: D1Database): unknown {
  // Reads that a copy near the caller can serve are counted in addition.
  const countResults = (results: readonly D1Result[], isNear: boolean) => {
    count("D1 round trips");
    count(`${binding} round trips`);
    if (isNear) count(`${binding} near round trips`);
    for (const { meta } of results) {
      count("D1 rows read", meta.rows_read ?? 0);
      count("D1 rows written", meta.rows_written ?? 0);
    }
  };
  const statement = (native: D1PreparedStatement, isNear: boolean, isPeriodic: boolean): Statement => ({
    native,
    bind: (...values) => statement(native.bind(...values), isNear, isPeriodic),
    async all() {
      const result = await native.all();
      if (isPeriodic) count("periodic reads");
      else countResults([result], isNear);
      return result;
    },
  });
  const metered = (real: D1Database | D1DatabaseSession, isNear: boolean) => ({
    prepare: (sql: string) => statement(real.prepare(sql), isNear, PERIODIC.test(sql)),
    async batch(statements: Statement[]) {
      const results = await real.batch(statements.map(({ native }) => native));
      countResults(results, isNear);
      return results;
    },
  });
  return {
    ...metered(database, false),
    withSession(start?: string) {
      const session = database.withSession(start);
      const isNear = start !== "first-primary";
      return { ...metered(session, isNear), getBookmark: () => session.getBookmark() };
    },
  };
}

/** Calls to a bucket by the name under which they are billed. Deletions are free. */
const FILE_CALLS: Record<string, string> = {
  put: "files written",
  list: "files written",
  createMultipartUpload: "files written",
  get: "files read",
  head: "files read",
};

/** Counts calls for files, and pictures of looks: each one that is drawn is stored once. */
function meterBucket(bucket: R2Bucket): unknown {
  return new Proxy(bucket, {
    get(target, key) {
      const value = Reflect.get(target, key) as AnyFunction;
      if (typeof value !== "function") return value;
      return (...values: unknown[]) => {
        const name = FILE_CALLS[String(key)];
        if (name) count(name);
        if (key === "put" && String(values[0]).startsWith("looks/")) count("pictures of looks stored");
        return value.apply(target, values);
      };
    },
  });
}

/** A message is written, read and deleted. */
const OPERATIONS_PER_MESSAGE = 3;

/** Counts messages to a queue. */
function meterQueue(queue: Queue): Pick<Queue, "send" | "sendBatch"> {
  return {
    send(...values) {
      count("queue operations", OPERATIONS_PER_MESSAGE);
      return queue.send(...values);
    },
    sendBatch(messages, options) {
      const list = [...messages];
      count("queue operations", OPERATIONS_PER_MESSAGE * list.length);
      return queue.sendBatch(list, options);
    },
  };
}

/** Bindings of databases. */
const DATABASE = /^DB(?:_[A-Z]+)?$/;

const known = new WeakMap<object, Env>();
function meterEnv(env: Env): Env {
  const before = known.get(env);
  if (before) return before;
  const objects = (
    [
      "USER_HUB",
      "CONVERSATION",
      "PRESENCE",
      "GAME_HOST",
      "LEVEL_ROOM",
      "LEVEL_BUILD",
      "IDS",
      "BACKUP",
      "BOARD",
      "THROTTLE",
    ] as const
  ).map((name) => [name, meterObjects(name, env[name] as unknown as Methods)]);
  const databases = Object.entries(env)
    .filter(([name]) => DATABASE.test(name))
    .map(([name, database]) => [name, meterDatabase(name, database as D1Database)]);
  const metered = {
    ...env,
    ...Object.fromEntries(objects),
    ...Object.fromEntries(databases),
    BUCKET: meterBucket(env.BUCKET),
    RENDERS: meterQueue(env.RENDERS),
    DRAWINGS: meterQueue(env.DRAWINGS),
    EXPORTS: meterQueue(env.EXPORTS),
    RUNS: meterQueue(env.RUNS),
    PUSHES: meterQueue(env.PUSHES),
  } as Env;
  known.set(env, metered);
  return metered;
}

export const Backup = metered("Backup", site.Backup as never);
export const Board = metered("Board", site.Board as never);
export const Conversation = metered("Conversation", site.Conversation as never);
export const GameHost = metered("GameHost", site.GameHost as never);
export const LevelBuild = metered("LevelBuild", site.LevelBuild as never);
export const LevelRoom = metered("LevelRoom", site.LevelRoom as never);
export const Ids = metered("Ids", site.Ids as never);
export const Presence = metered("Presence", site.Presence as never);
export const Throttle = metered("Throttle", site.Throttle as never);
export const UserHub = metered("UserHub", site.UserHub as never);

function takeCounts(): Response {
  for (const [name, { rowsRead, rowsWritten }] of cursors) {
    count(`${name} rows read`, rowsRead);
    count(`${name} rows written`, rowsWritten);
  }
  cursors = [];
  const result = Object.fromEntries([...counts].sort());
  counts.clear();
  return Response.json(result);
}

const meter = {
  async fetch(request, env, context) {
    const { pathname } = new URL(request.url);
    if (pathname === "/bench/meter") return takeCounts();
    const room = /^\/bench\/room\/(\d+:\d+)$/.exec(pathname)?.[1];
    if (room) return Response.json(await env.LEVEL_ROOM.getByName(room).stats());
    count("requests");
    return site.default.fetch(request, meterEnv(env), context);
  },
  queue(batch, env) {
    count("jobs", batch.messages.length);
    return site.default.queue(batch, meterEnv(env));
  },
  scheduled: (controller, env) => site.default.scheduled(controller, meterEnv(env)),
} satisfies ExportedHandler<Env, RenderJob>;

export default meter;
