import type { WearableItem } from "../items/wearable-item.ts";
import type { Avatar } from "./api.ts";
import { COLOR_KEYS, type ColorKey } from "./color-keys.ts";
import type { Wardrobe } from "./rules.ts";
import { SLOTS, type Slot } from "./slots.ts";

export interface DraftItem extends WearableItem {
  /** The price the user saw, if they were trying it on. */
  price?: number | null;
}

/** A bopi being edited: its unsaved items and colors. */
export interface AvatarDraft {
  wardrobe: Wardrobe<DraftItem>;
  /** 6 upper-case hex digits each. */
  colors: Record<ColorKey, string>;
}

export const avatarDraft = (avatar: Avatar): AvatarDraft => ({
  wardrobe: Object.fromEntries(SLOTS.map((slot) => [slot, avatar[slot]])) as Wardrobe<DraftItem>,
  colors: Object.fromEntries(COLOR_KEYS.map((key) => [key, avatar[key]])) as Record<ColorKey, string>,
});

/** The body of a save: only the differences, an item's id or null by slot and a color by its key (spec 2 §4). */
export type AvatarChanges = Partial<Record<Slot, number | null> & Record<ColorKey, string>>;

export function changesBetween(saved: AvatarDraft, draft: AvatarDraft): AvatarChanges {
  const changes: AvatarChanges = {};
  for (const slot of SLOTS) {
    const id = draft.wardrobe[slot]?.id ?? null;
    if (id !== (saved.wardrobe[slot]?.id ?? null)) changes[slot] = id;
  }
  for (const key of COLOR_KEYS) if (draft.colors[key] !== saved.colors[key]) changes[key] = draft.colors[key];
  return changes;
}

/** The saved bopi once these changes of a draft are saved. */
export function withChanges(saved: AvatarDraft, draft: AvatarDraft, changes: AvatarChanges): AvatarDraft {
  const pick = <K extends string, T>(keys: readonly K[], from: Record<K, T>, to: Record<K, T>) =>
    Object.fromEntries(keys.map((key) => [key, key in changes ? to[key] : from[key]])) as Record<K, T>;
  return {
    wardrobe: pick(SLOTS, saved.wardrobe, draft.wardrobe),
    colors: pick(COLOR_KEYS, saved.colors, draft.colors),
  };
}

/** Moves a draft to a bopi that was saved elsewhere: what the draft changes stays, the rest follows. */
export function rebaseDraft(draft: AvatarDraft, from: AvatarDraft, to: AvatarDraft): AvatarDraft {
  const rebased = withChanges(to, draft, changesBetween(from, draft));
  const slots = SLOTS.map((slot) => {
    const item = rebased.wardrobe[slot];
    const isTwice = item && SLOTS.some((other) => other !== slot && rebased.wardrobe[other]?.id === item.id);
    const isChanged = item?.id !== from.wardrobe[slot]?.id && item === draft.wardrobe[slot];
    return [slot, isTwice && !isChanged ? null : item];
  });
  return { ...rebased, wardrobe: Object.fromEntries(slots) as Wardrobe<DraftItem> };
}

export const hasChanges = (changes: AvatarChanges): boolean => Object.keys(changes).length > 0;

export const withoutItems = (draft: AvatarDraft, ids: ReadonlySet<number>): AvatarDraft => ({
  ...draft,
  wardrobe: Object.fromEntries(
    SLOTS.map((slot) => {
      const item = draft.wardrobe[slot];
      return [slot, item && ids.has(item.id) ? null : item];
    }),
  ) as Wardrobe<DraftItem>,
});
