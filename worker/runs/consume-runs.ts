import { type Columns, type Database, statement } from "#db/database.ts";
import type { RunReason } from "#domain/runs/rules.ts";
import { checkClear, type PendingClear, pendingClearsQuery, settleClear } from "../build/check-clears.ts";
import { logError } from "../http/log.ts";
import { pendingQuery } from "../outbox/effects.ts";
import { type Databases, openDatabases } from "../outbox/relay.ts";
import { isDeadLetterQueue, retryMessage } from "../send-all.ts";
import {
  type CheckedRun,
  type Comparison,
  compareRun,
  refuseRunStatement,
  settleRunStatements,
} from "./commands.ts";
import type { RunJob } from "./job.ts";
import { notifyRunResult } from "./notify-run.ts";
import { type PendingRun, pendingRunsQuery, type RunLevel, runLevelsQuery } from "./queries.ts";
import { finishWork, relayPlay } from "./relay-play.ts";
import { confirmRunStatement, takeBackRunStatements } from "./take-back-run.ts";
import { type CheckableRun, RunChecker } from "./write-routes.ts";

const RETRY_SECONDS = 10;
/** A batch's cost before it stops, about 2 seconds; the rest is requeued. One run takes up to 4. */
const BATCH_WORK = 400_000_000;

/** Checks a batch's runs, shortest first, up to `maxWork`. Failed ones are retried, then given up. */
export async function consumeRuns(batch: MessageBatch<RunJob>, env: Env, maxWork = BATCH_WORK) {
  const databases = openDatabases(env);
  const messages = Map.groupBy(batch.messages, ({ body }) => keyOf(body));
  const jobs = batch.messages.map(({ body }) => body);
  const runIds = jobs.flatMap((job) => ("run_id" in job ? [job.run_id] : []));
  const clearIds = jobs.flatMap((job) => ("check_id" in job ? [job.check_id] : []));
  const runs = runIds.length > 0 ? await readRuns(databases, runIds) : [];
  const clears = clearIds.length > 0 ? await databases.main.all(pendingClearsQuery(clearIds)) : [];
  const checker = new RunChecker(env);
  const checks: Check[] = [
    ...clears.map((clear) => clearCheck(env, databases.main, clear, checker)),
    ...runs.map((run) => runCheck(env, databases, run, checker)),
  ];
  for (const { job, check, giveUp } of checks) {
    const key = keyOf(job);
    try {
      if (isDeadLetterQueue(batch.queue)) await giveUp();
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

/** A run that is to be checked, with what the main database knows about it. */
type LoadedRun = PendingRun & CheckableRun & { level: RunLevel };

/** Reads the runs that still wait. Those of levels or accounts that the main database has lost are left out. */
async function readRuns({ main, play }: Databases, ids: readonly number[]): Promise<LoadedRun[]> {
  const runs = await play.all(pendingRunsQuery(ids));
  if (runs.length === 0) return [];
  const { levels, users } = await main.batch({
    levels: runLevelsQuery(runs.map(({ level_id, revision }) => [level_id, revision])),
    users: statement<Columns<"users", "id" | "deleted_at">>`select id, deleted_at from users
      where id in (select value from json_each(${JSON.stringify(runs.map(({ user_id }) => user_id))}))`,
  });
  return runs.flatMap((run) => {
    const level = levels.find(({ id, revision }) => id === run.level_id && revision === run.revision);
    const user = users.find(({ id }) => id === run.user_id);
    if (!level || !user) return [];
    const { asset, visibility } = level;
    return [{ ...run, asset, visibility, deleted_at: user.deleted_at, level }];
  });
}

const runCheck = (env: Env, databases: Databases, run: LoadedRun, checker: RunChecker): Check => ({
  job: { run_id: run.id },
  check: async () =>
    (run.state === "waiting" ? settleRun : confirmRun)(env, databases, run, await checker.check(run)),
  giveUp: () => giveUpRun(env, databases, run),
});

/** A run from a room goes on counting; the schedule queues its second check again. */
async function giveUpRun(env: Env, databases: Databases, run: LoadedRun): Promise<void> {
  logError("run given up", { run: run.id }, "every check of it failed");
  if (run.state === "waiting") await settleRun(env, databases, run, "check_failed");
}

/** Whether the second check found what the room did. In a level that was deleted since, it doesn't matter anymore. */
function isSameResult({ ticks, ms, deaths }: PendingRun, result: CheckedRun | RunReason): boolean {
  if (typeof result === "string") return result === "level_gone" || result === "account_gone";
  const { verdict } = result;
  return verdict.ms === ms && verdict.ticks === ticks && verdict.deaths === deaths;
}

/** Stores a room run's second check, once. A difference or copy flags it; a difference also alerts. */
async function confirmRun(env: Env, { play }: Databases, run: LoadedRun, result: CheckedRun | RunReason) {
  const { id, user_id, level } = run;
  const isSame = isSameResult(run, result);
  const finding = isSame ? await findCopy(env, play, run, result) : differs(run, result);
  if (!finding) {
    await play.all(confirmRunStatement(id));
    return;
  }
  const {
    takeBack: { takenBack },
    pending,
  } = await play.batch({
    takeBack: takeBackRunStatements(run, finding, Date.now()),
    pending: pendingQuery("main"),
  });
  if (takenBack.length === 0) return;
  await finishWork(env, await relayPlay(env, pending, user_id));
  await notifyRunResult(env, id, { level });
}

function differs({ id, ticks, ms, deaths }: PendingRun, result: CheckedRun | RunReason) {
  const again = typeof result === "string" ? result : result.verdict;
  const about = { run: id, first: { ticks, ms, deaths }, again };
  logError("two checks of a run differ", about, "flagged for staff");
  return { reason: "differs" } as const;
}

async function findCopy(env: Env, play: Database, run: LoadedRun, result: CheckedRun | RunReason) {
  if (typeof result === "string") return null;
  const found = await compareRun(env, play, run, result);
  return found && found.original !== null
    ? ({ reason: "near_copy", original: found.original } as const)
    : null;
}

const settledRun = (run: LoadedRun, { verdict, log_hash }: CheckedRun, compared: Comparison | null) => {
  const { id, user_id: user, level, revision, physics, created_at: ranAt } = run;
  return {
    id,
    user,
    level,
    revision,
    physics,
    ranAt,
    verdict,
    log_hash,
    live: null,
    compared,
  };
};

/** How often a run is compared again because other clears came in between. Then the queue tries again later. */
const COMPARISONS = 5;

/** Stores the result of a check in one transaction and notifies the player, once. */
async function settleRun(
  env: Env,
  { main, play }: Databases,
  run: LoadedRun,
  result: CheckedRun | RunReason,
): Promise<void> {
  // The check may have taken seconds.
  const [latest] = await main.all(runLevelsQuery([[run.level_id, run.revision]]));
  const level = latest ?? run.level;
  const { settled, pending } = await settleCompared(env, play, { ...run, level }, result);
  const outcome = await relayPlay(env, pending, run.user_id);
  if (settled.length > 0) await notifyRunResult(env, run.id, { level, wallet: outcome?.wallet });
  await finishWork(env, outcome);
}

/** Settles a waiting run with what a comparison has found, unless a clear came in between: then it's compared again. */
async function settleCompared(env: Env, play: Database, run: LoadedRun, result: CheckedRun | RunReason) {
  for (let i = 0; i < COMPARISONS; i++) {
    const now = Date.now();
    const settle =
      typeof result === "string"
        ? { settled: refuseRunStatement(run.id, result, now), effects: [] }
        : settleRunStatements(settledRun(run, result, await compareRun(env, play, run, result)), now);
    const {
      settle: { settled },
      waiting,
      pending,
    } = await play.batch({
      settle,
      waiting: statement<Columns<"runs", "id">>`select id from runs where id = ${run.id}
        and state = 'waiting'`,
      pending: pendingQuery("main"),
    });
    if (waiting.length === 0) return { settled, pending };
  }
  throw new Error("other clears came in between");
}
