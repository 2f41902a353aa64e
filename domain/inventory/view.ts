import type { SentOf } from "../api/route.ts";
import { INVENTORY_CATEGORIES, type InventoryCategory, type inventoryRoute } from "./api.ts";

/** What an inventory shows, as its address has it. */
export interface InventoryView {
  category: InventoryCategory;
  search: string;
  page: number;
  /** The entry whose details show: a copy's id, among the favourites an item's. */
  entry: number | null;
}

const whole = (query: URLSearchParams, name: string, most: number): number | null => {
  const value = Number(query.get(name));
  return Number.isSafeInteger(value) && value >= 1 && value <= most ? value : null;
};

/** What stands in the place of details while no entry is chosen; the HTML paints it on phones. */
export const NONE_SELECTED = {
  title: "No Item Selected",
  hint: "Choose an item to see where it comes from.",
};

/** Reads the page's address; values that mean nothing are left out. */
export function readInventoryView(query: URLSearchParams): InventoryView {
  return {
    category: INVENTORY_CATEGORIES.find((name) => name === query.get("category")) ?? "all",
    search: (query.get("search") ?? "").trim(),
    page: whole(query, "page", 1_000_000) ?? 1,
    entry: whole(query, "entry", 999_999_999_999_999),
  };
}

/** The address query of a view: defaults are left out. */
export function writeInventoryView({ category, search, page, entry }: InventoryView): URLSearchParams {
  const query = new URLSearchParams();
  if (category !== "all") query.set("category", category);
  if (search) query.set("search", search);
  if (page > 1) query.set("page", String(page));
  if (entry !== null) query.set("entry", String(entry));
  return query;
}

/** What a view asks the list for; "all" is asked for by leaving the category out (spec 1 §7). */
export const inventoryInput = ({ category, search, page }: InventoryView): SentOf<typeof inventoryRoute> => ({
  search,
  page,
  ...(category !== "all" && { category }),
});
