import { directionOf, encodeInput, holdsJump, MAX_STRENGTH, strengthOf } from "#domain/sim/input.ts";
import { packInputs, readInputs } from "#domain/sim/run-log.ts";
import type { Course } from "#domain/sim/v1/course.ts";
import { verifyRun } from "#domain/sim/verify-run.ts";
import type { FoundRun } from "../seed/content/bot/find-run.ts";
import { periodOf, varyRun } from "../seed/content/bot/vary-run.ts";
import { type Random, seededRandom } from "../seed/content/random.ts";

/** With blocks that take longer to be back where they were, waiting for the moment of a known run takes too long. */
const MAX_PERIOD = 1_800;
const VARIATIONS = 6;
const NUDGES = 12;

/**
 * Runs that clear a course, for any time. A known run works again whenever the moving blocks are where they were, so a few
 * searches are enough for any number of runs, no two of which are the same.
 */
export class CourseRuns {
  readonly #course: Course;
  readonly #bases: readonly FoundRun[];
  readonly #period: number;
  /** Logs that have been used. The site refuses copies of other players' runs. */
  readonly #used: Set<string>;

  /** `bases` are known runs that clear this course. Others are ignored. */
  constructor(course: Course, bases: readonly FoundRun[]) {
    this.#course = course;
    this.#period = periodOf(course);
    this.#bases = bases.filter(({ startTick, log }) => verifyRun(course, startTick, log).ok);
    this.#used = new Set(this.#bases.map(({ log }) => log.toString()));
  }

  /** A run that begins at a tick or soon after, another one for each seed; null if none is known. */
  next(tick: number, seed: number): FoundRun | null {
    if (this.#bases.length === 0 || this.#period > MAX_PERIOD) return null;
    const random = seededRandom(seed);
    const base = random.pick(this.#bases);
    const run = this.#varied(base, random) ?? base;
    const startTick = tick + modulo(run.startTick - tick, this.#period);
    const verdict = verifyRun(this.#course, startTick, run.log);
    if (!verdict.ok) return null;
    this.#used.add(run.log.toString());
    return { startTick, log: run.log, ticks: verdict.ticks };
  }

  #varied(base: FoundRun, random: Random): FoundRun | null {
    for (let i = 0; i < VARIATIONS; i++) {
      const run = varyRun(this.#course, base, random.int(1, 2 ** 31));
      if (run && !this.#used.has(run.log.toString())) return run;
    }
    return this.#nudged(base, random);
  }

  /** The same run, but a little slower or faster in one tick. */
  #nudged(base: FoundRun, random: Random): FoundRun | null {
    const inputs = [...readInputs(base.log)];
    for (let i = 0; i < NUDGES; i++) {
      const at = random.int(0, inputs.length - 1);
      const input = inputs[at] ?? 0;
      const strength = strengthOf(input);
      if (strength === 0) continue;
      const changed = strength === MAX_STRENGTH || random.chance(0.5) ? strength - 1 : strength + 1;
      const log = packInputs(inputs.with(at, encodeInput(directionOf(input), changed, holdsJump(input))));
      const verdict = verifyRun(this.#course, base.startTick, log);
      if (verdict.ok && !this.#used.has(log.toString()))
        return { startTick: base.startTick, log, ticks: verdict.ticks };
    }
    return null;
  }
}

const modulo = (value: number, by: number): number => ((value % by) + by) % by;
