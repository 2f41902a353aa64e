import {
  directionOf,
  holdsJump,
  type Input,
  MAX_STRENGTH,
  NO_INPUT,
  strengthOf,
  toCanonicalInput,
} from "../sim/input.ts";
import { RunLogError, readStretches } from "../sim/run-log.ts";
import { TICKS_PER_SECOND } from "../sim/v1/rules.ts";
import { isRecognizable, NEAR_COPY_MS } from "./rules.ts";

/** Half of the shortest sharp turn is more than how far two equal pushes can be apart, so a turn isn't equal to no turn. */
const SHARP_TURN = 0.55;
const EQUAL_PUSH = 0.27;
/** Ticks that one run can be ahead of the other: as far as the times of compared runs are apart. */
const MAX_SHIFT = (NEAR_COPY_MS * TICKS_PER_SECOND) / 1000;
/** Moments in a row that have to be at their very ticks after a new shift, which a pause explains. Chance rarely does that. */
const SURE = 3;
/** Runs with fewer moments are almost the same by chance more often, so this share of them has to be at their very ticks. */
const MANY_MOMENTS = 20;
const EXACT_SHARE = 0.75;
/** Share of the moments that can be missing, but always one. */
const MISSING_SHARE = 0.1;

/** Enough to recognize any run. Bounds the cost of a comparison, about 10 ms. */
const MAX_MOMENTS = 5_000;

/** The parts of a run that are compared: its inputs, and when they change in ways that decide about it. */
export interface RunTrace {
  inputs: Uint16Array;
  moments: readonly Moment[];
}

/** A press of jump, or a sharp turn within `reach` ticks: trembling could be added anywhere. */
type Moment = { kind: "jump"; tick: number } | { kind: "turn"; tick: number; reach: 1 | 2 };

/** Reads a run up to its clear; null if it's too simple to be recognized, or can't be read. */
export function traceRun(log: Uint8Array, ticks: number): RunTrace | null {
  try {
    const inputs = new Uint16Array(ticks);
    let tick = 0;
    for (const stretch of readStretches(log)) {
      inputs.fill(toCanonicalInput(stretch.input), tick, tick + stretch.ticks);
      tick += stretch.ticks;
      if (tick >= ticks) break;
    }
    const moments: Moment[] = [];
    for (const moment of findMoments(inputs)) if (moments.push(moment) === MAX_MOMENTS) break;
    return isRecognizable(moments.length) ? { inputs, moments } : null;
  } catch (error) {
    if (error instanceof RunLogError) return null;
    throw error;
  }
}

function* findMoments(inputs: Uint16Array): Generator<Moment> {
  let held = NO_INPUT;
  for (const [tick, input] of inputs.entries()) {
    const before = inputAt(inputs, tick - 1);
    if (input === before && input === inputAt(inputs, tick - 2)) continue;
    if (isJump(inputs, tick)) yield { kind: "jump", tick };
    // A turn of two ticks is found twice.
    if (isWithin(SHARP_TURN, input, held)) continue;
    const isSudden = !isWithin(SHARP_TURN, input, before);
    if (!isSudden && isWithin(SHARP_TURN, input, inputAt(inputs, tick - 2))) continue;
    held = input;
    yield { kind: "turn", tick, reach: isSudden ? 1 : 2 };
  }
}

/** Whether one run repeats the other: it has almost all moments, at the same ticks after a shift. */
export const isNearCopy = (a: RunTrace, b: RunTrace): boolean => isRepeated(a, b) || isRepeated(b, a);

function isRepeated({ inputs, moments }: RunTrace, by: RunTrace): boolean {
  const mostMissing = Math.max(1, Math.floor(moments.length * MISSING_SHARE));
  const isAt = (moment: Moment, shift: number) => hasMoment(by.inputs, inputs, moment, shift);
  let shift = 0;
  let missing = 0;
  let exact = 0;
  for (const [i, moment] of moments.entries()) {
    const isExact = isAt(moment, shift);
    const found = isExact
      ? shift
      : (BESIDE.map((by) => shift + by).find((at) => Math.abs(at) <= MAX_SHIFT && isAt(moment, at)) ??
        findShift(moments.slice(i, i + SURE), shift, isAt));
    if (found === null) {
      missing++;
      if (missing > mostMissing) return false;
      continue;
    }
    if (isExact || Math.abs(found - shift) > 1) exact++;
    shift = found;
  }
  return moments.length >= MANY_MOMENTS || exact >= EXACT_SHARE * moments.length;
}

const BESIDE = [-1, 1];

/** The shift nearest to the one before at which all these moments are; null without one. */
function findShift(
  moments: readonly Moment[],
  before: number,
  isAt: (moment: Moment, shift: number) => boolean,
): number | null {
  if (moments.length < SURE) return null;
  for (let by = 2; by <= MAX_SHIFT + Math.abs(before); by++)
    for (const shift of [before + by, before - by])
      if (Math.abs(shift) <= MAX_SHIFT && moments.every((moment) => isAt(moment, shift))) return shift;
  return null;
}

/** Whether other inputs have a moment of these, some ticks later. */
function hasMoment(other: Uint16Array, inputs: Uint16Array, moment: Moment, shift: number): boolean {
  const at = moment.tick + shift;
  if (at < 0 || at >= other.length) return false;
  if (moment.kind === "jump") return isJump(other, at);
  const isEqual = (back: number) =>
    isWithin(EQUAL_PUSH, inputAt(other, at - back), inputAt(inputs, moment.tick - back));
  return isEqual(0) && isEqual(moment.reach);
}

/** Before a run, nothing is pressed. */
const inputAt = (inputs: Uint16Array, tick: number): Input => inputs[tick] ?? NO_INPUT;

const isJump = (inputs: Uint16Array, tick: number): boolean =>
  holdsJump(inputAt(inputs, tick)) && !holdsJump(inputAt(inputs, tick - 1));

/** Whether two pushes are this close, in shares of the strongest one. */
function isWithin(distance: number, a: Input, b: Input): boolean {
  const dx = pushX(a) - pushX(b);
  const dz = pushZ(a) - pushZ(b);
  return dx * dx + dz * dz <= distance * distance;
}

const SINES = Float32Array.from({ length: 256 }, (_, i) => Math.sin((i * Math.PI) / 128));
const pushX = (input: Input): number => (strengthOf(input) * (SINES[directionOf(input)] ?? 0)) / MAX_STRENGTH;
const pushZ = (input: Input): number =>
  (strengthOf(input) * (SINES[(directionOf(input) + 64) & 255] ?? 0)) / MAX_STRENGTH;
