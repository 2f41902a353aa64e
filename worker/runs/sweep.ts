import { type Columns, type Database, sql, statement } from "#db/database.ts";
import { KEEP_LOG_MS, REQUEUE_MS } from "#domain/runs/rules.ts";
import { type Databases, openDatabases } from "../outbox/relay.ts";
import { sendAll } from "../send-all.ts";

/** Runs per sweep; the next sweep finds the rest. */
const MAX_REQUEUED = 500;
/** R2 deletes 1,000 files at once. */
const EXPIRED_PER_SLICE = 500;
/** 5,000 runs, or 1.4 million a day. 100,000 daily players record 600,000. */
const MAX_SLICES = 10;

/** Queues runs again that have waited too long, and deletes old runs that no one needs. */
export async function sweepRuns(env: Env, now: number): Promise<void> {
  const databases = openDatabases(env);
  await requeueRuns(env, databases.play, now);
  for (let slice = 0; slice < MAX_SLICES && (await deleteOldRuns(env, databases, now)); slice++);
}

/** A lost message only delays a check. */
async function requeueRuns(env: Env, db: Database, now: number): Promise<void> {
  const limit = sql.raw(`limit ${MAX_REQUEUED}`);
  const rows = await db.all(
    statement<{ run_id: number }>`update runs set queued_at = ${now} where id in (
        select * from (select id from runs indexed by runs_waiting
          where state = 'waiting' and queued_at <= ${now - REQUEUE_MS} order by queued_at ${limit})
        union select * from (select id from runs indexed by runs_unconfirmed
          where previous_clear is not null and queued_at <= ${now - REQUEUE_MS} order by queued_at ${limit}))
      returning id as run_id`,
  );
  await sendAll(env.RUNS, rows);
}

interface ExpiringRun extends Columns<"runs", "id" | "level_id" | "log"> {
  keep: 0 | 1;
}

/** Deletes the oldest runs, except bests, checks and undecided ones. Returns whether more can wait. */
async function deleteOldRuns(env: Env, { main, play }: Databases, now: number): Promise<boolean> {
  const rows = await play.all(
    statement<ExpiringRun>`select r.id, r.level_id, r.log, r.state in ('waiting', 'flagged') or r.previous_clear is not null
        or exists (select 1 from clears where user_id = r.user_id and level_id = r.level_id and best_run_id = r.id) as keep
      from runs r indexed by runs_keep where r.keep_until <= ${now} order by r.keep_until limit ${sql.raw(String(EXPIRED_PER_SLICE))}`,
  );
  if (rows.length === 0) return false;
  const list = (runs: readonly ExpiringRun[]) => JSON.stringify(runs.map(({ id }) => id));
  // The run that a revision relies on is stored with it, so none becomes one later.
  const { checks, emptied } = await main.batch({
    checks: statement<Columns<"level_revisions", "clear_run_id">>`select clear_run_id from level_revisions
      where clear_run_id in (select value from json_each(${list(rows.filter(({ keep }) => !keep))}))`,
    emptied: statement<Columns<"levels", "id">>`select id from levels
      where id in (select value from json_each(${JSON.stringify(rows.map(({ level_id }) => level_id))}))
        and visibility = 'deleted' and emptied_at is not null`,
  });
  const isNeeded = ({ id, level_id, keep }: ExpiringRun) =>
    !emptied.some((level) => level.id === level_id) &&
    (keep === 1 || checks.some(({ clear_run_id }) => clear_run_id === id));
  const expired = rows.filter((run) => !isNeeded(run));
  // Files first, so no file is left without a row.
  const logs = expired.flatMap(({ log }) => (log === null ? [] : [log]));
  if (logs.length > 0) await env.BUCKET.delete(logs);
  const ids = (runs: readonly ExpiringRun[]) => sql`select value from json_each(${list(runs)})`;
  await play.batch({
    saved: statement`update runs set keep_until = ${now + KEEP_LOG_MS} where id in (${ids(rows.filter(isNeeded))})`,
    deleted: statement`delete from runs where id in (${ids(expired)})`,
  });
  return rows.length === EXPIRED_PER_SLICE;
}
