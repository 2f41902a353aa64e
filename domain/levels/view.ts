import { readPage } from "../api/list-view.ts";
import {
  isOrderOffered,
  LEVEL_CATEGORIES,
  LEVEL_FILTERS,
  LEVEL_ORDERS,
  type LevelCategory,
  type LevelFilter,
  type LevelOrder,
} from "./rules.ts";

/** The state of the level browser as its URL and its request have it. */
export interface LevelView {
  search: string;
  page: number;
  category: LevelCategory;
  order: LevelOrder;
  filter: LevelFilter;
  showPrivateLevels: boolean;
}

/** The carousel's request (spec 1 §7). */
export const FEATURED_INPUT = { filter: "featured", showPrivateLevels: true } as const;

const readOption = <T extends string>(allowed: readonly T[], value: string | null, fallback: T): T =>
  allowed.includes(value as T) ? (value as T) : fallback;

/** Reads the browser's URL query and only accepts listed values (spec 1 §5). */
export function readLevelView(query: URLSearchParams): LevelView {
  const filter = readOption(LEVEL_FILTERS, query.get("filter"), "");
  const order = readOption(LEVEL_ORDERS, query.get("order"), "playing_count");
  return {
    search: (query.get("search") ?? "").trim(),
    page: readPage(query),
    category: readOption(LEVEL_CATEGORIES, query.get("category"), ""),
    order: isOrderOffered(order, filter) ? order : "playing_count",
    filter,
    showPrivateLevels: query.get("showPrivateLevels") === "true",
  };
}

/** The URL query of a view, without defaults: the initial browser is plain /levels. */
export function writeLevelView(view: LevelView): URLSearchParams {
  const query = new URLSearchParams();
  if (view.search) query.set("search", view.search);
  if (view.category) query.set("category", view.category);
  if (view.order !== "playing_count") query.set("order", view.order);
  if (view.filter) query.set("filter", view.filter);
  if (view.showPrivateLevels) query.set("showPrivateLevels", "true");
  if (view.page > 1) query.set("page", String(view.page));
  return query;
}
