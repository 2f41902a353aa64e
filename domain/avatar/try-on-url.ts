import type { WearableItem } from "../items/wearable-item.ts";
import { type BopiLook, DEFAULT_LOOK, decodeLook, lookPictureUrl } from "./bopi-look.ts";
import type { LookPicture, LookToken } from "./look-url.ts";
import { HAT_SLOTS, slotsOf } from "./slots.ts";

/** The look with an item equipped. A hat replaces all hats, because they would cover it. */
export function tryOn(
  { colors, items }: BopiLook,
  { id, type }: Pick<WearableItem, "id" | "type">,
): BopiLook {
  const [slot] = slotsOf(type.id);
  const hats = type.id === 1 ? Object.fromEntries(HAT_SLOTS.map((hat) => [hat, null])) : {};
  return { colors, items: { ...items, ...hats, ...(slot && { [slot]: id }) } };
}

/** The URL of a picture of an item on the bopi with the token's look. */
export const tryOnUrl = (
  token: LookToken,
  item: Pick<WearableItem, "id" | "type">,
  { pose = "idle", size }: Partial<LookPicture> & Pick<LookPicture, "size">,
): string => lookPictureUrl(tryOn(decodeLook(token) ?? DEFAULT_LOOK, item), { pose, size });
