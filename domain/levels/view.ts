import { flagField, optionField, pageField, queryView, textField, type ViewOf } from "../api/list-view.ts";
import { isOrderOffered, LEVEL_CATEGORIES, LEVEL_FILTERS, LEVEL_ORDERS } from "./rules.ts";

/** The carousel's request (spec 1 §7). */
export const FEATURED_INPUT = { filter: "featured", showPrivateLevels: true } as const;

const view = queryView({
  search: textField,
  category: optionField(LEVEL_CATEGORIES, ""),
  order: optionField(LEVEL_ORDERS, "playing_count"),
  filter: optionField(LEVEL_FILTERS, ""),
  showPrivateLevels: flagField("true", true),
  page: pageField,
});
/** The state of the level browser as its URL and its request have it (spec 1 §5). */
export type LevelView = ViewOf<typeof view>;
export const writeLevelView = view.write;

export function readLevelView(query: URLSearchParams): LevelView {
  const level = view.read(query);
  return isOrderOffered(level.order, level.filter) ? level : { ...level, order: "playing_count" };
}
