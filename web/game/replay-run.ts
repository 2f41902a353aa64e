import { type Physics, physicsFor } from "#domain/sim/index.ts";
import { type Input, NO_INPUT } from "#domain/sim/input.ts";
import { RunLogError, readStretches } from "#domain/sim/run-log.ts";
import type { Course } from "#domain/sim/v1/course.ts";
import type { Runner } from "#domain/sim/v1/runner.ts";

/** A state is saved every 10 seconds, so going back needs at most as many ticks. */
const SAVE_TICKS = 600;

/** A stored run that is simulated again, from any tick to any other. */
export class ReplayRun {
  /** The runner at the current tick. Going back replaces it. */
  runner: Runner;
  /** The run's length. */
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

  /** One tick ahead. Returns false at the end. */
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
