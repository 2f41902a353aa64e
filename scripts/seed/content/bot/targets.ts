import { RULES } from "#domain/sim/v1/rules.ts";
import type { Runner } from "#domain/sim/v1/runner.ts";
import type { Vec3 } from "#domain/sim/v1/solid.ts";
import { type Penalties, Routes } from "./route.ts";
import { shortestTour, UNREACHABLE } from "./shortest-tour.ts";
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
export function quickest(
  routes: Routes,
  ends: ReadonlyMap<Spot, number>,
): { spot: Spot | null; seconds: number } {
  let best: { spot: Spot | null; seconds: number } = { spot: null, seconds: UNREACHABLE };
  for (const [spot, extra] of ends) {
    const seconds = routes.secondsTo(spot) + extra;
    if (seconds < best.seconds) best = { spot, seconds };
  }
  return best;
}
