import type { WearableItem } from "../items/wearable-item.ts";
import type { BopiLook } from "./bopi-look.ts";
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
