import { sql } from "drizzle-orm";
import { Database } from "#db/database.ts";
import type { RunReason } from "#domain/runs/rules.ts";
import { awardAchievements } from "../achievements/award.ts";
import { checkClear, type PendingClear, pendingClearsQuery, settleClear } from "../build/check-clears.ts";
import type { Env } from "../env.ts";
import { PENDING_WORK } from "../hosts/reports.ts";
import { logError } from "../http/log.ts";
import { walletsQuery } from "../ledger/wallet.ts";
import { deliverNotices } from "../notifications/queue.ts";
import { retryMessage } from "../retry-message.ts";
import { type CheckedRun, refuseRunStatement, type SettledRun, settleRunStatements } from "./commands.ts";
import type { RunJob } from "./job.ts";
import { notifyRunResult } from "./notify-run.ts";
import { type PendingRun, pendingRunsQuery, runDetailsQuery } from "./queries.ts";
import { RunChecker } from "./run-checker.ts";
import { confirmRunStatement, takeBackRunStatements } from "./take-back-run.ts";
import { storeContentStatement } from "./world-content.ts";

const DEAD_LETTERS = "-runs-dead";
const RETRY_SECONDS = 10;
/**
 * The cost after which a batch starts no further check, about 2 seconds. What is left goes back to the queue without using up
 * a try. The most expensive run takes 4 seconds.
 */
const BATCH_WORK = 400_000_000;

/** Queues are named after the worker, which an operator may rename. */
export const isRunBatch = (batch: MessageBatch<unknown>): batch is MessageBatch<RunJob> =>
  /-runs(?:-dead)?$/.test(batch.queue);

/**
 * Checks the runs of a batch, shortest first, until they have cost `maxWork`. Failed checks are retried, then given up in
 * the dead-letter queue.
 */
export async function consumeRuns(
  batch: MessageBatch<RunJob>,
  env: Env,
  maxWork = BATCH_WORK,
): Promise<void> {
  const db = new Database(env.DB);
  const messages = Map.groupBy(batch.messages, ({ body }) => keyOf(body));
  const jobs = batch.messages.map(({ body }) => body);
  const runIds = jobs.flatMap((job) => ("run_id" in job ? [job.run_id] : []));
  const clearIds = jobs.flatMap((job) => ("check_id" in job ? [job.check_id] : []));
  const runs = runIds.length > 0 ? await db.all(pendingRunsQuery(runIds)) : [];
  const clears = clearIds.length > 0 ? await db.all(pendingClearsQuery(clearIds)) : [];
  const checker = new RunChecker(env);
  const checks: Check[] = [
    ...clears.map((clear) => clearCheck(env, db, clear, checker)),
    ...runs.map((run) => runCheck(env, db, run, checker)),
  ];
  for (const { job, check, giveUp } of checks) {
    const key = keyOf(job);
    try {
      if (batch.queue.endsWith(DEAD_LETTERS)) await giveUp();
      else if (checker.work >= maxWork) await env.RUNS.send(job);
      else await check();
    } catch (error) {
      logError("run not checked", { ...job }, error);
      for (const message of messages.get(key) ?? []) retryMessage(message, RETRY_SECONDS);
      messages.delete(key);
    }
  }
  // Also messages that were delivered twice or late: their runs don't wait anymore.
  for (const message of [...messages.values()].flat()) message.ack();
}

const keyOf = (job: RunJob): string => ("run_id" in job ? `run:${job.run_id}` : `check:${job.check_id}`);

/** A check to do, and what to do once every attempt has failed. */
interface Check {
  job: RunJob;
  check(): Promise<void>;
  giveUp(): Promise<void>;
}

const clearCheck = (env: Env, db: Database, clear: PendingClear, checker: RunChecker): Check => ({
  job: { check_id: clear.id },
  check: () => checkClear(env, db, clear, checker),
  giveUp: () => settleClear(env, db, clear, { reason: "check_failed" }),
});

const runCheck = (env: Env, db: Database, run: PendingRun, checker: RunChecker): Check => ({
  job: { run_id: run.id },
  check: async () =>
    (run.state === "waiting" ? settleRun : confirmRun)(env, db, run, await checker.check(run)),
  giveUp: () => giveUpRun(env, db, run),
});

/** A run from a room goes on counting; the schedule queues its second check again. */
async function giveUpRun(env: Env, db: Database, run: PendingRun): Promise<void> {
  logError("run given up", { run: run.id }, "every check of it failed");
  if (run.state === "waiting") await settleRun(env, db, run, "check_failed");
}

/** Whether the second check found what the room did. In a level that was deleted since, it doesn't matter anymore. */
function isSameResult({ ticks, ms, deaths }: PendingRun, result: CheckedRun | RunReason): boolean {
  if (typeof result === "string") return result === "level_gone" || result === "account_gone";
  const { verdict } = result;
  return verdict.ms === ms && verdict.ticks === ticks && verdict.deaths === deaths;
}

/** Stores the result of the second check of a run from a room, once. A difference raises an alert. */
async function confirmRun(
  env: Env,
  db: Database,
  run: PendingRun,
  result: CheckedRun | RunReason,
): Promise<void> {
  const { id, level_id, revision, ticks, ms, deaths } = run;
  if (isSameResult(run, result)) {
    const facts =
      typeof result === "string" ? [] : [storeContentStatement(level_id, revision, result.content)];
    await db.batch({
      confirmRun: confirmRunStatement(id),
      facts,
    });
    return;
  }
  const again = typeof result === "string" ? result : result.verdict;
  logError(
    "two checks of a run differ",
    { run: id, first: { ticks, ms, deaths }, again },
    "flagged for staff",
  );
  const {
    takeBack: { takenBack },
    details: [details],
  } = await db.batch({
    takeBack: takeBackRunStatements(run),
    details: runDetailsQuery(sql`r.id = ${id}`),
  });
  if (takenBack.length > 0) await notifyRunResult(env, details, undefined);
}

const settledRun = (run: PendingRun, { verdict, log_hash, content }: CheckedRun): SettledRun => {
  const { id, user_id: user, level_id: level, revision, physics, created_at: ranAt } = run;
  const fields = { id, user, level, revision, physics, ranAt, content: sql`${run.content}` };
  return { ...fields, verdict, log_hash, facts: content, live: null };
};

/** Stores the result of a check in one transaction and notifies the player, once. */
async function settleRun(
  env: Env,
  db: Database,
  run: PendingRun,
  result: CheckedRun | RunReason,
): Promise<void> {
  const now = Date.now();
  const settle =
    typeof result === "string"
      ? { settled: refuseRunStatement(run.id, result, now), effects: [] }
      : settleRunStatements(settledRun(run, result), now);
  const {
    settle: { settled },
    details: [details],
    wallet: [wallet],
    pending: [pending],
  } = await db.batch({
    settle,
    details: runDetailsQuery(sql`r.id = ${run.id}`),
    wallet: walletsQuery(sql`${run.user_id}`),
    pending: PENDING_WORK,
  });
  if (settled.length > 0) await notifyRunResult(env, details, wallet);
  if (pending?.notices) await deliverNotices(env);
  if (pending?.due) await awardAchievements(env);
}
