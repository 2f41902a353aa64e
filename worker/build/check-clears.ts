import { type Columns, type Database, type Statement, sql, statement } from "#db/database.ts";
import type { clear_checks, users } from "#db/schema/index.ts";
import type { RunReason } from "#domain/runs/rules.ts";
import { logError } from "../http/log.ts";
import { buildStub } from "../live/stubs.ts";
import type { CheckableRun, RunChecker } from "../runs/run-checker.ts";
import { refusedCheckText, settleClearCheck } from "./commands.ts";

/** A recorded clear that waits for its check. */
export type PendingClear = CheckableRun &
  Columns<"clear_checks", "level_id" | "content"> &
  Columns<"users", "username">;

/** The clears among these that still wait for their check, shortest first. */
export const pendingClearsQuery = (ids: readonly number[]): Statement<PendingClear> =>
  statement<PendingClear>(sql`select c.id, c.level_id, c.content, c.physics, c.start_tick, c.log, c.ticks, c.world as asset,
      l.visibility, u.deleted_at, u.username
    from clear_checks c cross join users u on u.id = c.user_id cross join levels l on l.id = c.level_id
    where c.id in (select value from json_each(${JSON.stringify(ids)})) and c.state = 'waiting' order by c.ticks`);

/** Simulates a recorded clear again and stores the result. */
export async function checkClear(
  env: Env,
  db: Database,
  clear: PendingClear,
  checker: RunChecker,
): Promise<void> {
  const result = await checker.check(clear);
  await settleClear(
    env,
    db,
    clear,
    typeof result === "string" ? { reason: result } : { ms: result.verdict.ms },
  );
}

/** Stores the result of a check once, and sends it to everyone who builds the level. */
export async function settleClear(
  env: Env,
  db: Database,
  clear: PendingClear,
  result: { ms: number } | { reason: RunReason },
): Promise<void> {
  const { content, username, level_id: level } = clear;
  const {
    settled: [settled],
  } = await db.batch(settleClearCheck(clear, result, Date.now()));
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
