import { type Columns, first, type SQL, type Statement, sql, statement } from "#db/database.ts";
import { ApiError, fieldError } from "#domain/errors.ts";
import { RATE_AFTER_SECONDS } from "#domain/levels/rules.ts";
import { createRunRoute, visitRoute } from "#domain/runs/api.ts";
import { CHECK_BUDGET_MS, CHECK_BUDGET_TICKS, MAX_WAITING_RUNS, type RunReason } from "#domain/runs/rules.ts";
import { type Physics, physicsFor } from "#domain/sim/index.ts";
import { runMs } from "#domain/sim/run-log.ts";
import type { Course } from "#domain/sim/v1/course.ts";
import { totalWork, type Verdict, verifySlices } from "#domain/sim/verify-run.ts";
import { chargeStorage } from "../assets/charge-storage.ts";
import { playSessionStatements } from "../hosts/play-sessions.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { loadWorld } from "../levels/commands.ts";
import { levelQuery, visibleLevel } from "../levels/queries.ts";
import { notifyUser } from "../live/notify.ts";
import { FROM_PLAY, writeWithEffects } from "../outbox/write-with-effects.ts";
import { callThread } from "../thread/call-thread.ts";
import { type CheckedRun, insertRunStatement } from "./commands.ts";
import { storeRunLog, webCall } from "./live-run.ts";
import { countLogTicks, logHash, readLog, requirePhysics } from "./log-hash.ts";
import { presentRun } from "./present.ts";
import {
  countVisitStatement,
  type FoundRun,
  hasWaitingRoom,
  isRecordedRun,
  latestSessionsQuery,
  type PendingRun,
  playedRevisionQuery,
  runDetailsQuery,
  waitingRunsQuery,
} from "./queries.ts";
import { queueCheck } from "./queue-check.ts";

/** Ticks that a user has sent for checks in the last hour. */
interface CheckBudget {
  ticks: number;
  /** When the first of it was sent; null without any. */
  since: number | null;
}

interface Sender {
  user: number;
  now: number;
}

const TABLES = {
  // Rooms have simulated live runs while they were played.
  runs: { index: sql.raw("runs indexed by runs_user"), condition: sql.raw("live = 0") },
  clear_checks: { index: sql.raw("clear_checks indexed by clear_checks_user"), condition: sql.raw("true") },
};
type Table = keyof typeof TABLES;

/** The rows of a user in the last hour; reads those and one more. */
const recentRows = (table: Table, { user, now }: Sender): SQL => {
  const { index, condition } = TABLES[table];
  const before = sql`(select id from ${index} where user_id = ${user} and created_at <= ${now - CHECK_BUDGET_MS}
    order by id desc limit 1)`;
  return sql`from ${index} where user_id = ${user} and id > coalesce(${before}, 0) and ${condition}`;
};

export const checkBudgetQuery = (table: Table, sender: Sender): Statement<CheckBudget> =>
  statement`select coalesce(sum(ticks), 0) as ticks, min(created_at) as since ${recentRows(table, sender)}`;

/** Condition: these ticks are within the budget. Part of the insert, so concurrent calls can't exceed it together. */
export const isInBudget = (table: Table, sender: Sender, ticks: number): SQL =>
  sql`(select coalesce(sum(ticks), 0) ${recentRows(table, sender)}) <= ${CHECK_BUDGET_TICKS - ticks}`;

/** Throws a 429 if these ticks are more than what is left of the budget. */
export function requireBudget(budget: CheckBudget | undefined, ticks: number, now: number): void {
  if (!budget || budget.ticks + ticks <= CHECK_BUDGET_TICKS) return;
  throw new ApiError("too_many", {
    message: "You've sent more than two hours of recordings within an hour. Try again later.",
    retryAfter: Math.max(1, Math.ceil(((budget.since ?? now) + CHECK_BUDGET_MS - now) / 1000)),
  });
}

/** A recorded run with the document that it was made in. */
export interface CheckableRun
  extends Pick<PendingRun, "id" | "physics" | "start_tick" | "log" | "ticks">,
    Columns<"level_revisions", "asset">,
    Columns<"levels", "visibility">,
    Columns<"users", "deleted_at"> {}

interface LoadedCourse {
  key: string;
  course: Course;
}

/** Simulates stored logs, in a side thread if it exists. Keeps one course: a large one takes megabytes. */
export class RunChecker {
  readonly #env: Env;
  #loaded: LoadedCourse | null = null;
  /** The cost of all checks, in half-spaces (5 ns each). */
  work = 0;

  constructor(env: Env) {
    this.#env = env;
  }

  /** Returns what the simulation says about a run, or why it's refused. */
  async check(run: CheckableRun): Promise<CheckedRun | RunReason> {
    if (run.visibility === "deleted") return "level_gone";
    if (run.deleted_at !== null) return "account_gone";
    const physics = physicsFor(run.physics);
    if (!physics) return "unknown_physics";
    const log = await this.#readLog(run);
    const verdict = (await this.#simulateOutside(run, log)) ?? (await this.#simulateHere(run, physics, log));
    this.work += totalWork(verdict.cost);
    if (!verdict.ok) return verdict.reason;
    return { verdict, log, log_hash: await logHash(log, verdict.ticks) };
  }

  async #simulateOutside({ asset, physics, start_tick }: CheckableRun, log: Uint8Array<ArrayBuffer>) {
    const { BUCKET, THREAD } = this.#env;
    const world = THREAD && (await BUCKET.get(asset));
    // Without its world, the simulation here says what is missing.
    if (!world) return null;
    const task = { task: "check", physics, startTick: start_tick } as const;
    const done = await callThread<Verdict>(this.#env, task, [log, await world.bytes()]);
    return done?.value ?? null;
  }

  async #simulateHere(run: CheckableRun, physics: Physics, log: Uint8Array): Promise<Verdict> {
    const { course } = await this.#load(run, physics);
    const slices = verifySlices(course, run.start_tick, log);
    for (;;) {
      const { done, value } = slices.next();
      if (done) return value;
      // Requests of the same process go first.
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
  }

  async #readLog({ id, log }: CheckableRun): Promise<Uint8Array<ArrayBuffer>> {
    const object = await this.#env.BUCKET.get(log);
    if (!object) throw new Error(`run ${id} has lost its log ${log}`);
    return new Uint8Array(await object.arrayBuffer());
  }

  async #load({ asset }: CheckableRun, physics: Physics): Promise<LoadedCourse> {
    const key = `${physics.version}:${asset}`;
    if (this.#loaded?.key === key) return this.#loaded;
    this.#loaded = null;
    const world = await loadWorld(this.#env, asset);
    this.#loaded = { key, course: physics.makeCourse(world) };
    return this.#loaded;
  }
}

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
