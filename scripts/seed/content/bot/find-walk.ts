import type { Runner } from "#domain/sim/v1/runner.ts";
import type { Path } from "./path.ts";
import { type Spot, type Spots, WALK_RISE } from "./spots.ts";
import { type BotContext, isStable, Trial } from "./trial.ts";

/** Inputs that lead on foot to a step of a path. */
export interface Walk {
  trial: Trial;
  index: number;
}

const CLOSE = 0.8;
const EXACT = 0.3;
/** Distance from a straight line that is still walked straight. */
const STRAIGHT = 1.1;
/** Spots with a higher risk are not taken as shortcuts. */
const MAX_RISK = 0.15;
/** Ticks without coming closer after which a walk has failed. */
const MAX_STALLED = 25;

/** Walks along a path towards `end`, as far as possible in a straight line. `isExact` stops right on the spot. */
export function findWalk(
  context: BotContext,
  spots: Spots,
  runner: Runner,
  path: Path,
  { at, end, isExact = false }: { at: number; end: number; isExact?: boolean },
): Walk | null {
  // Shorter stretches keep closer to the route, so runs that vary take other ways.
  let far = context.random && !isExact ? Math.min(end, at + context.random.int(5, 20)) : end;
  while (far > at + 1 && !isStraight(spots, runner, path, at, far))
    far = at + Math.max(1, Math.floor((far - at) * 0.7));
  for (;;) {
    const trial = tryWalk(context, runner, path.spot(far), isExact && far === end ? EXACT : CLOSE);
    const index = trial ? path.indexOf(trial.runner, at) : -1;
    if (trial && index > at) return { trial, index: far === end ? Math.max(index, end) : index };
    if (trial && isExact && far === end) return { trial, index: end };
    if (far <= at + 1) return null;
    far = at + Math.max(1, Math.floor((far - at) / 2));
  }
}

/** Whether a path keeps near the line between two of its steps, or that line is all floor. */
function isStraight(spots: Spots, from: Runner, path: Path, at: number, end: number): boolean {
  const to = path.spot(end);
  const dx = to.x - from.x;
  const dz = to.z - from.z;
  const length = Math.hypot(dx, dz) || 1;
  for (let i = at; i < end; i++) {
    const { x, z } = path.spot(i);
    if (Math.abs((x - from.x) * dz - (z - from.z) * dx) / length > STRAIGHT) return isFloor(spots, from, to);
  }
  return true;
}

function isFloor({ grid, at }: Spots, from: Runner, to: Spot): boolean {
  const samples = Math.ceil((2 * Math.hypot(to.x - from.x, to.z - from.z)) / grid.cell);
  let { y } = from;
  for (let i = 1; i <= samples; i++) {
    const share = i / samples;
    const column = grid.columnAt(from.x + (to.x - from.x) * share, from.z + (to.z - from.z) * share);
    const height = y;
    const next = at(column).find((spot) => Math.abs(spot.y - height) <= WALK_RISE && spot.risk <= MAX_RISK);
    if (!next) return false;
    y = next.y;
  }
  return Math.abs(y - to.y) <= WALK_RISE;
}

function tryWalk({ budget }: BotContext, from: Runner, to: Spot, within: number): Trial | null {
  const trial = new Trial(from, budget);
  const { runner } = trial;
  const limit = 30 + trial.distanceTo(to.x, to.z) * (runner.swimming || to.kind === "water" ? 12 : 7);
  let stalled = 0;
  let before = trial.distanceTo(to.x, to.z);
  for (let i = 0; i < limit && stalled <= MAX_STALLED; i++) {
    trial.steer(to.x, to.z);
    if (!trial.isAlive) return null;
    const left = trial.distanceTo(to.x, to.z);
    if (left < within && trial.isStanding) {
      const isThere = Math.abs(runner.y - to.y) < (to.kind === "water" ? 3 : WALK_RISE + 0.3);
      return isThere && isStable(trial, to) ? trial : null;
    }
    stalled = left > before - 0.02 ? stalled + 1 : 0;
    before = left;
  }
  return null;
}
