import * as z from "zod/mini";
import { oneOf, pageNumber, searchQuery } from "../api/fields.ts";
import { page, preload } from "../api/page.ts";
import { listPage, userCard, visiblePageNumbers } from "../api/response.ts";
import { route } from "../api/route.ts";
import { TIMES } from "../api/times.ts";
import { itemCard } from "../items/item-card.ts";
import { INVENTORY_CATEGORIES, inventoryInput, readInventoryView } from "./view.ts";

/** Categories of an inventory (spec 1 §9). */
/** A user's copy (`item`), or one of their favorites (`favoritable`). */
export const inventoryEntry = z.object({
  id: z.int(),
  item: z.optional(itemCard),
  favoritable: z.optional(itemCard),
  serial: z.nullable(z.int()),
  /** Its resale price; null if it isn't offered. */
  resale_price: z.nullable(z.int()),
  /** Whether its owner can offer it: it has a serial number, and its item is Limited and no longer sold. */
  can_offer: z.boolean(),
  ...TIMES,
});
export type InventoryEntry = z.infer<typeof inventoryEntry>;

export const inventoryRoute = route("GET", "/api/inventory/{username}", {
  summary: "A user's items or favorites, newest first.",
  access: "public",
  rateLimit: "search",
  input: z.object({
    search: searchQuery,
    page: pageNumber,
    category: z._default(oneOf("Category", INVENTORY_CATEGORIES), "all"),
  }),
  output: z.extend(listPage(inventoryEntry), {
    user: userCard,
    visiblePages: visiblePageNumbers,
  }),
});

/** An entry of an item's history. `values` replace the words in braces in the description. */
export const itemTransaction = z.object({
  id: z.int(),
  transaction_type: z.object({ id: z.int(), description: z.string() }),
  values: z.object({ user: z.string(), coins: z.string(), seller: z.string() }),
  ...TIMES,
});

export const inventoryHistoryRoute = route("GET", "/api/inventory/{id}/transaction", {
  summary: "How the owner got a copy.",
  access: "public",
  output: z.object({ transactions: z.array(itemTransaction), created_at_formatted: z.string() }),
});

export const inventoryPage = page("/users/:username/inventory", {
  group: "rare",
  access: "public",
  module: "inventory/inventory",
  title: "Inventory",
  // The page itself loads the selected entry's history: a deleted entry must not turn the page into a 404.
  preload: ({ username = "" }, query) => [
    preload(inventoryRoute, { username }, inventoryInput(readInventoryView(query))),
  ],
});
