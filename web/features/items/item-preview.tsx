import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { avatarRoute } from "#domain/avatar/api.ts";
import { colorsOf } from "#domain/avatar/color-keys.ts";
import { MANNEQUIN_COLORS } from "#domain/avatar/colors.ts";
import { HAT_SLOTS, SLOTS, slotsOf } from "#domain/avatar/slots.ts";
import type { Item } from "#domain/items/api.ts";
import { queryFor } from "#web/lib/query.ts";
import { useUser } from "#web/lib/user.ts";
import { BopiPreview, type PreviewLook } from "#web/scene/bopi-preview.tsx";
import { itemsText } from "#web/text/items.ts";
import { SegmentedControl } from "#web/ui/checkbox.tsx";
import styles from "./item.module.css";

/** Returns the user's bopi with the item equipped in its slot; a plain bopi for visitors. */
function useTryOn(item: Item): PreviewLook {
  const user = useUser();
  const options = queryFor(avatarRoute, { params: { userId: user?.id ?? 0 } });
  const { data: avatar } = useQuery({ ...options, enabled: user !== null });
  return useMemo(() => {
    const equipped = SLOTS.map((slot) => [slot, avatar?.[slot] ?? null]);
    const clearedHats = item.type.id === 1 ? HAT_SLOTS.map((slot) => [slot, null]) : [];
    const [slot = "hat1"] = slotsOf(item.type.id);
    return {
      colors: avatar ? colorsOf(avatar) : MANNEQUIN_COLORS,
      items: { ...Object.fromEntries(equipped), ...Object.fromEntries(clearedHats), [slot]: item },
    };
  }, [avatar, item]);
}

function OnBopi({ item }: { item: Item }) {
  return (
    <BopiPreview look={useTryOn(item)} picture={item.thumbnail_url} label={itemsText.onBopi(item.name)} />
  );
}

/** The item's picture, or the item in 3D on the user's bopi. */
export function ItemPreview({ item }: { item: Item }) {
  const [view, setView] = useState<"picture" | "bopi">("picture");
  return (
    <figure className={styles.preview}>
      <div className={styles.picture}>
        {view === "bopi" ? (
          <OnBopi item={item} />
        ) : (
          <img src={item.thumbnail_url} width={420} height={420} alt={itemsText.picture(item.name)} />
        )}
      </div>
      {item.uuid && (
        <SegmentedControl
          label={itemsText.view}
          hideLabel
          options={[
            { value: "picture", label: itemsText.viewPicture },
            { value: "bopi", label: itemsText.viewBopi },
          ]}
          value={view}
          onChange={setView}
        />
      )}
    </figure>
  );
}
