import { env } from "cloudflare:workers";

/** Returns the D1 binding with other calls, in sessions as well, which have no bookmark then. */
export function withSession(calls: Partial<Record<"prepare" | "batch", unknown>>): D1Database {
  const { DB } = env as unknown as { DB: D1Database };
  const own = { prepare: DB.prepare.bind(DB), batch: DB.batch.bind(DB), ...calls };
  const session = { ...own, getBookmark: () => null };
  return { ...own, withSession: () => session } as unknown as D1Database;
}
