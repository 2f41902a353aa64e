import type { ItemTypeId } from "../items/item-types.ts";
import { HAT_SLOTS, type HatSlot, SLOTS, type Slot, slotsOf } from "./slots.ts";

/** The part of an item needed to equip it. */
export interface Wearable {
  id: number;
  type: { id: ItemTypeId };
}

export type Wardrobe<T extends Wearable> = Record<Slot, T | null>;

export const emptyWardrobe = <T extends Wearable>(): Wardrobe<T> =>
  Object.fromEntries(SLOTS.map((slot) => [slot, null])) as Wardrobe<T>;

export const equippedSlot = <T extends Wearable>(wardrobe: Wardrobe<T>, item: Wearable): Slot | null =>
  SLOTS.find((slot) => wardrobe[slot]?.id === item.id) ?? null;

/** The slot for a new hat: the first empty one, else the one a hat was last removed from (spec 2 §4). */
export const nextHatSlot = (wardrobe: Wardrobe<Wearable>, lastRemoved: HatSlot): HatSlot =>
  HAT_SLOTS.find((slot) => wardrobe[slot] === null) ?? lastRemoved;

/** Equips an item. Returns the same wardrobe if it already is equipped. */
export function equipItem<T extends Wearable>(
  wardrobe: Wardrobe<T>,
  item: T,
  lastRemoved: HatSlot,
): Wardrobe<T> {
  if (equippedSlot(wardrobe, item)) return wardrobe;
  const [only] = slotsOf(item.type.id);
  const slot = item.type.id === 1 ? nextHatSlot(wardrobe, lastRemoved) : only;
  return slot ? { ...wardrobe, [slot]: item } : wardrobe;
}

export function toggleItem<T extends Wearable>(
  wardrobe: Wardrobe<T>,
  item: T,
  lastRemoved: HatSlot,
): { wardrobe: Wardrobe<T>; lastRemoved: HatSlot } {
  const slot = equippedSlot(wardrobe, item);
  if (slot) {
    const isHat = HAT_SLOTS.includes(slot as HatSlot);
    return {
      wardrobe: { ...wardrobe, [slot]: null },
      lastRemoved: isHat ? (slot as HatSlot) : lastRemoved,
    };
  }
  return { wardrobe: equipItem(wardrobe, item, lastRemoved), lastRemoved };
}
