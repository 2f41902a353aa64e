import * as z from "zod/mini";
import { pageNumber } from "../api/fields.ts";
import { page } from "../api/page.ts";
import { listPage } from "../api/response.ts";
import { route } from "../api/route.ts";
import { itemCard } from "../items/item-card.ts";

export const wishItemRoute = route("POST", "/api/items/{id}/wish", {
  summary: "Adds an item to your wishlist, or removes it.",
  access: "member",
  output: z.object({ wished: z.boolean(), wishes_count: z.int() }),
});

export const wishlistRoute = route("GET", "/api/wishlist", {
  summary: "Your wishlist, newest first.",
  access: "member",
  input: z.object({ page: pageNumber }),
  output: listPage(itemCard),
});

export const wishlistPage = page("/wishlist", {
  group: "rare",
  access: "member",
  module: "wishlist/wishlist",
  title: "Wishlist",
  description: "The items you want.",
});
