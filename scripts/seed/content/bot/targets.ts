import { RULES } from "#domain/sim/v1/rules.ts";
import type { Runner } from "#domain/sim/v1/runner.ts";
import type { Vec3 } from "#domain/sim/v1/solid.ts";
import { type Penalties, Routes } from "./route.ts";
import type { Spot, Spots } from "./spots.ts";

/** A star or the goal. */
export interface Target {
  position: Vec3;
  isReached: (runner: Runner) => boolean;
  isGoal: boolean;
}

/** Distance from which targets are tried, and from which they need no jump. */
const FAR = 4;
const NEAR = 1.9;

/** The next targets of a runner: the stars that are left, or the goal. */
export function targetsOf({ course, stars }: Runner): Target[] {
  const left = course.world.stars.flatMap(({ position }, i): Target[] =>
    stars[i] === 1 ? [] : [{ position, isReached: (runner) => runner.stars[i] === 1, isGoal: false }],
  );
  const { goal } = course.world;
  if (left.length > 0 || !goal) return left;
  return [{ position: goal.position, isReached: ({ clearedAt }) => clearedAt > 0, isGoal: true }];
}

/** The spots from which a point can be reached, with the seconds that it takes from there. */
export function spotsNear(spots: Spots, [x, y, z]: Vec3): Map<Spot, number> {
  const found = new Map<Spot, number>();
  const column = spots.grid.columnAt(x, z);
  if (column < 0) return found;
  for (const spot of spots.around(column, Math.ceil(FAR / spots.grid.cell))) {
    const flat = Math.hypot(spot.x - x, spot.z - z);
    const above = y - spot.y;
    const isLow = above < RULES.height + RULES.reach;
    if (
      above < -RULES.reach ||
      above > RULES.height + RULES.reach + 6 ||
      flat > FAR ||
      spot.kind === "bounce"
    )
      continue;
    found.set(spot, flat < NEAR && isLow ? flat / 30 : 1 + flat / 4);
  }
  return found;
}

/** The quickest order of targets from a spot, with the goal afterwards. */
export function orderTargets(
  spots: Spots,
  here: Spot,
  targets: readonly Target[],
  goal: Vec3 | undefined,
  penalties: Penalties,
): Target[] {
  const near = targets.map(({ position }) => spotsNear(spots, position));
  const nearGoal = goal && spotsNear(spots, goal);
  const start = new Routes(spots, here, penalties);
  const first = near.map((ends) => quickest(start, ends));
  const legs = first
    .map(({ spot }) => spot && new Routes(spots, spot, penalties))
    .map((routes) =>
      routes
        ? {
            to: near.map((ends) => quickest(routes, ends).seconds),
            toGoal: nearGoal ? quickest(routes, nearGoal).seconds : 0,
          }
        : null,
    );
  const cost = (from: number, to: number) =>
    (from < 0 ? first[to]?.seconds : legs[from]?.to[to]) ?? UNREACHABLE;
  const order = shortestTour(targets.length, cost, (from) => legs[from]?.toGoal ?? UNREACHABLE);
  return order.flatMap((i) => targets[i] ?? []);
}

/** The end that is reached first. */
export function quickest(routes: Routes, ends: ReadonlyMap<Spot, number>) {
  let best: { spot: Spot | null; seconds: number } = { spot: null, seconds: UNREACHABLE };
  for (const [spot, extra] of ends) {
    const seconds = routes.secondsTo(spot) + extra;
    if (seconds < best.seconds) best = { spot, seconds };
  }
  return best;
}

/** Seconds from one point to another; `from` is −1 for the start. At least `UNREACHABLE` if there is no way. */
type TourCost = (from: number, to: number) => number;

const UNREACHABLE = 10_000;
/** The exact method's work grows with 2 to the power of the number of points. */
const MAX_EXACT = 12;

/** The quickest order of `count` points. `last` is what remains to do after the last one. */
const shortestTour = (count: number, cost: TourCost, last: (from: number) => number): number[] =>
  count <= MAX_EXACT ? exactTour(count, cost, last) : greedyTour(count, cost, last);

/** Dynamic programming over sets of points, which are bits of a number. */
function exactTour(count: number, cost: TourCost, last: (from: number) => number): number[] {
  const all = (1 << count) - 1;
  const seconds = new Float64Array((all + 1) * count).fill(Number.POSITIVE_INFINITY);
  const previous = new Int8Array((all + 1) * count).fill(-1);
  for (let i = 0; i < count; i++) seconds[(1 << i) * count + i] = cost(-1, i);
  for (let set = 1; set <= all; set++)
    for (let i = 0; i < count; i++) {
      const here = seconds[set * count + i] ?? 0;
      if (here === Number.POSITIVE_INFINITY) continue;
      for (let k = 0; k < count; k++) {
        const next = (set | (1 << k)) * count + k;
        const total = here + cost(i, k);
        if ((set & (1 << k)) !== 0 || total >= (seconds[next] ?? 0)) continue;
        seconds[next] = total;
        previous[next] = i;
      }
    }
  const total = (i: number) => (seconds[all * count + i] ?? 0) + last(i);
  let at = 0;
  for (let i = 1; i < count; i++) if (total(i) < total(at)) at = i;
  const order: number[] = [];
  for (let set = all; at >= 0; ) {
    order.push(at);
    const before = previous[set * count + at] ?? -1;
    set &= ~(1 << at);
    at = before;
  }
  return order.reverse();
}

/** Always the nearest point that leaves the others within reach. */
function greedyTour(count: number, cost: TourCost, last: (from: number) => number): number[] {
  const left = new Set(Array.from({ length: count }, (_, i) => i));
  const order: number[] = [];
  while (left.size > 0) {
    const here = order.at(-1) ?? -1;
    let best = -1;
    let least = Number.POSITIVE_INFINITY;
    for (const i of left) {
      let total = cost(here, i) + (left.size === 1 ? last(i) : 0);
      for (const k of left) if (k !== i && cost(i, k) >= UNREACHABLE) total += UNREACHABLE;
      if (total >= least) continue;
      best = i;
      least = total;
    }
    left.delete(best);
    order.push(best);
  }
  return order;
}
