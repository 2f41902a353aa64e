import * as z from "zod/mini";
import { page, preload } from "../api/page.ts";
import { route } from "../api/route.ts";
import { TIMES } from "../api/times.ts";
import { itemCard } from "./item-card.ts";
import { ITEM_STATES, REVIEW_CAUSES } from "./reviews/rules.ts";

export const item = z.extend(itemCard, {
  gold_month_description: z.nullable(z.string()),
  favorites_count: z.int(),
  comments_count: z.int(),
  comments_enabled: z.boolean(),
  favorited: z.boolean(),
  owned: z.boolean(),
  copy: z.nullable(z.object({ id: z.int(), serial: z.nullable(z.int()), resale_price: z.nullable(z.int()) })),
  wished: z.boolean(),
  sales_count: z.int(),
  wishes_count: z.int(),
  listings_count: z.int(),
  /** Most copies that can exist; null if unlimited. */
  stock: z.nullable(z.int()),
  /** Whether its copies can be resold: it is Limited and no longer sold. */
  is_resold: z.boolean(),
  is_featured: z.boolean(),
  follows_creator: z.boolean(),
  can_edit: z.boolean(),
  /** Its review, if it isn't visible to everyone; null otherwise. */
  review: z.nullable(
    z.object({
      state: z.enum(ITEM_STATES),
      why: z.enum(REVIEW_CAUSES),
      reason: z.string(),
      /** Queue position, at most 100. */
      ahead: z.int(),
      resembles: z.array(z.object({ id: z.int(), name: z.string() })),
    }),
  ),
  rendered: z.boolean(),
  ...TIMES,
});
export type Item = z.infer<typeof item>;

export const itemRoute = route("GET", "/api/items/{id}", {
  summary: "An item.",
  access: "public",
  output: z.object({ item }),
});

export const favoriteItemRoute = route("POST", "/api/items/{id}/favorite", {
  summary: "Adds the item to your favorites, or removes it.",
  access: "member",
  output: z.object({ favorited: z.boolean(), favorites_count: z.int() }),
});

export const itemEditPage = page("/items/:id/edit", {
  group: "rare",
  access: "member",
  module: "items/item-edit",
  title: "Edit item",
  preload: ({ id }) => [preload(itemRoute, { id: Number(id) })],
});
