import * as z from "zod/mini";
import {
  clientId,
  flag,
  oneOf,
  pageNumber,
  searchQuery,
  text,
  uploadedFile,
  wholeNumber,
} from "../api/fields.ts";
import { page, preload } from "../api/page.ts";
import { listPage, userCard, visiblePageNumbers } from "../api/response.ts";
import { route } from "../api/route.ts";
import { TIMES } from "../api/times.ts";
import { commentListRoute } from "../comments/api.ts";
import { inventoryEntry } from "../inventory/api.ts";
import { item, itemRoute } from "../items/api.ts";
import { itemCard } from "../items/item-card.ts";
import { type ItemTypeId, isItemType } from "../items/item-types.ts";
import { ITEM_STATES } from "../items/reviews/rules.ts";
import { firstOfMonth, PURCHASABLE } from "../items/rules.ts";
import { readItemView } from "../items/view.ts";
import { LIMITS } from "../limits.ts";
import { SHOP_CATEGORIES, SHOP_ORDERS, SHOP_SORTS } from "./rules.ts";
import { FEATURED_SHOP_INPUT, readShopView, shopInput, showsFeaturedItems } from "./view.ts";

const price = wholeNumber("Price", { min: 0, max: LIMITS.price });

export const shopRoute = route("GET", "/api/shop", {
  summary: "The shop: items by category, searched and sorted. `featured` returns the carousel's.",
  access: "public",
  cacheSeconds: 5,
  rateLimit: "search",
  input: z.object({
    category: z._default(oneOf("Category", SHOP_CATEGORIES), "all"),
    search: searchQuery,
    page: pageNumber,
    sort: z._default(oneOf("Sort", SHOP_SORTS), ""),
    order: z._default(oneOf("Order", SHOP_ORDERS), ""),
    featured: z._default(flag("Featured"), false),
  }),
  output: z.extend(listPage(itemCard), { visiblePages: visiblePageNumbers }),
});

const typeId = z.pipe(
  wholeNumber("Type", { min: 1, max: 6 }),
  z.custom<ItemTypeId>((value) => isItemType(value as number), { error: "Type must be one of 1 to 6." }),
);

/** Any day of a month selects the month; empty for none. */
const goldMonth = z.pipe(
  z.pipe(
    z.string({ error: "Gold month must be a date." }),
    z.transform((value: string) => (value.trim() === "" ? null : (firstOfMonth(value.trim()) ?? false))),
  ),
  z.nullable(z.string({ error: "Gold month must be a date such as 2026-11-01." })),
);

export const createItemRoute = route("POST", "/api/shop/create/", {
  creates: "main",
  summary: "Creates an item from a picture, and for hats and toys also a model.",
  access: "member",
  body: "form",
  status: 201,
  input: z.object({
    name: text("Name", { max: LIMITS.itemName }),
    type_id: typeId,
    purchasable: z._default(oneOf("Sale type", PURCHASABLE), "offsale"),
    price: z._default(wholeNumber("Price", { min: 0, max: LIMITS.price }), 0),
    gold_month: z._default(goldMonth, null),
    description: z._default(
      text("Description", { min: 0, max: LIMITS.itemDescription, multiline: true }),
      "",
    ),
    texture: uploadedFile("Texture"),
    obj: z.optional(uploadedFile("Model")),
    /** Most copies to sell; staff only. 0 or empty for no limit. */
    stock: z._default(wholeNumber("Stock", { min: 0, max: LIMITS.stock }), 0),
    /** A retry with the same id returns the same response. Nothing is created or paid twice. */
    client_id: z.optional(clientId),
  }),
  output: z.object({
    id: z.int(),
    /** Whether it is in the shop or under review. */
    state: z.enum(ITEM_STATES),
  }),
});

export const editItemRoute = route("POST", "/api/items/{id}", {
  summary:
    "Edits an item's texts and its sale. Omitted fields keep their values. Available to its creator and staff.",
  access: "member",
  input: z.object({
    name: z.optional(text("Name", { max: LIMITS.itemName })),
    description: z.optional(text("Description", { min: 0, max: LIMITS.itemDescription, multiline: true })),
    purchasable: z.optional(oneOf("Sale type", PURCHASABLE)),
    price: z.optional(price),
    gold_month: z.optional(goldMonth),
    /** Description shown during its Gold month. */
    gold_month_description: z.optional(
      text("Month's description", { min: 0, max: LIMITS.itemDescription, multiline: true }),
    ),
  }),
  output: z.object({ item }),
});

/** The new copy, and the buyer's remaining coins. */
const purchaseResponse = z.object({ inventory: inventoryEntry, coins: z.int() });
const purchase = z.object({
  /** The price the buyer saw. Responds with 409 if it has changed. */
  price,
  /** A retry with the same id returns the same response. Nothing is paid twice. */
  client_id: z.optional(clientId),
});

export const purchaseItemRoute = route("POST", "/api/items/{id}/purchase", {
  creates: "main",
  summary: "Buys a copy of an item.",
  access: "member",
  input: purchase,
  output: purchaseResponse,
});

export const purchaseCopyRoute = route("POST", "/api/inventory/{id}/purchase", {
  creates: "main",
  summary: "Buys a copy from its owner.",
  access: "member",
  input: purchase,
  output: purchaseResponse,
});

export const offerCopyRoute = route("POST", "/api/inventory/{id}/resale", {
  summary: "Offers your copy of a Limited item for a price. A price of 0 withdraws the offer.",
  access: "member",
  input: z.object({ price }),
  output: z.object({ inventory: inventoryEntry }),
});

/** A resale offer. `id` is the copy's. */
export const listing = z.object({
  id: z.int(),
  serial: z.int(),
  price: z.int(),
  user: userCard,
});
export type Listing = z.infer<typeof listing>;

export const listingsRoute = route("GET", "/api/items/{id}/listings", {
  summary: "Resale offers of an item, cheapest first.",
  access: "public",
  input: z.object({ page: pageNumber }),
  output: listPage(listing),
});

export const priceHistoryRoute = route("GET", "/api/items/{id}/prices", {
  summary: "Daily resale prices (UTC) of the last 180 days with a sale, oldest first.",
  access: "public",
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

/** A sold copy. `id` is the copy's. */
export const ownedCopy = z.object({
  id: z.int(),
  serial: z.int(),
  user: userCard,
  look: z.string(),
  ...TIMES,
});

export const ownersRoute = route("GET", "/api/items/{id}/owners", {
  summary: "The owners of an item's copies, by serial number.",
  access: "public",
  input: z.object({ page: pageNumber }),
  output: listPage(ownedCopy),
});

export const featureItemRoute = route("POST", "/api/items/{id}/feature", {
  summary: "Adds an item to the shop's carousel, or removes it.",
  access: "admin",
  /** Toggles if absent. With a value, repeated calls have the same result. */
  input: z.object({ featured: z.optional(flag("Featured")) }),
  output: z.object({ featured: z.boolean() }),
});

export const shopPage = page("/shop", {
  access: "public",
  module: "shop/shop",
  title: "Shop",
  description: "Hats, toys, faces and clothes for your bopi, most of them made by players.",
  preload: (_, query) => {
    const view = readShopView(query);
    const list = preload(shopRoute, {}, shopInput(view));
    return showsFeaturedItems(view) ? [list, preload(shopRoute, {}, FEATURED_SHOP_INPUT)] : [list];
  },
  inSitemap: true,
});

export const createItemPage = page("/shop/create", {
  group: "rare",
  access: "member",
  module: "shop/create",
  title: "Create an item",
  description: "Make your own shirts, pants and shoes.",
});

export const itemPage = page("/items/:id", {
  access: "public",
  module: "items/item",
  title: "Item",
  preload: ({ id }, query) => {
    const { tab, page: number } = readItemView(query);
    const item = preload(itemRoute, { id: Number(id) });
    return tab === "owners"
      ? [item, preload(ownersRoute, { id: Number(id) }, { page: number })]
      : [item, preload(commentListRoute, { type: "item", id: Number(id) }, { page: 1 })];
  },
});
