import type { DatabaseBinding, DatabaseBindings } from "#db/databases.ts";
import { testEnv } from "./browser.ts";

/** Returns the D1 binding with other calls, in sessions as well, which have no bookmark then. */
export function withSession(
  calls: Partial<Record<"prepare" | "batch", unknown>>,
  binding: DatabaseBinding = "DB",
): D1Database {
  const database = (testEnv as unknown as DatabaseBindings)[binding];
  const own = { prepare: database.prepare.bind(database), batch: database.batch.bind(database), ...calls };
  const session = { ...own, getBookmark: () => null };
  return { ...own, withSession: () => session } as unknown as D1Database;
}

/** The environment with some functions of a binding replaced. */
export const withBinding = <K extends DatabaseBinding | "BUCKET">(
  name: K,
  functions: Partial<Env[K]>,
): Env => ({
  ...testEnv,
  [name]: new Proxy(testEnv[name], {
    get: (target, key) => {
      const found: unknown = Reflect.get(functions, key) ?? Reflect.get(target, key);
      return typeof found === "function" ? found.bind(target) : found;
    },
  }),
});
