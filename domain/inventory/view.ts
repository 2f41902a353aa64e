import { ITEM_TYPE_NAMES } from "../items/item-types.ts";

export const INVENTORY_CATEGORIES = ["all", ...ITEM_TYPE_NAMES, "favorites"] as const;
export type InventoryCategory = (typeof INVENTORY_CATEGORIES)[number];

/** The state of an inventory as its URL has it. */
export interface InventoryView {
  category: InventoryCategory;
  search: string;
  page: number;
  /** The selected entry: a copy's id, or an item's among the favorites. */
  entry: number | null;
}

const readNumber = (query: URLSearchParams, name: string, max: number): number | null => {
  const value = Number(query.get(name));
  return Number.isSafeInteger(value) && value >= 1 && value <= max ? value : null;
};

/** Shown instead of details while no entry is selected. Server-rendered on phones. */
export const NONE_SELECTED = {
  title: "No Item Selected",
  hint: "Select an item to see its history.",
};

/** Reads the page's URL query and ignores invalid values. */
export function readInventoryView(query: URLSearchParams): InventoryView {
  return {
    category: INVENTORY_CATEGORIES.find((name) => name === query.get("category")) ?? "all",
    search: (query.get("search") ?? "").trim(),
    page: readNumber(query, "page", 1_000_000) ?? 1,
    entry: readNumber(query, "entry", 999_999_999_999_999),
  };
}

/** The URL query of a view, without defaults. */
export function writeInventoryView({ category, search, page, entry }: InventoryView): URLSearchParams {
  const query = new URLSearchParams();
  if (category !== "all") query.set("category", category);
  if (search) query.set("search", search);
  if (page > 1) query.set("page", String(page));
  if (entry !== null) query.set("entry", String(entry));
  return query;
}

/** The list request of a view. "all" is requested by omitting the category (spec 1 §7). */
export const inventoryInput = ({ category, search, page }: InventoryView) => ({
  search,
  page,
  ...(category !== "all" && { category }),
});
