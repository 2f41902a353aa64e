import { type Columns, Database, sql, statement } from "#db/database.ts";
import type { clear_checks } from "#db/schema/index.ts";
import { REQUEUE_MS } from "#domain/runs/rules.ts";
import { sendAll } from "../send-all.ts";

/** Checks per sweep; the next sweep finds the rest. */
const MAX_REQUEUED = sql.raw("limit 500");
const MAX_EXPIRED = sql.raw("limit 500");

/** Queues clear checks again that have waited too long, and deletes old ones that no revision relies on. */
export async function sweepClearChecks(env: Env, now: number): Promise<void> {
  const db = new Database(env.DB);
  const { waiting, expired } = await db.batch({
    waiting: statement<{ check_id: number }>(sql`update clear_checks set queued_at = ${now} where id in (
        select id from clear_checks indexed by clear_checks_waiting
        where state = 'waiting' and queued_at <= ${now - REQUEUE_MS} order by queued_at ${MAX_REQUEUED})
      returning id as check_id`),
    expired: statement<Columns<"clear_checks", "id" | "world" | "log">>(sql`select id, world, log
      from clear_checks indexed by clear_checks_keep where keep_until <= ${now} and state <> 'waiting'
        and not exists (select 1 from level_revisions r where r.level_id = clear_checks.level_id and r.clear_check_id = clear_checks.id)
      order by keep_until ${MAX_EXPIRED}`),
  });
  await sendAll(env.RUNS, waiting);
  if (expired.length === 0) return;
  // Files first, so no file is left without a row.
  await env.BUCKET.delete(expired.flatMap(({ world, log }) => [world, log]));
  const ids = JSON.stringify(expired.map(({ id }) => id));
  await db.all(statement(sql`delete from clear_checks where id in (select value from json_each(${ids}))`));
}
