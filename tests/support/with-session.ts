import { env } from "cloudflare:workers";
import type { DatabaseBinding, DatabaseBindings } from "#db/databases.ts";

/** Returns the D1 binding with other calls, in sessions as well, which have no bookmark then. */
export function withSession(
  calls: Partial<Record<"prepare" | "batch", unknown>>,
  binding: DatabaseBinding = "DB",
): D1Database {
  const database = (env as unknown as DatabaseBindings)[binding];
  const own = { prepare: database.prepare.bind(database), batch: database.batch.bind(database), ...calls };
  const session = { ...own, getBookmark: () => null };
  return { ...own, withSession: () => session } as unknown as D1Database;
}
