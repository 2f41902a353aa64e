import * as z from "zod/mini";
import { userCard } from "../api/answers.ts";
import { searchText } from "../api/fields.ts";
import { route } from "../api/route.ts";
import { itemCard } from "../items/entity.ts";
import { levelCard } from "../levels/card.ts";

/** A thread that a search has found. */
const foundThread = z.object({
  id: z.int(),
  subforum_id: z.int(),
  title: z.string(),
  url: z.string(),
  user: userCard,
});
export type FoundThread = z.infer<typeof foundThread>;

export const paletteRoute = route("GET", "/api/search", {
  summary: "The best few levels, items, users and threads for what is being typed.",
  access: "public",
  keep: 5,
  limit: "search",
  input: z.object({ q: searchText }),
  output: z.object({
    levels: z.array(levelCard),
    items: z.array(itemCard),
    users: z.array(userCard),
    threads: z.array(foundThread),
  }),
});
