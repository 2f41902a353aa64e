import type { Avatar } from "#domain/avatar/api.ts";
import { keyedColors } from "#domain/avatar/color-keys.ts";
import { SLOTS, type Slot } from "#domain/avatar/slots.ts";
import type { WearableItem } from "#domain/items/wearable-item.ts";
import { presentWearable } from "../items/present.ts";
import { bopiPictures } from "../users/present.ts";
import { buildLook, type EquippedItemRow } from "./looks.ts";
import type { BopiRow } from "./queries.ts";

export function presentAvatar(row: BopiRow, items: readonly EquippedItemRow[]): Avatar {
  const look = buildLook(row, row.colors, items);
  const equipped = SLOTS.map((slot) => [slot, look.items[slot] && presentWearable(look.items[slot])]);
  return {
    user_id: row.user_id,
    ...(Object.fromEntries(equipped) as Record<Slot, WearableItem | null>),
    ...keyedColors(look.colors),
    ...bopiPictures(row),
    rendered: row.avatar !== null && row.drawn === row.revision,
  };
}
