import type { World } from "./schema.ts";

/** The reason why a world can't be published in a category ('', 'star collection' or 'free roam'), or null. */
export function categoryProblem(category: string, world: World): string | null {
  if (category === "star collection" && world.stars.length === 0) {
    return "A star collection level needs at least one star. Add an entry to stars, or choose another category.";
  }
  return null;
}

/** The reason why a world is unplayable, or null. Only rejects certain cases, because creators build strange things. */
export function playableProblem(world: World): string | null {
  if (world.blocks.length === 0) return "The level has no blocks. Add at least one for the bopi to stand on.";
  return null;
}

/** Whether a world can be cleared. A clear needs every star and then the goal, whichever of the two the world has. */
export function isClearable(world: World): boolean {
  return world.stars.length > 0 || world.goal !== undefined;
}
