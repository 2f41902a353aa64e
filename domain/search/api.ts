import * as z from "zod/mini";
import { userCard } from "../api/answers.ts";
import { searchText } from "../api/fields.ts";
import { route } from "../api/route.ts";
import { itemCard } from "../items/entity.ts";
import { levelCard } from "../levels/api.ts";

export const paletteRoute = route("GET", "/api/search", {
  summary: "The best few levels, items and users for what is being typed.",
  access: "public",
  keep: 5,
  limit: "search",
  input: z.object({ q: searchText }),
  output: z.object({ levels: z.array(levelCard), items: z.array(itemCard), users: z.array(userCard) }),
});
