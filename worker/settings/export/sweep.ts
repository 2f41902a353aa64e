import { type Columns, Database, sql, statement } from "#db/database.ts";
import type { exports } from "#db/schema/index.ts";
import { exportKey } from "./job.ts";

const BATCH_SIZE = 100;

/** Deletes expired exports: files first, so no file is left without a row. */
export async function sweepExports(env: Env, now: number): Promise<void> {
  const db = new Database(env.DB);
  const rows = await db.all(
    statement<Columns<"exports", "id">>(
      sql`select id from exports where expires_at <= ${now} order by expires_at limit ${sql.raw(String(BATCH_SIZE))}`,
    ),
  );
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await env.BUCKET.delete(ids.map(exportKey));
  await db.all(
    statement(sql`delete from exports where id in (select value from json_each(${JSON.stringify(ids)}))`),
  );
}
