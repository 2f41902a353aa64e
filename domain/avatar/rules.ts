import type { ItemTypeId } from "../items/rules.ts";
import { HAT_SLOTS, type HatSlot, SLOTS, type Slot, slotsOf } from "./slots.ts";

/** Something to wear, as far as wearing goes. */
export interface Wearable {
  id: number;
  type: { id: ItemTypeId };
}

/** What is worn in each slot; nothing where it is null. */
export type Wardrobe<T extends Wearable> = Record<Slot, T | null>;

export const emptyWardrobe = <T extends Wearable>(): Wardrobe<T> =>
  Object.fromEntries(SLOTS.map((slot) => [slot, null])) as Wardrobe<T>;

/** The slot in which an item is worn, or null. */
export const wornSlot = <T extends Wearable>(wardrobe: Wardrobe<T>, item: Wearable): Slot | null =>
  SLOTS.find((slot) => wardrobe[slot]?.id === item.id) ?? null;

/** Where a new hat goes: the first empty slot, else the one a hat was last taken from (spec 2 §4). */
export const nextHatSlot = (wardrobe: Wardrobe<Wearable>, lastRemoved: HatSlot): HatSlot =>
  HAT_SLOTS.find((slot) => wardrobe[slot] === null) ?? lastRemoved;

/** What is worn once an item is put on; the same where it is worn already. */
export function putOn<T extends Wearable>(wardrobe: Wardrobe<T>, item: T, lastRemoved: HatSlot): Wardrobe<T> {
  if (wornSlot(wardrobe, item)) return wardrobe;
  const [only] = slotsOf(item.type.id);
  const slot = item.type.id === 1 ? nextHatSlot(wardrobe, lastRemoved) : only;
  return slot ? { ...wardrobe, [slot]: item } : wardrobe;
}

/** What is worn after a click on an item: it is taken off if it was on, else it is put on. */
export function clickItem<T extends Wearable>(
  wardrobe: Wardrobe<T>,
  item: T,
  lastRemoved: HatSlot,
): { wardrobe: Wardrobe<T>; lastRemoved: HatSlot } {
  const worn = wornSlot(wardrobe, item);
  if (worn) {
    const isHat = HAT_SLOTS.includes(worn as HatSlot);
    return {
      wardrobe: { ...wardrobe, [worn]: null },
      lastRemoved: isHat ? (worn as HatSlot) : lastRemoved,
    };
  }
  return { wardrobe: putOn(wardrobe, item, lastRemoved), lastRemoved };
}
