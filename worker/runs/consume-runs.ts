import { sql } from "drizzle-orm";
import { Database, type Rows, type Statement } from "#db/database.ts";
import type { RunReason } from "#domain/runs/rules.ts";
import { awardAchievements } from "../achievements/award.ts";
import type { Env } from "../env.ts";
import { PENDING_WORK } from "../hosts/reports.ts";
import { logError } from "../http/log.ts";
import { type Wallet, walletsQuery } from "../ledger/wallet.ts";
import { deliverNotices } from "../notifications/queue.ts";
import { type CheckedRun, refuseRunStatement, settleRunStatements } from "./commands.ts";
import type { RunJob } from "./job.ts";
import { notifyRunResult } from "./notify-run.ts";
import { type FoundRun, type PendingRun, pendingRunsQuery, runDetailsQuery } from "./queries.ts";
import { RunChecker } from "./run-checker.ts";

const DEAD_LETTERS = "-runs-dead";
const RETRY_SECONDS = 10;
/** Half-spaces that one batch looks at, a few seconds' worth. What is left goes back to the queue without using up a try. */
const BATCH_WORK = 400_000_000;

/** Queues are named after the worker, which an operator may rename. */
export const isRunBatch = (batch: MessageBatch<unknown>): batch is MessageBatch<RunJob> =>
  /-runs(?:-dead)?$/.test(batch.queue);

/** Checks the runs of a batch, shortest first. Failed checks are retried, then given up in the dead-letter queue. */
export async function consumeRuns(batch: MessageBatch<RunJob>, env: Env): Promise<void> {
  const db = new Database(env.DB);
  const pending = await db.all(pendingRunsQuery(batch.messages.map(({ body }) => body.run_id)));
  const order = new Map(pending.map((run, i) => [run.id, i]));
  // Messages without a waiting run were delivered twice or late.
  for (const message of batch.messages) if (!order.has(message.body.run_id)) message.ack();
  const waiting = batch.messages
    .filter(({ body }) => order.has(body.run_id))
    .sort((a, b) => (order.get(a.body.run_id) ?? 0) - (order.get(b.body.run_id) ?? 0));
  const checker = new RunChecker(env);
  for (const message of waiting) {
    const run = pending.find(({ id }) => id === message.body.run_id);
    try {
      if (!run) continue;
      if (batch.queue.endsWith(DEAD_LETTERS)) await giveUp(env, db, run);
      else if (checker.work > BATCH_WORK) await env.RUNS.send(message.body);
      else await settle(env, db, run, await checker.check(run));
      message.ack();
    } catch (error) {
      logError("run not checked", { run: message.body.run_id }, error);
      message.retry({ delaySeconds: RETRY_SECONDS * 2 ** message.attempts });
    }
  }
}

async function giveUp(env: Env, db: Database, run: PendingRun): Promise<void> {
  logError("run given up", { run: run.id }, "every check of it failed");
  await settle(env, db, run, "check_failed");
}

/** Stores the result of a check in one transaction and notifies the player, once. */
async function settle(
  env: Env,
  db: Database,
  run: PendingRun,
  result: CheckedRun | RunReason,
): Promise<void> {
  const now = Date.now();
  const statements: readonly [Statement<{ id: number }>, ...Statement[]] =
    typeof result === "string"
      ? [refuseRunStatement(run.id, result, now)]
      : settleRunStatements(run, result, now);
  const results = await db.batch([
    ...statements,
    runDetailsQuery(sql`r.id = ${run.id}`),
    walletsQuery(sql`${run.user_id}`),
    PENDING_WORK,
  ]);
  const [details, wallets, [pending]] = results.slice(-3) as unknown as Rows<
    [Statement<FoundRun>, Statement<Wallet>, typeof PENDING_WORK]
  >;
  const isSettled = (results[0]?.length ?? 0) > 0;
  if (isSettled) await notifyRunResult(env, details[0], wallets[0]);
  if (pending?.notices) await deliverNotices(env);
  if (pending?.due) await awardAchievements(env);
}
