import { sql } from "drizzle-orm";
import { Database, statement } from "#db/client.ts";
import type { Env } from "../../env.ts";
import { exportFile } from "./job.ts";

const AT_ONCE = 100;

/** Takes away packages whose time is over: the files first, so that none is left without its row. */
export async function sweepExports(env: Env, now: number): Promise<void> {
  const db = new Database(env.DB);
  const rows = await db.all(
    statement<{ id: string }>(
      sql`select id from exports where expires_at <= ${now} order by expires_at limit ${sql.raw(String(AT_ONCE))}`,
    ),
  );
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await env.BUCKET.delete(ids.map(exportFile));
  await db.all(
    statement(sql`delete from exports where id in (select value from json_each(${JSON.stringify(ids)}))`),
  );
}
