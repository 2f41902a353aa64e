import type { Injected } from "#scripts/chaos/injected.ts";
import * as site from "#worker/index.ts";
import type { RenderJob } from "#worker/render/job.ts";

const CONTROL_PATH = "/chaos/faults";
const POLL_MS = 100;

let injected: Injected = {};

/** Waits while a part hangs. A promise that no timer resolves would end the request. */
async function waitWhile(hangs: () => boolean | undefined): Promise<void> {
  while (hangs()) await scheduler.wait(POLL_MS);
}

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
      const matches = () => injected.d1 && new RegExp(injected.d1.sql ?? "", "i").test(init.body);
      if (matches()) {
        const { error, delayMs } = injected.d1 ?? {};
        if (injected.d1?.hangs) {
          await waitWhile(() => matches() && injected.d1?.hangs);
          // Nothing arrives late: its request got a response long ago.
          throw new Error("Network connection lost.");
        }
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

/** Calls `before` with the arguments of each method, and then the method. */
const watch = <T extends object>(target: T, before: (values: unknown[]) => Promise<void>): T =>
  new Proxy(target, {
    get(_, name) {
      const method = (target as unknown as Methods)[String(name)];
      if (typeof method !== "function") return method;
      return async (...values: unknown[]) => {
        await before(values);
        return method.apply(target, values);
      };
    },
  });

async function beforeFile([key]: unknown[]): Promise<void> {
  const matches = () => injected.r2 && String(key).startsWith(injected.r2.prefix ?? "");
  if (!matches()) return;
  const { error, hangs } = injected.r2 ?? {};
  if (hangs) await waitWhile(() => matches() && injected.r2?.hangs);
  if (error || hangs) throw new Error(error ?? "the connection was lost");
}

const isQueue = (name: string) => injected.queue && (injected.queue.name ?? name) === name;

const wrapQueue = <T>(name: string, queue: Queue<T>): Queue<T> =>
  watch(queue, async () => {
    if (isQueue(name) && injected.queue?.error) throw new Error(injected.queue.error);
  });

function wrapEnv(env: Env): Env {
  for (const [name, binding] of Object.entries(env))
    if (DATABASE.test(name)) wrapDatabase(binding as D1WithSession);
  return {
    ...env,
    BUCKET: watch(env.BUCKET, beforeFile),
    RENDERS: wrapQueue("RENDERS", env.RENDERS),
    DRAWINGS: wrapQueue("DRAWINGS", env.DRAWINGS),
    EXPORTS: wrapQueue("EXPORTS", env.EXPORTS),
    RUNS: wrapQueue("RUNS", env.RUNS),
    PUSHES: wrapQueue("PUSHES", env.PUSHES),
  };
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
        const matches = () => injected.object?.className === name;
        if (!matches()) return original.apply(this, values);
        return (async () => {
          await waitWhile(() => matches() && injected.object?.hangs);
          if (matches() && injected.object?.error) throw new Error(injected.object.error);
          return original.apply(this, values);
        })();
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
    const isStuck = () =>
      injected.queue?.isStuck && batch.queue.includes((injected.queue.name ?? "").toLowerCase());
    await waitWhile(isStuck);
    return site.default.queue(batch, wrapEnv(env));
  },
  scheduled: (controller, env) => site.default.scheduled(controller, wrapEnv(env)),
} satisfies ExportedHandler<Env, RenderJob>;

export default faults;
