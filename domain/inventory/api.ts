import * as z from "zod/mini";
import { nothing, page, userCard, visiblePages } from "../api/answers.ts";
import { oneOf, pageNumber, searchText } from "../api/fields.ts";
import { route } from "../api/route.ts";
import { itemCard } from "../items/entity.ts";
import { ITEM_TYPE_NAMES } from "../items/rules.ts";

/** Categories of an inventory; all of it without one (spec 1 §9). */
export const INVENTORY_CATEGORIES = ["all", ...ITEM_TYPE_NAMES, "favorites"] as const;
export type InventoryCategory = (typeof INVENTORY_CATEGORIES)[number];

/** A copy that somebody owns (`item`), or something they like (`favoritable`). */
export const inventoryEntry = z.object({
  id: z.int(),
  item: z.optional(itemCard),
  favoritable: z.optional(itemCard),
  serial: z.nullable(z.int()),
  /** What its owner asks for it; null while it is not offered. */
  resale_price: z.nullable(z.int()),
  /** Its owner can offer it: it has a number, and its item is limited and sold no more. */
  can_offer: z.boolean(),
  created_at: z.string(),
  created_at_formatted: z.string(),
});
export type InventoryEntry = z.infer<typeof inventoryEntry>;

export const inventoryRoute = route("GET", "/api/inventory/{username}", {
  summary: "What a user owns or has favourited, newest first.",
  access: "public",
  limit: "search",
  input: z.object({
    search: searchText,
    page: pageNumber,
    category: z._default(oneOf("Category", INVENTORY_CATEGORIES), "all"),
  }),
  output: z.extend(page(inventoryEntry), {
    /** Whose it is. */
    user: userCard,
    visiblePages,
  }),
});

/** A line of an item's history. Words in braces in the description are filled in from `values`. */
export const itemTransaction = z.object({
  id: z.int(),
  transaction_type: z.object({ id: z.int(), description: z.string() }),
  values: z.object({ user: z.string(), coins: z.string(), seller: z.string() }),
  created_at: z.string(),
  created_at_formatted: z.string(),
});
export type ItemTransaction = z.infer<typeof itemTransaction>;

export const inventoryHistoryRoute = route("GET", "/api/inventory/{id}/transaction", {
  summary: "How a copy came to its owner.",
  access: "public",
  input: nothing,
  output: z.object({ transactions: z.array(itemTransaction), created_at_formatted: z.string() }),
});
