import type { LevelCategory } from "#domain/levels/rules.ts";

/** Names of level categories. */
export const levelCategoriesText = {
  "": "Default",
  "star collection": "Star collection",
  "free roam": "Free roam",
} satisfies Record<LevelCategory, string>;
