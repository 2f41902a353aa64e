import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { avatarRoute } from "#domain/avatar/api.ts";
import { colorsOf } from "#domain/avatar/color-keys.ts";
import { MANNEQUIN_COLORS } from "#domain/avatar/colors.ts";
import { HAT_SLOTS, SLOTS, slotsOf } from "#domain/avatar/slots.ts";
import { tryOnUrl } from "#domain/avatar/try-on-url.ts";
import type { Item } from "#domain/items/api.ts";
import { ItemPicture } from "#web/components/item-picture.tsx";
import { useOwnLook } from "#web/lib/own-look.ts";
import { useItemPicture } from "#web/lib/pictures.ts";
import { queryFor } from "#web/lib/query.ts";
import { useUser } from "#web/lib/user.ts";
import { BopiPreview, type PreviewLook } from "#web/scene/bopi-preview.tsx";
import { SegmentedControl } from "#web/ui/checkbox.tsx";
import styles from "./item.module.css";
import { itemsText } from "./text/items.ts";

type View = "bopi" | "picture" | "3d";

/** Returns the user's bopi with the item equipped in its slot; a plain bopi for visitors. */
function useTriedLook(item: Item): PreviewLook {
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

function InThreeD({ item }: { item: Item }) {
  return (
    <BopiPreview
      look={useTriedLook(item)}
      picture={useItemPicture(item)}
      alt={itemsText.picture(item.name)}
      label={itemsText.inThreeD(item.name)}
    />
  );
}

/** The item on the own bopi, over the item's picture, which stays until this is loaded and if it can't be. */
function OnBopi({ item }: { item: Item }) {
  const url = tryOnUrl(useOwnLook(), item, { size: 512 });
  const [loaded, setLoaded] = useState<string | null>(null);
  return (
    <img
      className={styles.onBopi}
      src={url}
      width={512}
      height={512}
      alt={itemsText.onBopi(item.name)}
      data-shown={loaded === url}
      onLoad={() => setLoaded(url)}
    />
  );
}

/** The item on the user's bopi, its own picture, or the user's bopi in 3D. Hidden items are on no picture of a bopi. */
export function ItemPreview({ item }: { item: Item }) {
  const isOnBopi = item.uuid !== "" && !item.review;
  const [view, setView] = useState<View>(isOnBopi ? "bopi" : "picture");
  return (
    <figure className={styles.preview}>
      <div className={styles.picture}>
        {view === "3d" ? (
          <InThreeD item={item} />
        ) : (
          <ItemPicture item={item} width={420} height={420} alt={itemsText.picture(item.name)} />
        )}
        {view === "bopi" && <OnBopi item={item} />}
      </div>
      {item.uuid && (
        <SegmentedControl
          label={itemsText.view}
          hideLabel
          options={[
            ...(isOnBopi ? [{ value: "bopi" as const, label: itemsText.viewBopi }] : []),
            { value: "picture" as const, label: itemsText.viewPicture },
            { value: "3d" as const, label: itemsText.view3d },
          ]}
          value={view}
          onChange={setView}
        />
      )}
    </figure>
  );
}
