import type { LevelCategory } from "#domain/levels/rules.ts";

export const levelCategoriesText = {
  "": "Default",
  "star collection": "Star collection",
  "free roam": "Free roam",
} satisfies Record<LevelCategory, string>;
