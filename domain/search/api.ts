import * as z from "zod/mini";
import { searchQuery } from "../api/fields.ts";
import { userCard } from "../api/response.ts";
import { route } from "../api/route.ts";
import { itemCard } from "../items/item-card.ts";
import { levelCard } from "../levels/card.ts";

const foundThread = z.object({
  id: z.int(),
  subforum_id: z.int(),
  title: z.string(),
  url: z.string(),
  user: userCard,
});
export type FoundThread = z.infer<typeof foundThread>;

export const paletteRoute = route("GET", "/api/search", {
  summary: "The best matching levels, items, users and threads for a search as you type.",
  access: "public",
  cacheSeconds: 5,
  rateLimit: "search",
  input: z.object({ q: searchQuery }),
  output: z.object({
    levels: z.array(levelCard),
    items: z.array(itemCard),
    users: z.array(userCard),
    threads: z.array(foundThread),
  }),
});
