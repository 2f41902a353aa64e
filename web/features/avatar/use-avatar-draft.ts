import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { type Avatar, avatarRoute, updateAvatarRoute } from "#domain/avatar/api.ts";
import {
  type AvatarDraft,
  avatarDraft,
  changesBetween,
  type DraftItem,
  hasChanges,
  rebaseDraft,
  withChanges,
  withoutItems,
} from "#domain/avatar/avatar-changes.ts";
import { colorKey, keyedColors } from "#domain/avatar/color-keys.ts";
import type { BopiColors, BopiPart } from "#domain/avatar/colors.ts";
import { emptyWardrobe, equipItem, equippedSlot, toggleItem, type Wardrobe } from "#domain/avatar/rules.ts";
import { type HatSlot, SLOTS } from "#domain/avatar/slots.ts";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { cacheResponse } from "#web/lib/cache.ts";
import { queryFor } from "#web/lib/query.ts";
import { toast } from "#web/ui/toast-store.ts";
import { avatarText } from "./text/avatar.ts";

interface DraftStep {
  draft: AvatarDraft;
  lastRemoved: HatSlot;
}

/** The states before and after the current one, nearest first. */
interface DraftHistory {
  past: readonly DraftStep[];
  now: DraftStep;
  future: readonly DraftStep[];
}

const MAX_STEPS = 100;

export const newHistory = (draft: AvatarDraft): DraftHistory => ({
  past: [],
  now: { draft, lastRemoved: "hat1" },
  future: [],
});

/** Goes on to a new state. States that were taken back are forgotten. */
export const addStep = ({ past, now }: DraftHistory, step: DraftStep): DraftHistory => ({
  past: [now, ...past].slice(0, MAX_STEPS),
  now: step,
  future: [],
});

export function stepBack(history: DraftHistory): DraftHistory {
  const [last, ...past] = history.past;
  return last ? { past, now: last, future: [history.now, ...history.future] } : history;
}

/** Repeats the last step that was taken back, if there is one. */
export function stepForward(history: DraftHistory): DraftHistory {
  const [next, ...future] = history.future;
  return next ? { past: [history.now, ...history.past], now: next, future } : history;
}

/** Moves every state to a bopi that was saved elsewhere, so that no step brings back what it replaced. */
export function rebaseHistory(history: DraftHistory, from: AvatarDraft, to: AvatarDraft): DraftHistory {
  const rebase = (step: DraftStep) => ({ ...step, draft: rebaseDraft(step.draft, from, to) });
  const { past, now, future } = history;
  return { past: past.map(rebase), now: rebase(now), future: future.map(rebase) };
}

export interface TriedItem extends DraftItem {
  price: number;
}

/** The edited look, and the saved bopi that it differs from. */
interface Edit {
  /** The response that was last taken over. */
  response: Avatar | undefined;
  saved: AvatarDraft | undefined;
  history: DraftHistory | null;
}

/** Takes over a bopi that was saved here or elsewhere. The draft stays a difference to it. */
function adoptResponse({ saved: before, history }: Edit, response: Avatar): Edit {
  const saved = avatarDraft(response);
  return { response, saved, history: history && before ? rebaseHistory(history, before, saved) : null };
}

/** The user's saved avatar, their unsaved changes, and functions to change and save them. */
export function useAvatarDraft(userId: number) {
  const client = useQueryClient();
  const options = queryFor(avatarRoute, { params: { userId } });
  // Another tab or device may have saved meanwhile.
  const query = useQuery({ ...options, refetchOnWindowFocus: "always" });
  const [edit, setEdit] = useState<Edit>({ response: undefined, saved: undefined, history: null });
  if (query.data && query.data !== edit.response) setEdit(adoptResponse(edit, query.data));
  const { saved, history } = edit;
  const setHistory = (update: (before: DraftHistory | null) => DraftHistory | null) =>
    setEdit((before) => ({ ...before, history: update(before.history) }));
  // Prices that were learned later than an item was put on; null for items bought here.
  const [prices, setPrices] = useState<ReadonlyMap<number, number | null>>(new Map());
  const draft = history?.now.draft ?? saved;
  const changes = useMemo(() => (saved && draft ? changesBetween(saved, draft) : {}), [saved, draft]);

  const priceOf = ({ id, price = null }: DraftItem): number | null =>
    prices.get(id) ?? (prices.has(id) ? null : price);
  const tried: readonly TriedItem[] = SLOTS.flatMap((slot) => {
    const item = draft?.wardrobe[slot];
    const price = item ? priceOf(item) : null;
    return item && price !== null ? { ...item, price } : [];
  });

  const change = (update: (from: DraftStep) => DraftStep) => {
    if (!saved) return;
    setHistory((before) => {
      const from = before ?? newHistory(saved);
      return addStep(from, update(from.now));
    });
  };
  const changeWardrobe = (update: (wardrobe: Wardrobe<DraftItem>, step: DraftStep) => Wardrobe<DraftItem>) =>
    change((step) => ({ ...step, draft: { ...step.draft, wardrobe: update(step.draft.wardrobe, step) } }));
  const send = async (look: AvatarDraft | undefined): Promise<Avatar | null> => {
    const changed = saved && look ? changesBetween(saved, look) : {};
    if (!hasChanges(changed)) return null;
    const avatar = await call(updateAvatarRoute, { input: changed });
    // Edits made while saving remain, and so do the earlier steps.
    if (look) setEdit((now) => ({ ...now, saved: now.saved && withChanges(now.saved, look, changed) }));
    cacheResponse(client, options, avatar);
    toast(avatarText.saved, { tone: "good" });
    return avatar;
  };
  const { busy, failure, dismiss, run: saveLook } = useAction(send, { errors: "inline", parallel: true });

  return {
    query,
    current: draft,
    isChanged: hasChanges(changes),
    canStepBack: (history?.past.length ?? 0) > 0,
    canStepForward: (history?.future.length ?? 0) > 0,
    busy,
    failure,
    dismissFailure: dismiss,
    /** Returns the price of an item; null if the user owns it. */
    priceOf,
    tried,
    isEquipped: (item: DraftItem) => draft !== undefined && equippedSlot(draft.wardrobe, item) !== null,
    /** Remembers a new price; null once the item is bought. */
    setPrice: (id: number, price: number | null) => setPrices((before) => new Map(before).set(id, price)),
    toggleItem: (item: DraftItem) =>
      change(({ draft: { wardrobe, colors }, lastRemoved }) => {
        const after = toggleItem(wardrobe, item, lastRemoved);
        return { draft: { wardrobe: after.wardrobe, colors }, lastRemoved: after.lastRemoved };
      }),
    equipItem: (item: DraftItem) =>
      changeWardrobe((wardrobe, { lastRemoved }) => equipItem(wardrobe, item, lastRemoved)),
    wearItem: (item: DraftItem) => {
      if (!draft) return;
      const wardrobe = equipItem(draft.wardrobe, item, history?.now.lastRemoved ?? "hat1");
      changeWardrobe(() => wardrobe);
      void saveLook({ ...draft, wardrobe });
    },
    setColor: (parts: readonly BopiPart[], color: string) =>
      change((step) => ({
        ...step,
        draft: {
          ...step.draft,
          colors: {
            ...step.draft.colors,
            ...Object.fromEntries(parts.map((part) => [colorKey(part), color])),
          },
        },
      })),
    /** Replaces the whole look. */
    dress: (wardrobe: Wardrobe<DraftItem>, colors: BopiColors) =>
      change((step) => ({ ...step, draft: { wardrobe, colors: keyedColors(colors) } })),
    takeAllOff: () => changeWardrobe(() => emptyWardrobe()),
    /** Goes back to the saved look. That is a step, too. */
    undo: () => {
      if (saved) change((step) => ({ ...step, draft: saved }));
      dismiss();
    },
    stepBack: () => {
      if (!history) return;
      const after = stepBack(history);
      const isOff = ({ id }: DraftItem) =>
        equippedSlot(after.now.draft.wardrobe, { id, type: { id: 1 } }) === null;
      const bought = SLOTS.flatMap((slot) => history.now.draft.wardrobe[slot] ?? []).filter(
        (item) => prices.get(item.id) === null && isOff(item),
      );
      setHistory(() => after);
      if (bought.length > 0) toast(avatarText.undoKeeps(bought.map(({ name }) => name)));
    },
    stepForward: () => setHistory((before) => before && stepForward(before)),
    /** Saves the changes. Rejects on failure, and while an item is only tried on. */
    saveOrThrow: async () => {
      if (tried.length > 0) throw new Error(avatarText.stillTrying);
      await send(draft);
    },
    /** Saves the changes, without the items with the given ids. Shows the error on failure. */
    save: async (without: ReadonlySet<number> = new Set()) => {
      if (!draft) return;
      const look = without.size > 0 ? withoutItems(draft, without) : draft;
      if (look !== draft) change((step) => ({ ...step, draft: withoutItems(step.draft, without) }));
      await saveLook(look);
    },
    /** Takes over an avatar that was saved elsewhere, such as by equipping an outfit. */
    adopt: (avatar: Avatar) => {
      setEdit((now) => ({ ...now, saved: avatarDraft(avatar), history: null }));
      cacheResponse(client, options, avatar);
      dismiss();
      toast(avatarText.saved, { tone: "good" });
    },
  };
}

export type AvatarDraftState = ReturnType<typeof useAvatarDraft>;
