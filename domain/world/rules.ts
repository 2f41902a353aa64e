import type { Vec3, World } from "./schema.ts";

/** Why a world can't be published in a category ('', 'star collection' or 'free roam'), or null when it can. */
export function categoryProblem(category: string, world: World): string | null {
  if (category === "star collection" && world.stars.length === 0) {
    return "A star collection level needs at least one star. Add an entry to stars, or choose another category.";
  }
  return null;
}

/** Why nobody could play a world, or null. Only what is certain is refused: creators build strange things. */
export function playableProblem(world: World): string | null {
  if (world.blocks.length === 0) return "The level has no blocks. Add at least one for the bopi to stand on.";
  return null;
}

/** Whether a world has an end: all its stars collected, or its goal reached. */
export function isClearable(world: World): boolean {
  return world.stars.length > 0 || world.goal !== undefined;
}

/**
 * A short way through the level in units: from the spawn to the nearest star not yet taken, again and again, and
 * to the goal at last. No clear can be faster than a fraction of this at walking speed.
 */
export function pathLength(world: World): number {
  let here: Vec3 = world.spawn.position;
  let length = 0;
  const left = world.stars.map((star) => star.position);
  while (left.length > 0) {
    let nearest = 0;
    for (let i = 1; i < left.length; i++) {
      if (distance(here, left[i]) < distance(here, left[nearest])) nearest = i;
    }
    const [next] = left.splice(nearest, 1);
    length += distance(here, next);
    here = next ?? here;
  }
  return length + (world.goal ? distance(here, world.goal.position) : 0);
}

function distance(from: Vec3, to: Vec3 | undefined): number {
  return to ? Math.hypot(to[0] - from[0], to[1] - from[1], to[2] - from[2]) : 0;
}
