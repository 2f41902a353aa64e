import { holdsJump } from "./input.ts";
import { RUN_LIMITS, RunLogError, readStretches, runMs, type Stretch } from "./run-log.ts";
import type { Course } from "./v1/course.ts";
import { Runner } from "./v1/runner.ts";

/** Signs of inputs written by a program. For staff; they decide nothing. */
export interface InputStatistics {
  /** Changes of input per minute. */
  changesPerMinute: number;
  jumps: number;
  /** Jumps that were held for one tick. */
  shortestJumps: number;
}

export type RunProblem = "malformed" | "too_long" | "too_costly" | "not_cleared";

/** The cost of a check: ticks that were simulated, and half-spaces looked at in them. */
export interface CheckCost {
  ticks: number;
  work: number;
}

export type Verdict = { cost: CheckCost } & (
  | {
      ok: true;
      ticks: number;
      ms: number;
      deaths: number;
      work: number;
      statistics: InputStatistics;
    }
  | { ok: false; reason: RunProblem }
);

/** Simulates a run from its log alone. Stops at limits and skips repetition, so hostile logs are cheap. */
export function verifyRun(course: Course, startTick: number, log: Uint8Array): Verdict {
  const slices = verifySlices(course, startTick, log);
  for (;;) {
    const { done, value } = slices.next();
    if (done) return value;
  }
}

/** A tick takes about as long as this many half-spaces, even if nothing is near. */
const TICK_WORK = 500;

/** Returns the cost of a check in half-spaces (5 ns each). */
export const totalWork = ({ ticks, work }: CheckCost): number => work + ticks * TICK_WORK;

/** The cost of a slice, about 10 ms. */
export const SLICE_WORK = 2_000_000;

/** The same as `verifyRun`, in slices of `SLICE_WORK`: what comes between them is up to the caller. */
export function* verifySlices(
  course: Course,
  startTick: number,
  log: Uint8Array,
): Generator<undefined, Verdict, undefined> {
  const cost = { ticks: 0, work: 0 };
  if (log.length > RUN_LIMITS.bytes) return { ok: false, reason: "too_long", cost };
  try {
    return yield* simulate(new Runner(course, startTick), log, cost);
  } catch (error) {
    if (error instanceof RunLogError) return { ok: false, reason: "malformed", cost };
    throw error;
  }
}

/** A run's first ticks may be more expensive than its average. */
const WARM_UP_TICKS = 60;

/** The length from which repetitions in a stretch are looked for. Almost all stretches of honest runs are shorter. */
const FIRST_ANCHOR = 64;

function* simulate(
  runner: Runner,
  log: Uint8Array,
  cost: CheckCost,
): Generator<undefined, Verdict, undefined> {
  if (runner.tickWork > RUN_LIMITS.workInTick) return { ok: false, reason: "too_costly", cost };
  let nextSlice = SLICE_WORK;
  for (const stretch of readStretches(log)) {
    const end = runner.ticks + stretch.ticks;
    const repetition = new Repetition(runner, stretch);
    while (runner.ticks < end) {
      runner.step(stretch.input);
      cost.ticks++;
      cost.work += runner.tickWork;
      if (isTooCostly(runner)) return { ok: false, reason: "too_costly", cost };
      if (runner.clearedAt > 0) return cleared(runner, log, cost);
      repetition.skip(end);
      if (totalWork(cost) < nextSlice) continue;
      yield;
      nextSlice = totalWork(cost) + SLICE_WORK;
    }
  }
  return { ok: false, reason: "not_cleared", cost };
}

const cleared = ({ clearedAt, deaths, work }: Runner, log: Uint8Array, cost: CheckCost): Verdict => ({
  ok: true,
  ticks: clearedAt,
  ms: runMs(clearedAt),
  deaths,
  work,
  statistics: inputStatistics(log, clearedAt),
  cost,
});

/** Detects that a stretch of one input repeats an earlier state, replaced after 64, 128, 256, … ticks. */
class Repetition {
  readonly #runner: Runner;
  readonly #begin: number;
  /** Null before the first, and for stretches that are short or have been skipped. */
  #anchor: Runner | null = null;
  #nextAnchor: number;

  constructor(runner: Runner, { ticks }: Stretch) {
    this.#runner = runner;
    this.#begin = runner.ticks;
    this.#nextAnchor = ticks > FIRST_ANCHOR ? FIRST_ANCHOR : Number.POSITIVE_INFINITY;
  }

  /** Skips to the last two repetitions of a stretch that ends at `end`. The result is the same as without. */
  skip(end: number): void {
    const runner = this.#runner;
    if (this.#anchor && runner.repeats(this.#anchor)) {
      // The last one is simulated, because a run can be too costly in the middle of it.
      const times = Math.floor((end - runner.ticks) / (runner.ticks - this.#anchor.ticks)) - 1;
      if (times > 0) runner.skip(this.#anchor, times);
      this.#anchor = null;
      this.#nextAnchor = Number.POSITIVE_INFINITY;
    } else if (runner.ticks - this.#begin >= this.#nextAnchor) {
      this.#anchor = runner.clone();
      this.#nextAnchor *= 2;
    }
  }
}

/** How a log's inputs were made, up to a number of ticks. */
export function inputStatistics(log: Uint8Array, ticks: number): InputStatistics {
  let changes = 0;
  let jumps = 0;
  let shortestJumps = 0;
  let held = 0;
  let total = 0;
  for (const stretch of readStretches(log)) {
    if (total >= ticks) break;
    total += stretch.ticks;
    changes++;
    if (holdsJump(stretch.input)) held += stretch.ticks;
    else if (held > 0) {
      jumps++;
      if (held === 1) shortestJumps++;
      held = 0;
    }
  }
  return { changesPerMinute: Math.round(changes / (ticks / 3600)), jumps, shortestJumps };
}

/** Whether a run is over the limits of work. Players are warned by the same rule while they play. */
export const isTooCostly = ({ tickWork, work, ticks }: Runner): boolean =>
  tickWork > RUN_LIMITS.workInTick || work > RUN_LIMITS.workOnAverage * (ticks + WARM_UP_TICKS);
