import { PLAYER } from "../world/limits.ts";
import type { Vec3, World } from "../world/schema.ts";

/** What the first clear of somebody else's level brings. */
export const FIRST_CLEAR_XP = 10;

/** A star or goal is reached from this far away. */
const REACH = 1.5;
/** How much a boosting block adds to walking speed. */
const BOOST = 2;

/** Milliseconds that no clear of a world can be faster than; 0 where nothing can be said. */
export function fastestClear(world: World): number {
  const points = [
    world.spawn.position,
    ...world.stars.map(({ position }) => position),
    ...(world.goal ? [world.goal.position] : []),
  ];
  const bounces = world.blocks.some(({ effect }) => effect === "bounce");
  const way = Math.max(treeLength(points) - 2 * REACH * (points.length - 1), bounces ? 0 : climb(points));
  return Math.max(0, Math.floor((way / topSpeed(world)) * 1000));
}

/** The fastest that a bopi gets along in a world: walking, boosted, or carried by its fastest block on top of that. */
export function topSpeed(world: World): number {
  const boosted = world.blocks.some(({ effect }) => effect === "boost");
  const carried = Math.max(
    0,
    ...world.blocks.map(({ motion }) => (motion ? Math.hypot(...motion.by) / motion.seconds : 0)),
  );
  return PLAYER.walkSpeed * (boosted ? BOOST : 1) + carried;
}

/**
 * The star path: a length that no way from the spawn over all points can be shorter than, by the shortest tree that joins
 * them (Prim's algorithm). Heights are left out, as falling costs no walking; units of length.
 */
function treeLength(points: readonly Vec3[]): number {
  const away = points.map(() => Number.POSITIVE_INFINITY);
  const left = new Set(points.keys());
  let here = 0;
  let length = 0;
  for (left.delete(here); left.size > 0; left.delete(here)) {
    let nearest = -1;
    for (const i of left) {
      away[i] = Math.min(away[i] ?? 0, distance(points[here], points[i]));
      if (nearest < 0 || (away[i] ?? 0) < (away[nearest] ?? 0)) nearest = i;
    }
    length += away[nearest] ?? 0;
    here = nearest;
  }
  return length;
}

const distance = (a?: Vec3, b?: Vec3): number => (a && b ? Math.hypot(a[0] - b[0], a[2] - b[2]) : 0);

/** How far above the spawn the highest point is, less what a jump reaches. */
function climb(points: readonly Vec3[]): number {
  const start = points[0]?.[1] ?? 0;
  return Math.max(...points.map(([, y]) => y - start)) - PLAYER.jumpHeight - PLAYER.height;
}
