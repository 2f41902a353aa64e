/** Levels without a category have the empty one. In the level browser the empty one means "all". */
export const LEVEL_CATEGORIES = ["", "star collection", "free roam"] as const;
export type LevelCategory = (typeof LEVEL_CATEGORIES)[number];

export const VISIBILITIES = ["public", "private"] as const;
export type Visibility = (typeof VISIBILITIES)[number];
