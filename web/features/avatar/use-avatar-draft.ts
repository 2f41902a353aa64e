import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { type Avatar, avatarRoute, updateAvatarRoute } from "#domain/avatar/api.ts";
import { type AvatarDraft, avatarDraft, changesBetween, hasChanges } from "#domain/avatar/avatar-changes.ts";
import { colorKey } from "#domain/avatar/color-keys.ts";
import type { BopiPart } from "#domain/avatar/colors.ts";
import { emptyWardrobe, equipItem, toggleItem } from "#domain/avatar/rules.ts";
import type { HatSlot } from "#domain/avatar/slots.ts";
import type { WearableItem } from "#domain/items/item-card.ts";
import { errorText } from "#web/lib/action-error.ts";
import { call } from "#web/lib/api.ts";
import { cacheResponse, queryFor } from "#web/lib/query.ts";
import { avatarText } from "#web/text/avatar.ts";
import { toast } from "#web/ui/toast-store.ts";

/** Unsaved changes on top of the saved avatar. */
interface Edit {
  draft: AvatarDraft;
  lastRemoved: HatSlot;
}

/** The user's saved avatar, their unsaved changes, and functions to change and save them. */
export function useAvatarDraft(userId: number) {
  const client = useQueryClient();
  const options = queryFor(avatarRoute, { params: { userId } });
  const query = useQuery(options);
  const [edit, setEdit] = useState<Edit | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const saved = useMemo(() => query.data && avatarDraft(query.data), [query.data]);
  const draft = edit?.draft ?? saved;
  const changes = useMemo(() => (saved && draft ? changesBetween(saved, draft) : {}), [saved, draft]);

  const change = (update: (from: Edit) => Edit) => {
    if (!saved) return;
    setEdit((now) => update(now ?? { draft: saved, lastRemoved: "hat1" }));
  };
  // Only replaces the saved state: edits made while saving remain.
  const setSaved = (avatar: Avatar) => cacheResponse(client, options, avatar);
  /** Saves the changes. Rejects on failure. */
  const saveOrThrow = async (): Promise<void> => {
    if (!hasChanges(changes)) return;
    setBusy(true);
    setError(null);
    try {
      setSaved(await call(updateAvatarRoute, { input: changes }));
      toast(avatarText.saved, { tone: "good" });
    } finally {
      setBusy(false);
    }
  };

  return {
    query,
    current: draft,
    isChanged: hasChanges(changes),
    busy,
    error,
    dismissError: () => setError(null),
    toggleItem: (item: WearableItem) =>
      change(({ draft: { wardrobe, colors }, lastRemoved }) => {
        const after = toggleItem(wardrobe, item, lastRemoved);
        return { draft: { wardrobe: after.wardrobe, colors }, lastRemoved: after.lastRemoved };
      }),
    equipItem: (item: WearableItem) =>
      change(({ draft: { wardrobe, colors }, lastRemoved }) => ({
        draft: { wardrobe: equipItem(wardrobe, item, lastRemoved), colors },
        lastRemoved,
      })),
    setColor: (parts: readonly BopiPart[], color: string) =>
      change(({ draft: { wardrobe, colors }, lastRemoved }) => ({
        draft: {
          wardrobe,
          colors: { ...colors, ...Object.fromEntries(parts.map((part) => [colorKey(part), color])) },
        },
        lastRemoved,
      })),
    takeAllOff: () =>
      change(({ draft: { colors }, lastRemoved }) => ({
        draft: { wardrobe: emptyWardrobe(), colors },
        lastRemoved,
      })),
    undo: () => {
      setEdit(null);
      setError(null);
    },
    saveOrThrow,
    /** Saves the changes. Shows the error on failure. */
    save: () => saveOrThrow().catch((failure) => setError(errorText(failure, avatarText.failed))),
    /** Takes over an avatar that was saved elsewhere, such as by equipping an outfit. */
    adopt: (avatar: Avatar) => {
      setSaved(avatar);
      setEdit(null);
      setError(null);
      toast(avatarText.saved, { tone: "good" });
    },
  };
}

export type AvatarDraftState = ReturnType<typeof useAvatarDraft>;
