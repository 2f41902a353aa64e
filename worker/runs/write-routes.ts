import { first, type SQL, sql } from "#db/database.ts";
import { ApiError, fieldError } from "#domain/errors.ts";
import { RATE_AFTER_SECONDS } from "#domain/levels/rules.ts";
import { createRunRoute, visitRoute } from "#domain/runs/api.ts";
import { MAX_WAITING_RUNS } from "#domain/runs/rules.ts";
import { runMs } from "#domain/sim/run-log.ts";
import { chargeStorage } from "../assets/charge-storage.ts";
import { playSessionStatements } from "../hosts/play-sessions.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { levelQuery, visibleLevel } from "../levels/queries.ts";
import { notifyUser } from "../live/notify.ts";
import { FROM_PLAY, writeWithEffects } from "../outbox/write-with-effects.ts";
import { insertRunStatement } from "./commands.ts";
import { storeRunLog } from "./live-run.ts";
import { logHash } from "./log-hash.ts";
import { presentRun } from "./present.ts";
import {
  countVisitStatement,
  type FoundRun,
  hasWaitingRoom,
  isRecordedRun,
  latestSessionsQuery,
  playedRevisionQuery,
  runDetailsQuery,
  waitingRunsQuery,
} from "./queries.ts";
import { queueCheck } from "./queue-check.ts";
import { countLogTicks, readLog, requirePhysics } from "./read-log.ts";
import { checkBudgetQuery, isInBudget, requireBudget } from "./run-checker.ts";
import { webCall } from "./web-call.ts";

/** Whether a key can be used in a level: any UUID, and the keys of the level's rooms. */
const isRunKeyOf = (key: string, level: number): boolean =>
  !key.startsWith("room-") || key.startsWith(`room-${level}-`);

/** The condition for a run of this user with the same inputs, which counts or waits. */
function isOwnRepeat(
  user: number,
  { level, revision, content }: { level: number; revision: number; content: string },
  hash: string | null,
): SQL {
  return sql`r.id = coalesce(
    (select d.id from runs d where d.level_id = ${level} and d.content = ${content} and d.log_hash = ${hash}
      and ${isRecordedRun("d")} and d.user_id = ${user}),
    (select d.id from runs d where d.user_id = ${user} and d.state = 'waiting' and d.level_id = ${level}
      and d.revision = ${revision} and d.log_hash = ${hash} limit 1))`;
}

/** Returns the run that already has this key. Throws if it's of another level. */
function sameRun(run: FoundRun, level: number): FoundRun {
  if (run.level_id !== level)
    throw new ApiError("idempotency_mismatch", { message: "This key was already used for another run." });
  return run;
}

export function runWriteRoutes(app: HonoApp): void {
  handle(app, createRunRoute, async ({ params, input, gate, viewer, env, now, defer }) => {
    const { revision, physics, start_tick } = input;
    const log = await readLog(input.log);
    requirePhysics(physics);
    const ticks = countLogTicks(log);
    if (!isRunKeyOf(input.key, params.id))
      throw fieldError("key", "This key belongs to a run in another level.");
    const call = webCall(viewer.id, input.key);
    const hash = await logHash(log, ticks);
    const level = visibleLevel(await gate.first(playedRevisionQuery(params.id, revision)), viewer);
    const { content, found, deleted_at } = level;
    if (found === null || content === null) throw fieldError("revision", "This level has no such revision.");
    if (deleted_at !== null)
      throw fieldError(
        "revision",
        "The level has changed since, and what you played in isn't stored anymore.",
      );
    const sender = { user: viewer.id, now };
    const { existing, repeated, waiting, budget } = await gate.play.read({
      existing: first(runDetailsQuery(sql`r.call = ${call}`, level)),
      repeated: first(
        runDetailsQuery(isOwnRepeat(viewer.id, { level: params.id, revision, content }, hash), level),
      ),
      waiting: first(waitingRunsQuery(viewer.id, MAX_WAITING_RUNS)),
      budget: first(checkBudgetQuery("runs", sender)),
    });
    if (existing) return { run: presentRun(sameRun(existing, params.id)) };
    if (repeated) return { run: presentRun(repeated) };
    if ((waiting?.value ?? 0) >= MAX_WAITING_RUNS)
      throw new ApiError("too_many", {
        message: "Your last runs are still being checked. Wait a moment and try again.",
        retryAfter: 60,
      });
    requireBudget(budget, ticks, now);
    await chargeStorage(env, viewer.id, [log]);
    // First the file, so a stored run always has its log. A retry of the call writes the same file.
    const asset = await storeRunLog(env, call, log);
    const run = { call, user: viewer.id, level: params.id, revision, content, physics, start_tick, ticks };
    const statements = {
      inserted: insertRunStatement(
        { ...run, ms: runMs(ticks), log: asset, log_hash: hash },
        now,
        isInBudget("runs", sender, ticks),
      ),
      stored: first(runDetailsQuery(sql`r.call = ${call}`, level)),
      left: first(checkBudgetQuery("runs", sender)),
    };
    const isFirst = sql`not exists (select 1 from runs r where r.call = ${call} or ${isOwnRepeat(viewer.id, { level: params.id, revision, content }, hash)})`;
    const { stored, left } = await gate.play.write(statements, {
      when: sql`${isFirst} and ${hasWaitingRoom(viewer.id, MAX_WAITING_RUNS)}`,
    });
    if (!stored) {
      await env.BUCKET.delete(asset);
      requireBudget(left, ticks, now);
      throw new ApiError("conflict");
    }
    defer(queueCheck(env, { run_id: stored.run_id }));
    return { run: presentRun(stored) };
  });

  handle(app, visitRoute, async (call) => {
    const { params, input, gate, viewer, env, now, defer } = call;
    const user = viewer.id;
    const level = params.id;
    const [row, sessions] = await Promise.all([
      gate.first(levelQuery(level, viewer)),
      gate.play.all(latestSessionsQuery(user)),
    ]);
    visibleLevel(row, viewer);
    if (input.seconds === 0 || !sessions.some(({ level_id }) => level_id === level)) {
      await writeWithEffects(call, FROM_PLAY, {
        playSession: playSessionStatements([{ user, level, started: now }], [], now),
      });
      return {};
    }
    const { before, counted } = await gate.play.write({
      before: latestSessionsQuery(user),
      counted: first(countVisitStatement(user, level, input.seconds, now)),
    });
    const secondsBefore = before.find(({ level_id }) => level_id === level)?.seconds ?? 0;
    if (secondsBefore < RATE_AFTER_SECONDS && (counted?.seconds ?? 0) >= RATE_AFTER_SECONDS)
      defer(notifyUser(env, user, { event: "RatingUnlocked", level_id: level }));
    return {};
  });
}
