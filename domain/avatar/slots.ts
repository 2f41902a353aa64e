import { ITEM_TYPES, type ItemTypeId } from "../items/item-types.ts";

/** A bopi's slots: 3 hats and 1 of everything else. */
export const SLOTS = ["hat1", "hat2", "hat3", "face", "toy", "shirt", "pants", "shoes"] as const;
export type Slot = (typeof SLOTS)[number];

export const HAT_SLOTS = ["hat1", "hat2", "hat3"] as const;
export type HatSlot = (typeof HAT_SLOTS)[number];

/** The type of item that a slot takes. */
export const slotType = (slot: Slot): string => (slot.startsWith("hat") ? "hat" : slot);

export const slotsOf = (type: ItemTypeId): readonly Slot[] =>
  SLOTS.filter((slot) => slotType(slot) === ITEM_TYPES[type]);
