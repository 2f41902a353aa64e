import type { Columns } from "#db/database.ts";
import type { RunReason } from "#domain/runs/rules.ts";
import { type Physics, physicsFor } from "#domain/sim/index.ts";
import type { Course } from "#domain/sim/v1/course.ts";
import { totalWork, type Verdict, verifySlices } from "#domain/sim/verify-run.ts";
import { loadWorld } from "../levels/commands.ts";
import { callThread } from "../thread/call-thread.ts";
import type { CheckedRun } from "./commands.ts";
import { logHash } from "./log-hash.ts";
import type { PendingRun } from "./queries.ts";

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
