import * as z from "zod/mini";
import { userCard } from "../api/response.ts";
import { PURCHASABLE } from "./rules.ts";
import { wearableItem } from "./wearable-item.ts";

export const itemCard = z.extend(wearableItem, {
  description: z.string(),
  user: userCard,
  purchasable: z.enum(PURCHASABLE),
  price: z.int(),
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
