import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { type Avatar, avatarRoute, updateAvatarRoute } from "#domain/avatar/api.ts";
import { changesBetween, type Draft, draftOf, hasChanges } from "#domain/avatar/changes.ts";
import { colorKey } from "#domain/avatar/color-keys.ts";
import type { BopiPart } from "#domain/avatar/colors.ts";
import { clickItem, emptyWardrobe, putOn } from "#domain/avatar/rules.ts";
import type { HatSlot } from "#domain/avatar/slots.ts";
import type { WearableItem } from "#domain/items/entity.ts";
import { errorText } from "#web/lib/action-error.ts";
import { call } from "#web/lib/api.ts";
import { queryFor } from "#web/lib/query.ts";
import { avatarText } from "#web/text/avatar.ts";
import { toast } from "#web/ui/toast-store.ts";

/** What is changed by hand, over what was saved; null where nothing was touched. */
interface Edit {
  draft: Draft;
  lastRemoved: HatSlot;
}

/** Dressing one's bopi: what was saved, what is changed, and saving the difference. */
export function useDraft(userId: number) {
  const client = useQueryClient();
  const options = queryFor(avatarRoute, { params: { userId } });
  const query = useQuery(options);
  const [edit, setEdit] = useState<Edit | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const saved = useMemo(() => query.data && draftOf(query.data), [query.data]);
  const draft = edit?.draft ?? saved;
  const changes = useMemo(() => (saved && draft ? changesBetween(saved, draft) : {}), [saved, draft]);

  const change = (make: (from: Edit) => Edit) => {
    if (!saved) return;
    setEdit((now) => make(now ?? { draft: saved, lastRemoved: "hat1" }));
  };
  // What was changed while a save was under way stays changed.
  const keep = (avatar: Avatar) => client.setQueryData(options.queryKey, avatar);
  /** Saves what differs; rejects where that fails. */
  const store = async (): Promise<void> => {
    if (!hasChanges(changes)) return;
    setBusy(true);
    setError(null);
    try {
      keep(await call(updateAvatarRoute, { input: changes }));
      toast(avatarText.saved, { tone: "good" });
    } finally {
      setBusy(false);
    }
  };

  return {
    query,
    draft,
    changed: hasChanges(changes),
    busy,
    error,
    dismissError: () => setError(null),
    click: (item: WearableItem) =>
      change(({ draft: { wardrobe, colors }, lastRemoved }) => {
        const after = clickItem(wardrobe, item, lastRemoved);
        return { draft: { wardrobe: after.wardrobe, colors }, lastRemoved: after.lastRemoved };
      }),
    wear: (item: WearableItem) =>
      change(({ draft: { wardrobe, colors }, lastRemoved }) => ({
        draft: { wardrobe: putOn(wardrobe, item, lastRemoved), colors },
        lastRemoved,
      })),
    paint: (parts: readonly BopiPart[], color: string) =>
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
    store,
    /** Saves, and shows why it failed. */
    save: () => store().catch((failure) => setError(errorText(failure, avatarText.failed))),
    /** Shows a bopi that was dressed by other means, such as an outfit. */
    adopt: (avatar: Avatar) => {
      keep(avatar);
      setEdit(null);
      setError(null);
      toast(avatarText.saved, { tone: "good" });
    },
  };
}

export type DraftState = ReturnType<typeof useDraft>;
