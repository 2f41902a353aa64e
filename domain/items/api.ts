import * as z from "zod/mini";
import { nothing } from "../api/answers.ts";
import { route } from "../api/route.ts";
import { itemCard } from "./entity.ts";
import { ITEM_STATES, REVIEW_CAUSES } from "./review-rules.ts";

export const item = z.extend(itemCard, {
  gold_month_description: z.nullable(z.string()),
  favorites_count: z.int(),
  comments_count: z.int(),
  comments_enabled: z.boolean(),
  favorited: z.boolean(),
  owned: z.boolean(),
  /** The viewer's own copy. */
  copy: z.nullable(z.object({ id: z.int(), serial: z.nullable(z.int()), resale_price: z.nullable(z.int()) })),
  wished: z.boolean(),
  sales_count: z.int(),
  wishes_count: z.int(),
  listings_count: z.int(),
  /** How many copies there are at most; null where there is no end to them. */
  stock: z.nullable(z.int()),
  /** Its copies can be resold: it is limited, and sold no more. */
  is_resold: z.boolean(),
  is_featured: z.boolean(),
  can_edit: z.boolean(),
  /** Where not everybody sees it: how it stands with staff. Null otherwise. */
  review: z.nullable(
    z.object({
      state: z.enum(ITEM_STATES),
      why: z.enum(REVIEW_CAUSES),
      /** What staff said when they took it out of sight. */
      reason: z.string(),
      /** How many items wait before it, at most a hundred. */
      ahead: z.int(),
      /** What it looks like, of what everybody may see. */
      resembles: z.array(z.object({ id: z.int(), name: z.string() })),
    }),
  ),
  /** False while its picture is still to be drawn. */
  rendered: z.boolean(),
  created_at: z.string(),
  created_at_formatted: z.string(),
});
export type Item = z.infer<typeof item>;

export const itemRoute = route("GET", "/api/items/{id}", {
  summary: "One item.",
  access: "public",
  input: nothing,
  output: z.object({ item }),
});

export const favoriteItemRoute = route("POST", "/api/items/{id}/favorite", {
  summary: "Adds the item to one's favourites, or takes it out.",
  access: "member",
  input: nothing,
  output: z.object({ favorited: z.boolean(), favorites_count: z.int() }),
});
