import { numberField, optionField, pageField, queryView, textField, type ViewOf } from "../api/list-view.ts";
import { ITEM_TYPE_NAMES } from "../items/item-types.ts";

export const INVENTORY_CATEGORIES = ["all", ...ITEM_TYPE_NAMES, "favorites"] as const;
export type InventoryCategory = (typeof INVENTORY_CATEGORIES)[number];

/** Shown instead of details while no entry is selected. Server-rendered on phones. */
export const NONE_SELECTED = {
  title: "No Item Selected",
  hint: "Select an item to see its history.",
};

const view = queryView({
  category: optionField(INVENTORY_CATEGORIES, "all"),
  search: textField,
  page: pageField,
  entry: numberField(999_999_999_999_999, null),
});
/** The state of an inventory as its URL has it. */
export type InventoryView = ViewOf<typeof view>;
export const readInventoryView = view.read;
export const writeInventoryView = view.write;

export const inventoryInput = ({ category, search, page }: InventoryView) => ({
  search,
  page,
  ...(category !== "all" && { category }),
});
