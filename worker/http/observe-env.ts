import type { Meter } from "#db/database.ts";
import { withTimeLimit } from "#db/time-limit.ts";
import { QUEUE_NAMES } from "../env.ts";

const OBJECTS = [
  "USER_HUB",
  "CONVERSATION",
  "PRESENCE",
  "GAME_HOST",
  "LEVEL_ROOM",
  "LEVEL_BUILD",
  "IDS",
  "BOARD",
  "THROTTLE",
  "BACKUP",
] as const satisfies (keyof Env)[];
const QUEUES_AND_FILES = ["BUCKET", ...QUEUE_NAMES] as const;

type Methods = Record<string, (...values: unknown[]) => unknown>;

/** Errors thrown by calls to objects, queues and the bucket: a part of the site doesn't work, but its database does. */
const partErrors = new WeakSet<object>();

/** Whether an error comes from an object, a queue or the bucket. */
export const isPartError = (error: unknown): boolean =>
  typeof error === "object" && error !== null && partErrors.has(error);

function markPartError(error: unknown): void {
  if (typeof error === "object" && error !== null) partErrors.add(error);
}

/** A call that takes longer has failed, as one to D1, so no request waits forever. */
const TIME_LIMIT_MS = 15_000;

/** Calls a method and passes its end to `onEnd`. Errors are recognized by `isPartError` afterwards. */
function watch(target: Methods, name: string, values: unknown[], onEnd: () => void): unknown {
  const fail = (error: unknown): void => {
    markPartError(error);
    onEnd();
  };
  try {
    const result = target[name]?.(...values);
    if (typeof (result as Promise<unknown> | undefined)?.then !== "function") {
      onEnd();
      return result;
    }
    const limited = withTimeLimit(TIME_LIMIT_MS, Promise.resolve(result));
    limited.then(onEnd, fail);
    return limited;
  } catch (error) {
    fail(error);
    throw error;
  }
}

/** A stub whose calls are counted and timed by the meter. */
const observeStub = (stub: object, meter: Meter): object =>
  new Proxy(stub, {
    get(target, name) {
      if (typeof name === "symbol" || name === "id" || name === "name" || name === "then")
        return Reflect.get(target, name);
      return (...values: unknown[]) => {
        const started = performance.now();
        meter.objectCalls++;
        return watch(target as Methods, name, values, () => {
          meter.objectMs += performance.now() - started;
        });
      };
    },
  });

const observeNamespace = (namespace: object, meter: Meter): object =>
  new Proxy(namespace, {
    get(target, name) {
      const method = Reflect.get(target, name) as unknown;
      if (typeof method !== "function") return method;
      if (name !== "getByName" && name !== "get") return method.bind(target);
      return (...values: unknown[]) => {
        try {
          return observeStub(method.apply(target, values) as object, meter);
        } catch (error) {
          markPartError(error);
          throw error;
        }
      };
    },
  });

const observePart = (part: object): object =>
  new Proxy(part, {
    get(target, name) {
      const method = Reflect.get(target, name) as unknown;
      if (typeof method !== "function" || typeof name === "symbol") return method;
      return (...values: unknown[]) => watch(target as Methods, name, values, () => {});
    },
  });

/** A request's bindings: counts and times calls, recognizes their errors and limits them to 15 seconds. */
export function observeEnv(env: Env, meter: Meter): Env {
  const objects = OBJECTS.map((name) => [name, observeNamespace(env[name], meter)]);
  const others = QUEUES_AND_FILES.map((name) => [name, observePart(env[name])]);
  return { ...env, ...Object.fromEntries([...objects, ...others]) };
}
