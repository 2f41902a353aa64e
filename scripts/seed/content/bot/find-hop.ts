import { FLAG } from "#domain/sim/v1/course.ts";
import { RULES } from "#domain/sim/v1/rules.ts";
import type { Runner } from "#domain/sim/v1/runner.ts";
import { shuffled } from "../random.ts";
import type { Path } from "./path.ts";
import type { Spot } from "./spots.ts";
import { type BotContext, isStable, Trial } from "./trial.ts";

/** Inputs that lead through the air to a step of a path. */
export interface Hop {
  trial: Trial;
  index: number;
}

/** How a hop is made: the way points, the ticks before the jump, and how long it is held (0 falls without jumping). */
interface Plan {
  aims: readonly Spot[];
  delay: number;
  hold: number;
}

const HOLDS = [24, 12, 5];
/** Ticks between the moments tried on moving blocks. */
const WAIT_STEP = 10;
const FLIGHT_TICKS = 110;
const FALL_TICKS = 60;
/** A speed upwards that only a bounce gives. */
const BOUNCED = RULES.jumpSpeed + 1;
/** A fall this far below its aim has failed. */
const MAX_BELOW = 8;

/** Tries ways through the air to a step of a path, from wherever a runner is on it. */
export function findHop(context: BotContext, runner: Runner, path: Path, jump: number): Hop | null {
  const takeOff = path.spot(jump - 1);
  const isRiding = takeOff.kind === "moving";
  const period = Math.max(
    periodOf(runner, takeOff),
    ...landings(path, jump).map((spot) => periodOf(runner, spot)),
  );
  for (let wait = 0; wait <= period; wait += WAIT_STEP) {
    const start = new Trial(runner, context.budget);
    for (let i = 0; i < wait && start.isStanding; i++) {
      const { x, z } = isRiding ? start.runner : runner;
      start.steer(x, z);
    }
    if (!start.isStanding && wait > 0) return null;
    const hop = findHopNow(context, start.runner, path, jump, wait > 0);
    if (!hop) continue;
    hop.trial.inputs.unshift(...start.inputs);
    return hop;
  }
  return null;
}

/** The spot of a jump, and those behind it as long as they bounce. */
function landings(path: Path, jump: number): Spot[] {
  const spots = [path.spot(jump)];
  for (let i = jump; path.spot(i).kind === "bounce" && i < path.last; i++) spots.push(path.spot(i + 1));
  return spots;
}

/** Ticks after which a spot is the same again: of moving blocks, and of crumbled ones that come back. */
function periodOf(runner: Runner, spot: Spot): number {
  const { course } = runner;
  const flags = course.flags[spot.solid] ?? 0;
  if ((flags & FLAG.moving) !== 0) return 2 * (course.motion[4 * spot.solid + 3] ?? 0);
  const isMissing = (flags & FLAG.crumble) !== 0 && runner.crumbleAge(course.blockOf[spot.solid] ?? 0) >= 0;
  return isMissing ? RULES.crumbleTicks + RULES.crumbledTicks : 0;
}

function findHopNow(context: BotContext, from: Runner, path: Path, jump: number, hasWaited: boolean) {
  for (const plan of plans(context, from, path, jump, hasWaited)) {
    if (context.budget.ticks <= 0) return null;
    const hop = tryHop(context, from, path, jump, plan);
    if (hop) return hop;
  }
  return null;
}

function* plans(
  { random }: BotContext,
  from: Runner,
  path: Path,
  jump: number,
  hasWaited: boolean,
): Generator<Plan> {
  const takeOff = path.spot(jump - 1);
  const ends = landings(path, jump);
  const landing = path.spot(jump);
  const far = Math.hypot(takeOff.x - from.x, takeOff.z - from.z);
  // The wait has varied the moment already.
  const step = hasWaited ? 6 : 2;
  const delays = Array.from({ length: Math.ceil((12 + far * 5) / step) }, (_, i) => step * i);
  const inOrder = random ? shuffled(delays, random) : delays;
  const beyond =
    path.steps[jump + 1]?.move === "walk"
      ? [path.spot(jump + (path.steps[jump + 2]?.move === "walk" ? 2 : 1))]
      : [];
  for (const end of hasWaited ? [ends] : [ends, ...beyond.map((spot) => [spot])])
    for (const aims of far > 1.2 ? [end, [takeOff, ...end]] : [end]) {
      if (landing.y < takeOff.y - 0.5) yield { aims, delay: 0, hold: 0 };
      for (const hold of hasWaited ? HOLDS.slice(0, 1) : HOLDS)
        for (const delay of inOrder) yield { aims, delay, hold };
    }
}

function tryHop(context: BotContext, from: Runner, path: Path, jump: number, { aims, delay, hold }: Plan) {
  const landing = path.spot(jump);
  const takeOff = path.spot(jump - 1);
  const trial = new Trial(from, context.budget);
  const { runner } = trial;
  let aim = 0;
  let isOff = false;
  const limit = delay + FLIGHT_TICKS * aims.length + (hold === 0 ? FALL_TICKS : 0);
  for (let i = 0; i < limit; i++) {
    const to = aims[aim] ?? landing;
    const isPast =
      to === takeOff
        ? trial.distanceTo(to.x, to.z) < 0.9 || i >= delay
        : to.kind === "bounce" && runner.vy > BOUNCED;
    if (isPast && aim < aims.length - 1) aim++;
    trial.steer(aims[aim]?.x ?? to.x, aims[aim]?.z ?? to.z, i >= delay && i < delay + hold);
    if (!trial.isAlive || (runner.vy < 0 && runner.y < Math.min(landing.y, from.y) - MAX_BELOW)) return null;
    if (!trial.isStanding) {
      isOff = true;
      continue;
    }
    if (!isOff && (hold > 0 || i < 3)) continue;
    const index = indexOfLanding(path, jump, runner);
    if (index < 0 && isOff && i > delay + hold + 40) return null;
    if (index < 0) continue;
    return isStable(trial, landing.kind === "moving" ? runner : path.spot(index)) ? { trial, index } : null;
  }
  return null;
}

/** Which step of a path a runner has landed on, anywhere on the block that was aimed at. */
function indexOfLanding(path: Path, jump: number, runner: Runner): number {
  const index = path.indexOf(runner, jump);
  if (index >= 0) return index;
  const landing = path.spot(jump);
  const isNear = landing.kind === "moving" || Math.abs(runner.y - landing.y) < 1.3;
  return runner.ground >= 0 && runner.ground === landing.solid && isNear ? jump : -1;
}
