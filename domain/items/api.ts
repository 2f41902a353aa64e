import * as z from "zod/mini";
import { nothing } from "../api/answers.ts";
import { route } from "../api/route.ts";
import { itemCard } from "./entity.ts";

export const item = z.extend(itemCard, {
  /** The first of the month in which Gold members can get it, or null. */
  gold_month: z.nullable(z.string()),
  gold_month_description: z.nullable(z.string()),
  favorites_count: z.int(),
  comments_count: z.int(),
  comments_enabled: z.boolean(),
  favorited: z.boolean(),
  owned: z.boolean(),
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
