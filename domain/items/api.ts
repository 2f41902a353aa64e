import * as z from "zod/mini";
import { nothing, userCard } from "../api/answers.ts";
import { route } from "../api/route.ts";

export const item = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  type: z.object({ id: z.int(), name: z.string() }),
  user: userCard,
  thumbnail_url: z.string(),
  favorites_count: z.int(),
  comments_count: z.int(),
  comments_enabled: z.boolean(),
  favorited: z.boolean(),
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
