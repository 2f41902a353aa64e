import * as z from "zod/mini";
import { route } from "../api/route.ts";
import { wearableItem } from "../items/wearable-item.ts";

/** A free item that new accounts can start with. */
export const starterItem = z.extend(wearableItem, { starter: z.string() });
export type StarterItem = z.infer<typeof starterItem>;

export const starterItemsRoute = route("GET", "/api/starter", {
  summary: "The free items that new accounts can start with.",
  access: "public",
  cacheSeconds: 60,
  sameForAll: true,
  output: z.object({ data: z.array(starterItem) }),
});
