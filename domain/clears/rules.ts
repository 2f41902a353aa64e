import { PLAYER } from "../world/limits.ts";
import type { Vec3, World } from "../world/schema.ts";

/** XP for the first clear of another user's level. */
export const FIRST_CLEAR_XP = 10;
/** A player's first clears of one creator's levels that bring XP in a New York day (docs/ECONOMY.md, rule 26). */
export const PAID_CLEARS_PER_CREATOR = 5;

const REACH = 1.5;
/** Factor of a boosting block on walking speed; it lasts for a second after. */
const BOOST = 2;
/** Moving blocks accelerate and brake, so at their fastest they move this many times as fast as on average. */
const FASTEST_MOTION = 1.5;

/** Lower bound in milliseconds of a clear's time, which takes every star and then the goal; 0 if unknown. */
export function fastestClear(world: World): number {
  const points = [
    world.spawn.position,
    ...world.stars.map(({ position }) => position),
    ...(world.goal ? [world.goal.position] : []),
  ];
  const bounces = world.blocks.some(({ effect }) => effect === "bounce");
  const distanceNeeded = Math.max(
    treeLength(points) - 2 * REACH * (points.length - 1),
    bounces ? 0 : climb(world.spawn.position, points),
  );
  return Math.max(0, Math.floor((distanceNeeded / topSpeed(world)) * 1000));
}

/** Top speed of a bopi in a world: walking, boosted, and carried by its fastest block at the middle of its way. */
export function topSpeed(world: World): number {
  const boosted = world.blocks.some(({ effect }) => effect === "boost");
  const carried = Math.max(
    0,
    ...world.blocks.map(({ motion }) => (motion ? Math.hypot(...motion.by) / motion.seconds : 0)),
  );
  return PLAYER.walkSpeed * (boosted ? BOOST : 1) + FASTEST_MOTION * carried;
}

/** A lower bound, in units, of a path from the spawn through all points: their minimum spanning tree, without heights. */
function treeLength(points: readonly Vec3[]): number {
  const distances = points.map(() => Number.POSITIVE_INFINITY);
  const unvisited = new Set(points.keys());
  let here = 0;
  let length = 0;
  for (unvisited.delete(here); unvisited.size > 0; unvisited.delete(here)) {
    let nearest = -1;
    for (const i of unvisited) {
      distances[i] = Math.min(distances[i] ?? 0, distance(points[here], points[i]));
      if (nearest < 0 || (distances[i] ?? 0) < (distances[nearest] ?? 0)) nearest = i;
    }
    length += distances[nearest] ?? 0;
    here = nearest;
  }
  return length;
}

const distance = (a?: Vec3, b?: Vec3): number => (a && b ? Math.hypot(a[0] - b[0], a[2] - b[2]) : 0);

/** Height of the highest point above the spawn, minus the reach of a jump. */
function climb([, start]: Vec3, points: readonly Vec3[]): number {
  return Math.max(...points.map(([, y]) => y - start)) - PLAYER.jumpHeight - PLAYER.height;
}
