import type { LevelRow } from "../levels/present.ts";

/** Whether a level's newest revision can be cleared. */
export const isClearableRevision = ({ stars, goal }: Pick<LevelRow, "stars" | "goal">): boolean =>
  stars > 0 || goal === 1;
