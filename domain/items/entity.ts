import * as z from "zod/mini";
import { userCard } from "../api/answers.ts";
import { ITEM_TYPE_IDS, type ItemTypeId, PURCHASABLE } from "./rules.ts";

/** An item's kind; its name is what tabs and addresses call it. */
export const itemType = z.object({
  id: z.custom<ItemTypeId>((value) => ITEM_TYPE_IDS.includes(value as ItemTypeId)),
  name: z.string(),
});

/** An item as a wardrobe holds it. Its picture is at /assets/{uuid}.png, a hat's or toy's model at /assets/{uuid}.mesh. */
export const wearable = z.object({
  id: z.int(),
  uuid: z.string(),
  type: itemType,
  name: z.string(),
  thumbnail_url: z.string(),
});
export type WearableItem = z.infer<typeof wearable>;

/** An item as lists show it. */
export const itemCard = z.extend(wearable, {
  description: z.string(),
  user: userCard,
  purchasable: z.enum(PURCHASABLE),
  price: z.int(),
  /** Whether anybody can get it now. */
  is_purchasable: z.boolean(),
  /** "1.2K"; "FREE" at 0. */
  abbreviated_price: z.string(),
  /** The first of the month in which Gold members can get it, or null. */
  gold_month: z.nullable(z.string()),
  /** Of a limited item: copies that are not sold yet. Null where there is no end to them. */
  remaining: z.nullable(z.int()),
  /** Of a limited item that is sold no more: what the cheapest copy is offered for. */
  lowest_price: z.nullable(z.int()),
});
export type ItemCard = z.infer<typeof itemCard>;
