import { type Columns, Database, type Statement, sql, statement } from "#db/database.ts";
import { REQUEUE_MS, type RunReason } from "#domain/runs/rules.ts";
import { logError } from "../http/log.ts";
import { buildStub } from "../live/stubs.ts";
import type { CheckableRun, RunChecker } from "../runs/write-routes.ts";
import { sendAll } from "../send-all.ts";
import { refusedCheckText, settleClearCheck } from "./commands.ts";

/** A recorded clear that waits for its check. */
export type PendingClear = CheckableRun &
  Columns<"clear_checks", "level_id" | "content"> &
  Columns<"users", "username">;

/** The clears among these that still wait for their check, shortest first. */
export const pendingClearsQuery = (ids: readonly number[]): Statement<PendingClear> =>
  statement<PendingClear>`select c.id, c.level_id, c.content, c.physics, c.start_tick, c.log, c.ticks, c.world as asset,
      l.visibility, u.deleted_at, u.username
    from clear_checks c cross join users u on u.id = c.user_id cross join levels l on l.id = c.level_id
    where c.id in (select value from json_each(${JSON.stringify(ids)})) and c.state = 'waiting' order by c.ticks`;

/** Simulates a recorded clear again and stores the result. */
export async function checkClear(env: Env, db: Database, clear: PendingClear, checker: RunChecker) {
  const result = await checker.check(clear);
  const outcome = typeof result === "string" ? { reason: result } : { ms: result.verdict.ms };
  await settleClear(env, db, clear, outcome);
}

/** Stores the result of a check once, and sends it to everyone who builds the level. */
export async function settleClear(
  env: Env,
  db: Database,
  clear: PendingClear,
  result: { ms: number } | { reason: RunReason },
): Promise<void> {
  const { content, username, level_id: level } = clear;
  const { settled } = await db.batch(settleClearCheck(clear, result, Date.now()));
  if (!settled) return;
  const message =
    "reason" in result
      ? { refused: { content, reason: refusedCheckText(result.reason) } }
      : { cleared: { content, ms: result.ms, username } };
  try {
    await buildStub(env, level).sendToAll(message);
  } catch (error) {
    // Pages also read the result.
    logError("clear check not sent", { level }, error);
  }
}

/** Checks per sweep; the next sweep finds the rest. */
const MAX_REQUEUED = sql.raw("limit 500");
const MAX_EXPIRED = sql.raw("limit 500");

/** Queues clear checks again that have waited too long, and deletes old ones that no revision relies on. */
export async function sweepClearChecks(env: Env, now: number): Promise<void> {
  const db = new Database(env.DB);
  const { waiting, expired } = await db.batch({
    waiting: statement<{ check_id: number }>`update clear_checks set queued_at = ${now} where id in (
        select id from clear_checks indexed by clear_checks_waiting
        where state = 'waiting' and queued_at <= ${now - REQUEUE_MS} order by queued_at ${MAX_REQUEUED})
      returning id as check_id`,
    expired: statement<Columns<"clear_checks", "id" | "world" | "log">>`select id, world, log
      from clear_checks indexed by clear_checks_keep where keep_until <= ${now} and state <> 'waiting'
        and not exists (select 1 from level_revisions r where r.level_id = clear_checks.level_id and r.clear_check_id = clear_checks.id)
      order by keep_until ${MAX_EXPIRED}`,
  });
  await sendAll(env.RUNS, waiting);
  if (expired.length === 0) return;
  // Files first, so no file is left without a row.
  await env.BUCKET.delete(expired.flatMap(({ world, log }) => [world, log]));
  const ids = JSON.stringify(expired.map(({ id }) => id));
  await db.all(statement`delete from clear_checks where id in (select value from json_each(${ids}))`);
}
