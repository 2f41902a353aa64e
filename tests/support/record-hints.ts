import { testEnv } from "./browser.ts";

const NAMESPACES = ["USER_HUB", "CONVERSATION", "LEVEL_BUILD", "PRESENCE", "BOARD", "IDS"] as const;

/** Returns bindings that record every call for an object, and the location hints of an object's calls in their order. */
export function recordHints(): { bindings: Partial<Env>; hintsOf(name: string): (string | undefined)[] } {
  const calls: { name: string; hint: string | undefined }[] = [];
  const record = (binding: string, namespace: object) =>
    new Proxy(namespace, {
      get(target, property) {
        const value = Reflect.get(target, property) as unknown;
        if (typeof value !== "function") return value;
        if (property !== "getByName") return value.bind(target);
        return (name: string, options?: { locationHint?: string }) => {
          calls.push({ name: `${binding} ${name}`, hint: options?.locationHint });
          return value.call(target, name, options) as unknown;
        };
      },
    });
  return {
    bindings: Object.fromEntries(NAMESPACES.map((name) => [name, record(name, testEnv[name])])),
    hintsOf: (name) => calls.flatMap((call) => (call.name === name ? [call.hint] : [])),
  };
}
