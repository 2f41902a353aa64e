import { type Input, NO_INPUT } from "#domain/sim/input.ts";
import { packInputs, readInputs } from "#domain/sim/run-log.ts";
import { type Course, FLAG } from "#domain/sim/v1/course.ts";
import { Runner } from "#domain/sim/v1/runner.ts";
import { verifyRun } from "#domain/sim/verify-run.ts";
import { type Random, seededRandom } from "../random.ts";
import type { FoundRun } from "./find-run.ts";

/** Ticks of rest before which waiting longer changes nothing. */
const RESTED = 6;
const MAX_WAIT = 90;
const TRIES = 6;

/**
 * Another run of the same path: it rests longer here and there. Costs little more than a simulation. Null if the run never
 * rests (see `PathBotOptions.isResting`), or if no variation clears the course.
 */
export function varyRun(course: Course, run: FoundRun, seed: number): FoundRun | null {
  const random = seededRandom(seed);
  const { inputs, rests, period } = preparedRun(course, run);
  if (rests.length === 0) return null;
  for (let i = 0; i < TRIES; i++) {
    const log = packInputs(waitAt(inputs, chooseWaits(rests, period, random)));
    const verdict = verifyRun(course, run.startTick, log);
    if (verdict.ok) return { startTick: run.startTick, log, ticks: verdict.ticks };
  }
  return null;
}

/** Data that all variations of a run need. */
interface PreparedRun {
  inputs: readonly Input[];
  /** The ticks at which the run can wait and still clears the course. */
  rests: readonly number[];
  period: number;
}

const PREPARED = new WeakMap<FoundRun, PreparedRun>();

function preparedRun(course: Course, run: FoundRun): PreparedRun {
  const known = PREPARED.get(run);
  if (known) return known;
  const inputs = [...readInputs(run.log)];
  const period = periodOf(course);
  const wait = period > 1 ? period : MAX_WAIT;
  const rests = findRests(course, run.startTick, inputs).filter(
    (rest) => verifyRun(course, run.startTick, packInputs(waitAt(inputs, new Map([[rest, wait]])))).ok,
  );
  const prepared = { inputs, rests, period };
  PREPARED.set(run, prepared);
  return prepared;
}

/** The ticks at which the bopi has been standing still for a while. */
function findRests(course: Course, startTick: number, inputs: readonly Input[]): number[] {
  const runner = new Runner(course, startTick);
  const rests: number[] = [];
  let rested = 0;
  for (const [tick, input] of inputs.entries()) {
    runner.step(input);
    const { vx, vy, vz, ground, boostTicks } = runner;
    const isStill = input === NO_INPUT && ground >= 0 && vx === 0 && vy === 0 && vz === 0 && boostTicks === 0;
    rested = isStill ? rested + 1 : 0;
    if (rested === RESTED) rests.push(tick + 1);
  }
  return rests;
}

/** Ticks after which all moving blocks are where they were; 1 without any. Blocks with many different periods never are. */
export function periodOf({ flags, motion }: Course): number {
  let period = 1;
  for (const [solid, flag] of flags.entries()) {
    if ((flag & FLAG.moving) === 0) continue;
    const own = 2 * (motion[4 * solid + 3] ?? 1);
    if (period % own !== 0) period *= own / greatestDivisor(period, own);
  }
  return period;
}

const greatestDivisor = (a: number, b: number): number => (b === 0 ? a : greatestDivisor(b, a % b));

/** Ticks to wait at each of some rests; together as long as moving blocks need to be back. */
function chooseWaits(rests: readonly number[], period: number, random: Random): Map<number, number> {
  const waits = new Map<number, number>();
  const share = period > 1 ? 0.25 : 0.6;
  for (const rest of rests) if (random.chance(share)) waits.set(rest, random.int(1, MAX_WAIT));
  if (waits.size === 0) waits.set(random.pick(rests), random.int(1, MAX_WAIT));
  if (period > 1) for (const [rest] of waits) waits.set(rest, period * random.int(1, 2));
  return waits;
}

function* waitAt(inputs: readonly Input[], waits: ReadonlyMap<number, number>): Generator<Input> {
  for (const [tick, input] of inputs.entries()) {
    for (let i = waits.get(tick) ?? 0; i > 0; i--) yield NO_INPUT;
    yield input;
  }
}
