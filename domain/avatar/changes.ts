import type { WearableItem } from "../items/entity.ts";
import type { Avatar } from "./api.ts";
import { COLOR_KEYS, type ColorKey } from "./color-keys.ts";
import type { Wardrobe } from "./rules.ts";
import { SLOTS, type Slot } from "./slots.ts";

/** A bopi that is being dressed: what it wears and its colours, not saved yet. */
export interface Draft {
  wardrobe: Wardrobe<WearableItem>;
  /** Six upper-case hex digits each. */
  colors: Record<ColorKey, string>;
}

/** The saved bopi as a draft without changes. */
export const draftOf = (avatar: Avatar): Draft => ({
  wardrobe: Object.fromEntries(SLOTS.map((slot) => [slot, avatar[slot]])) as Wardrobe<WearableItem>,
  colors: Object.fromEntries(COLOR_KEYS.map((key) => [key, avatar[key]])) as Record<ColorKey, string>,
});

/** What a save sends: only what differs, an item's id or null by slot, a colour by its key (spec 2 §4). */
export type Changes = Partial<Record<Slot, number | null> & Record<ColorKey, string>>;

export function changesBetween(saved: Draft, draft: Draft): Changes {
  const changes: Changes = {};
  for (const slot of SLOTS) {
    const id = draft.wardrobe[slot]?.id ?? null;
    if (id !== (saved.wardrobe[slot]?.id ?? null)) changes[slot] = id;
  }
  for (const key of COLOR_KEYS) if (draft.colors[key] !== saved.colors[key]) changes[key] = draft.colors[key];
  return changes;
}

/** The flag that says there is something to save. */
export const hasChanges = (changes: Changes): boolean => Object.keys(changes).length > 0;
