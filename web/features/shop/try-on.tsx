import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { SessionUser } from "#domain/auth/api.ts";
import { avatarRoute } from "#domain/avatar/api.ts";
import { colorsOf } from "#domain/avatar/color-keys.ts";
import { MANNEQUIN_COLORS } from "#domain/avatar/colors.ts";
import { SLOTS } from "#domain/avatar/slots.ts";
import { hasModel } from "#domain/items/rules.ts";
import { queryFor } from "#web/lib/query.ts";
import { BopiPreview, type LocalItem, type PreviewLook } from "#web/scene/bopi-preview.tsx";
import styles from "./create.module.css";
import { createItemText } from "./text/create-item.ts";

/** Returns the look of the user's bopi. */
function useOwnLook(user: SessionUser): PreviewLook {
  const { data: avatar } = useQuery(queryFor(avatarRoute, { params: { userId: user.id } }));
  return useMemo(
    () => ({
      colors: avatar ? colorsOf(avatar) : MANNEQUIN_COLORS,
      items: Object.fromEntries(SLOTS.map((slot) => [slot, avatar?.[slot] ?? null])),
    }),
    [avatar],
  );
}

/** Previews the local files on the user's bopi, before anything is uploaded. */
export function TryOn({ user, item }: { user: SessionUser; item: LocalItem }) {
  const look = useOwnLook(user);
  const { category, texture, mesh } = item;
  const local = useMemo(() => ({ category, texture, mesh }), [category, texture, mesh]);
  const isEmpty = hasModel(category) ? mesh === null : texture === null;
  return (
    <div className={styles.stage}>
      <BopiPreview
        look={look}
        localItem={isEmpty ? null : local}
        picture={user.bopi.avatar_url}
        alt={createItemText.previewPicture}
        label={createItemText.previewLabel}
      />
      {isEmpty && (
        <p className={styles.stageHint}>
          {hasModel(category) ? createItemText.previewEmptyModel : createItemText.previewEmpty}
        </p>
      )}
    </div>
  );
}
