import type { Meter } from "#db/database.ts";
import type { Env } from "../env.ts";

const OBJECTS = [
  "USER_HUB",
  "CONVERSATION",
  "PRESENCE",
  "GAME_HOST",
  "LEVEL_ROOM",
  "LEVEL_BUILD",
  "IDS",
  "THROTTLE",
] as const satisfies (keyof Env)[];

type Methods = Record<string, (...values: unknown[]) => unknown>;

/** Errors thrown by calls to objects and to the bucket: a part of the site doesn't work, but its database does. */
const partErrors = new WeakSet<object>();

/** Whether an error comes from an object or the bucket. */
export const isPartError = (error: unknown): boolean =>
  typeof error === "object" && error !== null && partErrors.has(error);

/** Calls a method and passes its end to `onEnd`. Errors are recognized by `isPartError` afterwards. */
function watch(target: Methods, name: string, values: unknown[], onEnd: () => void): unknown {
  const fail = (error: unknown): void => {
    if (typeof error === "object" && error !== null) partErrors.add(error);
    onEnd();
  };
  try {
    const result = target[name]?.(...values);
    if (typeof (result as Promise<unknown> | undefined)?.then !== "function") onEnd();
    else (result as Promise<unknown>).then(onEnd, fail);
    return result;
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
      return (...values: unknown[]) => observeStub(method.apply(target, values) as object, meter);
    },
  });

const observeBucket = (bucket: object): object =>
  new Proxy(bucket, {
    get(target, name) {
      const method = Reflect.get(target, name) as unknown;
      if (typeof method !== "function" || typeof name === "symbol") return method;
      return (...values: unknown[]) => watch(target as Methods, name, values, () => {});
    },
  });

/** Returns a request's bindings: calls to objects are counted and timed, and errors of objects and files are recognized. */
export function observeEnv(env: Env, meter: Meter): Env {
  const observed = OBJECTS.map((name) => [name, observeNamespace(env[name], meter)]);
  return { ...env, ...Object.fromEntries(observed), BUCKET: observeBucket(env.BUCKET) };
}
