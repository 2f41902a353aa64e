import * as z from "zod/mini";
import { nothing, page, userCard, visiblePages } from "../api/answers.ts";
import { clientId, flag, oneOf, pageNumber, searchText, text, upload, whole } from "../api/fields.ts";
import { route } from "../api/route.ts";
import { inventoryEntry } from "../inventory/api.ts";
import { item } from "../items/api.ts";
import { itemCard } from "../items/entity.ts";
import { ITEM_STATES } from "../items/review-rules.ts";
import { firstOfMonth, type ItemTypeId, isItemType, PURCHASABLE } from "../items/rules.ts";
import { LIMITS } from "../limits.ts";
import { SHOP_CATEGORIES, SHOP_ORDERS, SHOP_SORTS } from "./rules.ts";

const price = whole("Price", { min: 0, max: LIMITS.price });

export const shopRoute = route("GET", "/api/shop", {
  summary: "The shop: items by category, searched and sorted; `featured` asks for the carousel's.",
  access: "public",
  keep: 5,
  limit: "search",
  input: z.object({
    category: z._default(oneOf("Category", SHOP_CATEGORIES), "all"),
    search: searchText,
    page: pageNumber,
    sort: z._default(oneOf("Sort", SHOP_SORTS), ""),
    order: z._default(oneOf("Order", SHOP_ORDERS), ""),
    featured: z._default(flag("Featured"), false),
  }),
  output: z.extend(page(itemCard), { visiblePages }),
});

const typeId = z.pipe(
  whole("Type", { min: 1, max: 6 }),
  z.custom<ItemTypeId>((value) => isItemType(value as number), { error: "Type must be one of 1 to 6." }),
);

/** Any day of a month stands for the month; empty for none. */
const goldMonth = z.pipe(
  z.pipe(
    z.string({ error: "Gold month must be a date." }),
    z.transform((value: string) => (value.trim() === "" ? null : (firstOfMonth(value.trim()) ?? false))),
  ),
  z.nullable(z.string({ error: "Gold month must be a date such as 2026-11-01." })),
);

export const createItemRoute = route("POST", "/api/shop/create/", {
  summary: "Makes an item out of a picture, and for hats and toys a model.",
  access: "member",
  body: "form",
  status: 201,
  input: z.object({
    name: text("Name", { max: LIMITS.itemName }),
    type_id: typeId,
    purchasable: z._default(oneOf("Sale type", PURCHASABLE), "offsale"),
    price: z._default(whole("Price", { min: 0, max: LIMITS.price }), 0),
    gold_month: z._default(goldMonth, null),
    description: z._default(
      text("Description", { min: 0, max: LIMITS.itemDescription, multiline: true }),
      "",
    ),
    texture: upload("Texture"),
    obj: z.optional(upload("Model")),
    /** How many copies are sold at most; staff only. 0 or empty for no limit. */
    stock: z._default(whole("Stock", { min: 0, max: LIMITS.stock }), 0),
    /** Sent again with the same one, an answer that was lost is given again and nothing is made or paid twice. */
    client_id: z.optional(clientId),
  }),
  output: z.object({
    id: z.int(),
    /** Whether it is in the shop now or waits for staff. */
    state: z.enum(ITEM_STATES),
  }),
});

export const editItemRoute = route("POST", "/api/items/{id}", {
  summary: "Changes an item's words and how it is sold; what is left out stays. Its creator and staff may.",
  access: "member",
  input: z.object({
    name: z.optional(text("Name", { max: LIMITS.itemName })),
    description: z.optional(text("Description", { min: 0, max: LIMITS.itemDescription, multiline: true })),
    purchasable: z.optional(oneOf("Sale type", PURCHASABLE)),
    price: z.optional(price),
    gold_month: z.optional(goldMonth),
    /** What is said of it in its month. */
    gold_month_description: z.optional(
      text("Month's description", { min: 0, max: LIMITS.itemDescription, multiline: true }),
    ),
  }),
  output: z.object({ item }),
});

/** A purchase answers the copy and the coins that are left. */
const bought = z.object({ inventory: inventoryEntry, coins: z.int() });
const purchase = z.object({
  /** What the buyer saw: another price is refused with 409. */
  price,
  /** Sent again with the same one, an answer that was lost is given again and nothing is paid twice. */
  client_id: z.optional(clientId),
});

export const purchaseItemRoute = route("POST", "/api/items/{id}/purchase", {
  summary: "Buys a copy of an item.",
  access: "member",
  input: purchase,
  output: bought,
});

export const purchaseCopyRoute = route("POST", "/api/inventory/{id}/purchase", {
  summary: "Buys a copy that its owner offers.",
  access: "member",
  input: purchase,
  output: bought,
});

export const offerCopyRoute = route("POST", "/api/inventory/{id}/resale", {
  summary: "Offers one's copy of a limited item for a price; a price of 0 takes the offer back.",
  access: "member",
  input: z.object({ price }),
  output: z.object({ inventory: inventoryEntry }),
});

/** A copy that somebody offers; `id` is the copy's. */
export const listing = z.object({
  id: z.int(),
  serial: z.int(),
  price: z.int(),
  user: userCard,
});
export type Listing = z.infer<typeof listing>;

export const listingsRoute = route("GET", "/api/items/{id}/listings", {
  summary: "Copies of an item that their owners offer, the cheapest first.",
  access: "public",
  input: z.object({ page: pageNumber }),
  output: page(listing),
});

export const priceHistoryRoute = route("GET", "/api/items/{id}/prices", {
  summary: "What copies were resold for, day by day (UTC), the last 180 days that had a sale, oldest first.",
  access: "public",
  input: nothing,
  output: z.object({
    data: z.array(
      z.object({
        day: z.string(),
        count: z.int(),
        average: z.int(),
        lowest: z.int(),
        highest: z.int(),
      }),
    ),
  }),
});

/** A copy that was sold; `id` is the copy's. */
export const ownedCopy = z.object({
  id: z.int(),
  serial: z.int(),
  user: userCard,
  created_at: z.string(),
  created_at_formatted: z.string(),
});
export type OwnedCopy = z.infer<typeof ownedCopy>;

export const ownersRoute = route("GET", "/api/items/{id}/owners", {
  summary: "Who owns which copy of an item, by serial.",
  access: "public",
  input: z.object({ page: pageNumber }),
  output: page(ownedCopy),
});

export const wishItemRoute = route("POST", "/api/items/{id}/wish", {
  summary: "Puts an item on one's wishlist, or takes it off.",
  access: "member",
  input: nothing,
  output: z.object({ wished: z.boolean(), wishes_count: z.int() }),
});

export const wishlistRoute = route("GET", "/api/wishlist", {
  summary: "The items one wants, newest wish first.",
  access: "member",
  input: z.object({ page: pageNumber }),
  output: page(itemCard),
});

export const featureItemRoute = route("POST", "/api/items/{id}/feature", {
  summary: "Puts an item into the shop's carousel, or takes it out.",
  access: "admin",
  /** Turned round unless told; told, twice is as good as once. */
  input: z.object({ featured: z.optional(flag("Featured")) }),
  output: z.object({ featured: z.boolean() }),
});
