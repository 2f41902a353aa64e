import type { Injected } from "#scripts/chaos/injected.ts";
import * as site from "#worker/index.ts";
import type { RenderJob } from "#worker/render/job.ts";

const CONTROL_PATH = "/chaos/faults";
const POLL_MS = 100;

let injected: Injected = {};

interface D1Session {
  fetcher: { fetch(url: string, init: { body: string }): Promise<Response> };
}
/** D1's client as it is inside: new sessions take its connection. */
type D1WithSession = D1Database & D1Session & { alwaysPrimarySession: D1Session };

/** The names of the databases' bindings. */
const DATABASE = /^DB(?:_|$)/;

const wrapped = new WeakSet<object>();

/** Wraps the connection below D1's own client, so that the client makes its real errors. */
function wrapDatabase(database: D1WithSession): void {
  if (wrapped.has(database)) return;
  wrapped.add(database);
  const { fetcher } = database;
  const faulty: D1Session["fetcher"] = {
    async fetch(url, init) {
      if (injected.d1 && new RegExp(injected.d1.sql ?? "", "i").test(init.body)) {
        const { error, delayMs } = injected.d1;
        if (delayMs) await scheduler.wait(delayMs);
        if (error) return Response.json({ success: false, error });
      }
      return fetcher.fetch(url, init);
    },
  };
  database.fetcher = faulty;
  database.alwaysPrimarySession.fetcher = faulty;
}

type Methods = Record<string, (...values: unknown[]) => unknown>;

/** The bucket with the fault before each of its methods. */
const wrapBucket = (bucket: R2Bucket): R2Bucket =>
  new Proxy(bucket, {
    get(_, name) {
      const method = (bucket as unknown as Methods)[String(name)];
      if (typeof method !== "function") return method;
      return async (...values: unknown[]) => {
        if (injected.r2) throw new Error(injected.r2);
        return method.apply(bucket, values);
      };
    },
  });

function wrapEnv(env: Env): Env {
  for (const [name, binding] of Object.entries(env))
    if (DATABASE.test(name)) wrapDatabase(binding as D1WithSession);
  return { ...env, BUCKET: wrapBucket(env.BUCKET) };
}

type ObjectClass = new (state: DurableObjectState, env: Env) => object;

/** Returns the class with faults before each of its methods. */
function wrapClass(name: string, Class: ObjectClass): ObjectClass {
  const Faulty = class extends Class {
    constructor(state: DurableObjectState, env: Env) {
      super(state, wrapEnv(env));
    }
  };
  for (const method of Object.getOwnPropertyNames(Class.prototype)) {
    const original = (Class.prototype as Methods)[method];
    if (method === "constructor" || typeof original !== "function") continue;
    Object.defineProperty(Faulty.prototype, method, {
      value(this: unknown, ...values: unknown[]) {
        const { className, error } = injected.object ?? {};
        return className === name ? Promise.reject(new Error(error)) : original.apply(this, values);
      },
    });
  }
  return Faulty;
}

const wrapExport = (name: string) =>
  wrapClass(name, (site as unknown as Record<string, ObjectClass>)[name] as ObjectClass);

export const Backup = wrapExport("Backup");
export const Board = wrapExport("Board");
export const Conversation = wrapExport("Conversation");
export const GameHost = wrapExport("GameHost");
export const Ids = wrapExport("Ids");
export const LevelBuild = wrapExport("LevelBuild");
export const LevelRoom = wrapExport("LevelRoom");
export const Presence = wrapExport("Presence");
export const Throttle = wrapExport("Throttle");
export const UserHub = wrapExport("UserHub");

/** Wraps the built site and its bindings. */
const faults = {
  async fetch(request, env, context) {
    if (new URL(request.url).pathname !== CONTROL_PATH)
      return site.default.fetch(request, wrapEnv(env), context);
    injected = (await request.json()) as Injected;
    return new Response(null, { status: 204 });
  },
  async queue(batch, env) {
    const { stuckQueue } = injected;
    while (stuckQueue && injected.stuckQueue === stuckQueue && batch.queue.includes(stuckQueue.toLowerCase()))
      await scheduler.wait(POLL_MS);
    return site.default.queue(batch, wrapEnv(env));
  },
  scheduled: (controller, env) => site.default.scheduled(controller, wrapEnv(env)),
} satisfies ExportedHandler<Env, RenderJob>;

export default faults;
