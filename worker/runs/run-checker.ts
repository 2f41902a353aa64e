import { type Columns, type SQL, type Statement, sql, statement } from "#db/database.ts";
import { ApiError } from "#domain/errors.ts";
import { CHECK_BUDGET_MS, CHECK_BUDGET_TICKS, type RunReason } from "#domain/runs/rules.ts";
import { type Physics, physicsFor } from "#domain/sim/index.ts";
import type { Course } from "#domain/sim/v1/course.ts";
import { totalWork, type Verdict, verifySlices } from "#domain/sim/verify-run.ts";
import { loadWorld } from "../levels/commands.ts";
import { callThread } from "../thread/call-thread.ts";
import type { CheckedRun } from "./commands.ts";
import { logHash } from "./log-hash.ts";
import type { PendingRun } from "./queries.ts";

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

/**
 * Simulates runs from their stored logs: in the thread beside this process where there is one, else in slices. Keeps one course in memory for the
 * next run, because a large one takes megabytes.
 */
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

  async #simulateOutside(
    { asset, physics, start_tick }: CheckableRun,
    log: Uint8Array<ArrayBuffer>,
  ): Promise<Verdict | null> {
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
      await nextTurn();
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

/** Lets requests of the same process go first. */
const nextTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
