import * as z from "zod/mini";
import { userCard } from "../api/response.ts";
import { ITEM_TYPE_IDS, type ItemTypeId, PURCHASABLE } from "./rules.ts";

/** An item's type. Tabs and URLs use its name. */
export const itemType = z.object({
  id: z.custom<ItemTypeId>((value) => ITEM_TYPE_IDS.includes(value as ItemTypeId)),
  name: z.string(),
});

/**
 * An item as wardrobes have it. Its picture is at /assets/{uuid}.png, a hat's or toy's model at
 * /assets/{uuid}.mesh.
 */
export const wearableItem = z.object({
  id: z.int(),
  uuid: z.string(),
  type: itemType,
  name: z.string(),
  thumbnail_url: z.string(),
});
export type WearableItem = z.infer<typeof wearableItem>;

/** An item as lists show it. */
export const itemCard = z.extend(wearableItem, {
  description: z.string(),
  user: userCard,
  purchasable: z.enum(PURCHASABLE),
  price: z.int(),
  /** Whether anyone can get it now. */
  is_purchasable: z.boolean(),
  /** "1.2K"; "FREE" at 0. */
  abbreviated_price: z.string(),
  /** The first of the month in which Gold members can get it, or null. */
  gold_month: z.nullable(z.string()),
  /** Unsold copies of a Limited item; null if unlimited. */
  remaining: z.nullable(z.int()),
  /** Lowest resale price of a Limited item that is no longer sold. */
  lowest_price: z.nullable(z.int()),
});
export type ItemCardData = z.infer<typeof itemCard>;
