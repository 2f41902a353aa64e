import type { World } from "./schema.ts";

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
