import * as z from "zod/mini";
import { ITEM_TYPE_IDS, type ItemTypeId } from "./item-types.ts";

export const itemType = z.object({
  id: z.custom<ItemTypeId>((value) => ITEM_TYPE_IDS.includes(value as ItemTypeId)),
  name: z.string(),
});

/** An item as wardrobes have it. Its picture is at /assets/{uuid}.png, a hat's or toy's model at /assets/{uuid}.mesh. */
export const wearableItem = z.object({
  id: z.int(),
  uuid: z.string(),
  type: itemType,
  name: z.string(),
  thumbnail_url: z.string(),
});
export type WearableItem = z.infer<typeof wearableItem>;
