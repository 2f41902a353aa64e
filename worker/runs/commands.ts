import {
  type Columns,
  type Database,
  type Present,
  type SQL,
  type Statement,
  sql,
  statement,
} from "#db/database.ts";
import { Guard } from "#db/guard.ts";
import { isNearCopy, type RunTrace, traceRun } from "#domain/runs/near-copy.ts";
import { KEEP_LOG_MS, KEEP_REFUSED_MS, NEAR_COPY_MS, type RunReason } from "#domain/runs/rules.ts";
import type { Verdict } from "#domain/sim/verify-run.ts";
import { becomesBest, countRunStatements, isFirstClear, previousBest } from "../clears/commands.ts";
import { storeEffectsOf } from "../outbox/effects.ts";
import { isTopTime, limitTo } from "./places-ahead.ts";
import { isRecordedRun, type PendingRun, type RunLevel } from "./queries.ts";

/** Best runs of others that a run is compared with, among the faster and among the slower ones. */
const NEIGHBORS = 10;

/** The result of comparing a run with those of nearly the same time. */
export interface Comparison {
  /** The run that it repeats; null if there is none. */
  original: number | null;
  /** Condition: it would be compared with the same runs now. */
  isCurrent: SQL;
}

type NeighborRow = Columns<"runs", "id"> & Present<Columns<"runs", "log" | "ticks">>;

/** Others' best runs with nearly this time. A settled run is only compared with earlier ones. */
function neighbors(
  { id, user_id, level_id }: PendingRun,
  { content, ms }: Pick<PendingRun, "content" | "ms">,
): SQL {
  const range = (condition: SQL, direction: "asc" | "desc") =>
    sql`select * from (select best_run_id from clears indexed by clears_recorded
      where level_id = ${level_id} and content = ${content} and best_run_id is not null and ${condition} and user_id <> ${user_id}
      order by best_ms ${sql.raw(direction)} ${limitTo(NEIGHBORS)})`;
  const settled = sql`(select verified_at from runs where id = ${id})`;
  return sql`select r.id, r.log, r.ticks from (
      ${range(sql`best_ms between ${ms - NEAR_COPY_MS} and ${ms}`, "desc")}
      union all ${range(sql`best_ms > ${ms} and best_ms <= ${ms + NEAR_COPY_MS}`, "asc")}) n
    cross join runs r on r.id = n.best_run_id
    where r.log is not null and r.ticks is not null
      and (${settled} is null or (coalesce(r.verified_at, 0), r.id) < (${settled}, ${id}))
    order by abs(r.ms - ${ms}), r.id`;
}

/** Compares a checked run with its neighbors; null if it's too simple to be recognized. */
export async function compareRun(
  env: Env,
  play: Database,
  run: PendingRun & { level: Pick<PendingRun, "content"> },
  { verdict, log }: { verdict: Pick<NeighborRow, "ticks"> & Pick<PendingRun, "ms">; log: Uint8Array },
): Promise<Comparison | null> {
  const trace = traceRun(log, verdict.ticks);
  if (!trace) return null;
  const rows = neighbors(run, { content: run.level.content, ms: verdict.ms });
  const found = await play.all(statement<NeighborRow>(rows));
  const ids = JSON.stringify(found.map(({ id }) => id));
  return {
    original: await findOriginal(env, trace, found),
    isCurrent: sql`(select json_group_array(id) from (${rows})) = ${ids}`,
  };
}

/** Returns the first of these runs that is almost the same. */
async function findOriginal(env: Env, trace: RunTrace, found: readonly NeighborRow[]) {
  for (const { id, log, ticks } of found) {
    const file = await env.BUCKET.get(log);
    const other = file && traceRun(new Uint8Array(await file.arrayBuffer()), ticks);
    if (other && isNearCopy(trace, other)) return id;
  }
  return null;
}

/** A run's inputs as they were stored. */
interface StoredLog {
  /** The asset. */
  log: string;
  /** Hash of the inputs; null if they identify no one. */
  log_hash: string | null;
}

interface NewRun extends StoredLog {
  call: string;
  user: number;
  level: number;
  revision: number;
  content: string;
  physics: number;
  start_tick: number;
  /** As the browser measured it. */
  ms: number;
  ticks: number;
}

/** Stores a run that waits for its check, once per call and under a condition. */
export function insertRunStatement(run: NewRun, now: number, isAllowed = sql`true`): Statement {
  const { call, user, level, revision, content, physics, start_tick, ms, ticks, log, log_hash } = run;
  return statement`insert into runs (call, stamp, host_id, user_id, level_id, ms, floor_ms, state, created_at, source,
      revision, content, physics, start_tick, log, log_hash, ticks, queued_at, keep_until)
    select ${call}, 0, 0, ${user}, ${level}, ${ms}, 0, 'waiting', ${now}, 'web',
      ${revision}, ${content}, ${physics}, ${start_tick}, ${log}, ${log_hash}, ${ticks}, ${now}, ${now + KEEP_LOG_MS}
    where ${isAllowed}
    on conflict (call) do nothing`;
}

type Cleared = Omit<Extract<Verdict, { ok: true }>, "cost">;

/** The result of a check of a run that reaches the end. */
export interface CheckedRun {
  verdict: Cleared;
  /** Hash of the inputs up to the clear; null if they identify no one. */
  log_hash: string | null;
  log: Uint8Array;
}

/** A waiting run with the result of its check, as values or SQL expressions. */
export interface SettledRun {
  id: SQL | number;
  user: number;
  level: RunLevel;
  revision: number;
  physics: number;
  ranAt: number;
  verdict: Cleared;
  log_hash: string | null;
  /** The recording of a room, which replaces what the browser sent. Null for runs that the queue checks. */
  live: { isLive: boolean; log: string; start_tick: number } | null;
  /** The result of comparing it with other runs; null if it isn't compared. */
  compared: Comparison | null;
}

/** A settled run, and whether its recording has to be simulated again. */
export interface SettledRow extends Columns<"runs", "id"> {
  unconfirmed: 0 | 1;
}

/** The user's clear of a level as JSON, or "null". */
const clearBefore = (user: number, level: number): SQL =>
  sql`coalesce((select json_object('best_ms', best_ms, 'best_at', best_at, 'content', content, 'best_run_id', best_run_id,
    'best_live', best_live) from clears where user_id = ${user} and level_id = ${level}), 'null')`;

/** Settles a waiting run, once: counts, refuses or flags it. Returns a row unless its neighbors changed. */
export function settleRunStatements(run: SettledRun, now: number) {
  const { id, user, ranAt, verdict, log_hash, live, compared } = run;
  const { id: level, content, current } = run.level;
  const { ms, ticks, deaths, work } = verdict;
  const original = compared?.original ?? null;
  const statistics = original === null ? verdict.statistics : { ...verdict.statistics, original };
  const guard = new Guard();
  const attempt = { user, level, ms, content, current, live: Number(live?.isLive ?? false) };
  const copy = sql`(select case d.user_id when ${user} then 'repeated' else 'copied' end from runs d
    where d.level_id = ${level} and d.content = ${content} and d.log_hash = ${log_hash} and ${isRecordedRun("d")} limit 1)`;
  const canBeTop = attempt.live === 1 && content === current;
  const previous = canBeTop
    ? sql`case when ${copy} is null and ${becomesBest(attempt)} and ${isTopTime({ ...attempt, content: sql`${content}` })}
        then ${clearBefore(user, level)} end`
    : sql`null`;
  const recording =
    live &&
    sql`, log = ${live.log}, revision = ${run.revision}, content = ${content}, physics = ${run.physics},
        start_tick = ${live.start_tick}, created_at = ${ranAt}, queued_at = ${now}, live = ${attempt.live}, previous_clear = ${previous}`;
  return {
    settled: statement<SettledRow>`update runs set stamp = ${guard.stamp}, ms = ${ms}, ticks = ${ticks}, deaths = ${deaths},
        work = ${work}, statistics = ${JSON.stringify(statistics)}, verified_at = ${now}, log_hash = ${log_hash},
        previous_ms = ${previousBest(attempt)}, first = ${isFirstClear(attempt)}, best = ${becomesBest(attempt)},
        state = case when ${copy} is not null then 'refused' else ${original === null ? "counted" : "flagged"} end,
        reason = coalesce(${copy}, ${original === null ? null : ("near_copy" satisfies RunReason)}),
        keep_until = case when ${copy} is not null then ${now + KEEP_REFUSED_MS} else keep_until end${recording ?? sql``}
      where id = ${id} and state = 'waiting' and ${compared?.isCurrent ?? sql`true`} returning id, previous_clear is not null as unconfirmed`,
    effects: [
      ...countRunStatements(sql`r.id = ${id} and r.state = 'counted'`, guard, now),
      ...checkedEffect(run, guard, now),
    ],
  };
}

/** Stores what the run says about its revision as an effect, unless the main database knows it already. */
function checkedEffect(
  { id, user, level, revision, physics, verdict }: SettledRun,
  guard: Guard,
  now: number,
): Statement[] {
  const work = Math.ceil(verdict.work / verdict.ticks);
  const isCheck = level.user_id === user && level.clear_run_id === null;
  if (!isCheck && level.work !== null && level.work >= work) return [];
  return [
    storeEffectsOf(
      "main",
      sql`select json_array(json_object('type', 'revision_checked', 'run_id', r.id, 'user_id', r.user_id, 'level_id', r.level_id,
          'revision', cast(${revision} as integer), 'physics', cast(${physics} as integer), 'work', cast(${work} as integer),
          'counted', r.state = 'counted')) as effects
        from runs r where r.id = ${id} and r.stamp = ${guard.stamp}`,
      now,
    ),
  ];
}

/** Refuses a waiting run, once; returns a row if it did. */
export const refuseRunStatement = (id: number, reason: RunReason, now: number) =>
  statement<Columns<"runs", "id">>`update runs set state = 'refused', reason = ${reason},
      verified_at = ${now}, keep_until = ${now + KEEP_REFUSED_MS}
    where id = ${id} and state = 'waiting' returning id`;
