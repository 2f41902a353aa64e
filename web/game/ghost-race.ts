import type { Scene } from "three";
import { type Physics, physicsFor } from "#domain/sim/index.ts";
import { type Input, NO_INPUT } from "#domain/sim/input.ts";
import { RunLogError, readStretches } from "#domain/sim/run-log.ts";
import type { Course } from "#domain/sim/v1/course.ts";
import type { Runner } from "#domain/sim/v1/runner.ts";
import type { Vec3 } from "#domain/world/schema.ts";
import { GameActor } from "./game-actor.ts";
import type { GhostRun } from "./game-state.ts";

/** A state is saved every 10 seconds, so going back needs at most as many ticks. */
const SAVE_TICKS = 600;

/** A stored run that is simulated again, from any tick to any other. */
export class ReplayRun {
  runner: Runner;
  readonly ticks: number;
  /** The tick at which each stretch of equal input begins, and its input. */
  readonly #starts: number[] = [];
  readonly #inputs: Input[] = [];
  readonly #saved: Runner[];
  #stretch = 0;

  /** Throws a `RunLogError` if the log is malformed. */
  constructor(first: Runner, log: Uint8Array) {
    let ticks = 0;
    for (const stretch of readStretches(log)) {
      this.#starts.push(ticks);
      this.#inputs.push(stretch.input);
      ticks += stretch.ticks;
    }
    this.ticks = ticks;
    this.runner = first;
    this.#saved = [first.clone()];
  }

  get tick(): number {
    return this.runner.ticks;
  }

  /** The input of the tick that leads from `tick` to the next one. */
  inputAt(tick: number): Input {
    if (tick < 0 || tick >= this.ticks) return NO_INPUT;
    // Mostly the same stretch as before, or the next one.
    if ((this.#starts[this.#stretch] ?? 0) > tick) this.#stretch = 0;
    while ((this.#starts[this.#stretch + 1] ?? Number.POSITIVE_INFINITY) <= tick) this.#stretch++;
    return this.#inputs[this.#stretch] ?? NO_INPUT;
  }

  step(): boolean {
    const tick = this.runner.ticks;
    if (tick >= this.ticks) return false;
    this.runner.step(this.inputAt(tick));
    const next = tick + 1;
    if (next % SAVE_TICKS === 0 && this.#saved.length === next / SAVE_TICKS)
      this.#saved.push(this.runner.clone());
    return true;
  }

  /** Goes to a tick, by at most `most` steps. Returns whether it was reached. */
  seek(tick: number, most = Number.POSITIVE_INFINITY): boolean {
    const goal = Math.max(0, Math.min(this.ticks, Math.floor(tick)));
    const index = Math.min(this.#saved.length - 1, Math.floor(goal / SAVE_TICKS));
    const nearest = this.#saved[index];
    if (nearest && (goal < this.runner.ticks || nearest.ticks > this.runner.ticks))
      this.runner = nearest.clone();
    for (let i = 0; i < most && this.runner.ticks < goal; i++) this.step();
    return this.runner.ticks === goal;
  }
}

/** The level's course for a version of the simulation. */
export type CourseFor = (physics: Physics) => Course;

/** A replay of a log; null if its physics is unknown or the log is malformed. */
export function createReplayRun(
  courseFor: CourseFor,
  { log, startTick, physics }: { log: Uint8Array; startTick: number; physics: number },
): ReplayRun | null {
  const version = physicsFor(physics);
  if (!version) return null;
  try {
    return new ReplayRun(new version.Runner(courseFor(version), startTick), log);
  } catch (error) {
    if (error instanceof RunLogError) return null;
    throw error;
  }
}

/** Ticks that one frame simulates ahead to learn when the ghost was where. */
const SPLIT_TICKS = 400;

/** Distances from the player at which the ghost is hidden and fully visible. */
const NEAREST = 0.8;
const CLEAR = 3;

/** When a stored run had how many stars, and which checkpoint. Learned in slices. */
export class GhostSplits {
  /** Ticks by number of stars, and by checkpoint. */
  readonly #stars: number[] = [0];
  readonly #checkpoints = new Map<number, number>();
  #end = 0;
  readonly #run: ReplayRun;

  constructor(run: ReplayRun) {
    this.#run = run;
  }

  advance(most: number): void {
    for (let i = 0; i < most && this.#run.step(); i++) {
      const { runner } = this.#run;
      const collected = runner.stars.length - runner.starsLeft;
      while (this.#stars.length <= collected) this.#stars.push(runner.ticks);
      if (!this.#checkpoints.has(runner.checkpoint)) this.#checkpoints.set(runner.checkpoint, runner.ticks);
      if (runner.clearedAt > 0) this.#end = runner.clearedAt;
    }
  }

  atStars(count: number): number | null {
    return this.#stars[count] ?? null;
  }

  atCheckpoint(checkpoint: number): number | null {
    return this.#checkpoints.get(checkpoint) ?? null;
  }

  get atEnd(): number | null {
    return this.#end || null;
  }
}

/** A see-through bopi that repeats a stored run from each start. Its blocks follow the player's clock. */
export class GhostRace {
  readonly splits: GhostSplits;
  readonly #run: ReplayRun;
  readonly #actor: GameActor;

  private constructor(run: ReplayRun, splits: GhostSplits, actor: GameActor) {
    this.#run = run;
    this.splits = splits;
    this.#actor = actor;
    this.restart();
  }

  /** Null if the run can't be shown: its physics is unknown or its log is malformed. */
  static create(scene: Scene, courseFor: CourseFor, ghost: GhostRun): GhostRace | null {
    const run = createReplayRun(courseFor, ghost);
    const ahead = createReplayRun(courseFor, ghost);
    if (!run || !ahead) return null;
    const actor = new GameActor(scene, ghost.look, { ghost: true, detail: "reduced" });
    return new GhostRace(run, new GhostSplits(ahead), actor);
  }

  restart(): void {
    this.#run.seek(0);
    this.#actor.place(this.#run.runner);
  }

  step(): void {
    const input = this.#run.inputAt(this.#run.tick);
    this.#run.step();
    this.#actor.move(this.#run.runner, input);
  }

  hide(): void {
    this.#actor.figure.object.visible = false;
  }

  /** Fades where it would cover the player's bopi, as at the start. */
  draw(alpha: number, seconds: number, [x, y, z]: Vec3): void {
    this.#actor.figure.object.visible = true;
    this.splits.advance(SPLIT_TICKS);
    this.#actor.interpolate(alpha);
    const at = this.#actor.position;
    const distance = Math.hypot(at[0] - x, at[1] - y, at[2] - z);
    this.#actor.draw(seconds, Math.max(0, Math.min(1, (distance - NEAREST) / (CLEAR - NEAREST))), null);
  }

  dispose(): void {
    this.#actor.dispose();
  }
}
