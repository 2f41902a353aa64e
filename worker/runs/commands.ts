import { type SQL, sql } from "drizzle-orm";
import { type Statement, statement } from "#db/database.ts";
import { KEEP_LOG_MS, type RunReason } from "#domain/runs/rules.ts";
import type { Verdict } from "#domain/sim/verify-run.ts";
import {
  becomesBest,
  countClear,
  isFirstClear,
  previousBest,
  runEarningsStatement,
} from "../clears/commands.ts";
import { LedgerBatch } from "../ledger/ledger-batch.ts";
import { isRecordedRun, type PendingRun } from "./queries.ts";
import type { WorldContent } from "./world-content.ts";

/** The runs of a user by the keys that their browsers chose. */
export const webCall = (user: number, key: string): string => `web:${user}:${key}`;

interface NewRun {
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
  log: string;
  log_hash: string | null;
}

/** Stores a run that waits for its check, once per call. */
export function insertRunStatement(run: NewRun, now: number): Statement {
  const { call, user, level, revision, content, physics, start_tick, ms, ticks, log, log_hash } = run;
  return statement(sql`insert into runs (call, stamp, host_id, user_id, level_id, ms, floor_ms, state, created_at, source,
      revision, content, physics, start_tick, log, log_hash, ticks, queued_at, keep_until)
    values (${call}, 0, 0, ${user}, ${level}, ${ms}, 0, 'waiting', ${now}, 'web',
      ${revision}, ${content}, ${physics}, ${start_tick}, ${log}, ${log_hash}, ${ticks}, ${now}, ${now + KEEP_LOG_MS})
    on conflict (call) do nothing`);
}

type Cleared = Extract<Verdict, { ok: true }>;

/** The result of a check of a run that reaches the end. */
export interface CheckedRun {
  verdict: Cleared;
  /** Hash of the inputs up to the clear; null if they identify no one. */
  log_hash: string | null;
  /** The content of its revision, for revisions without one. */
  content: WorldContent;
  /** Whether a second check gave another result. */
  differs: boolean;
}

/**
 * Statements that settle a waiting run that reaches the end of its level, once: it counts with everything that a clear
 * earns, is flagged, or is refused as a copy. The first one returns a row if it did.
 */
export function settleRunStatements(
  run: PendingRun,
  checked: CheckedRun,
  now: number,
): [Statement<{ id: number }>, ...Statement[]] {
  const { id, user_id: user, level_id: level, created_at: ranAt } = run;
  const { verdict, log_hash, differs } = checked;
  const { ms, ticks, deaths, work, statistics } = verdict;
  const ledger = new LedgerBatch(now);
  const content = sql`${run.content}`;
  const attempt = { user, level, ms, content };
  const isCounted = sql`exists (select 1 from runs where id = ${id} and stamp = ${ledger.stamp} and state = 'counted')`;
  const copy = sql`(select case d.user_id when ${user} then 'repeated' else 'copied' end from runs d
    where d.level_id = ${level} and d.content = ${content} and d.log_hash = ${log_hash} and ${isRecordedRun("d")} limit 1)`;
  return [
    statement<{
      id: number;
    }>(sql`update runs set stamp = ${ledger.stamp}, ms = ${ms}, ticks = ${ticks}, deaths = ${deaths}, work = ${work},
        statistics = ${JSON.stringify(statistics)}, verified_at = ${now}, log_hash = ${log_hash},
        previous_ms = ${previousBest(attempt)}, first = ${isFirstClear(attempt)}, best = ${becomesBest(attempt)},
        state = case when ${copy} is not null then 'refused' when ${Number(differs)} then 'aside' else 'counted' end,
        reason = coalesce(${copy}, ${differs ? "differs" : null})
      where id = ${id} and state = 'waiting' returning id`),
    ...countClear(ledger, { ...attempt, ranAt, isCounted, recordedRun: sql`${id}` }, now),
    runEarningsStatement(ledger, id, user),
    revisionStatement(run, checked, isCounted),
  ];
}

/** Stores what the run says about its revision: its work, and the check by its creator. */
function revisionStatement(run: PendingRun, { verdict, content }: CheckedRun, isCounted: SQL): Statement {
  const { id, level_id, revision, physics } = run;
  const work = Math.ceil(verdict.work / verdict.ticks);
  const isCheck = sql`(clear_run_id is null and ${Number(run.user_id === run.creator_id)} and ${isCounted})`;
  return statement(sql`update level_revisions set content_hash = coalesce(content_hash, ${content.content_hash}),
      goal = coalesce(goal, ${content.goal}), work = max(coalesce(work, 0), ${work}),
      physics = case when ${isCheck} then ${physics} else physics end,
      clear_run_id = case when ${isCheck} then ${id} else clear_run_id end
    where level_id = ${level_id} and revision = ${revision}
      and (content_hash is null or work is null or work < ${work} or ${isCheck})`);
}

/** Refuses a waiting run, once; returns a row if it did. */
export const refuseRunStatement = (id: number, reason: RunReason, now: number): Statement<{ id: number }> =>
  statement(sql`update runs set state = 'refused', reason = ${reason}, verified_at = ${now}
    where id = ${id} and state = 'waiting' returning id`);
