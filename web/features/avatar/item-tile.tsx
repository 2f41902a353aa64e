import { Check } from "lucide-react";
import { type MouseEvent, type PointerEvent, useRef } from "react";
import type { WearableItem } from "#domain/items/item-card.ts";
import { avatarText } from "#web/text/avatar.ts";
import styles from "./customizer.module.css";

/** How long a touch lasts until it opens the item's page. */
const LONG_PRESS_MS = 550;

export interface ItemTileProps {
  item: WearableItem;
  isEquipped: boolean;
  /** A press opens the item's page instead of equipping it. */
  opensPage: boolean;
  onPress: () => void;
}

const openPage = (item: WearableItem) => window.open(`/items/${item.id}`, "_blank", "noopener");

/** Calls `open` on a long touch. `longPressed` is then set, to ignore the click that follows. */
function useLongPress(open: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const longPressed = useRef(false);
  const stop = () => clearTimeout(timer.current);
  return {
    longPressed,
    handlers: {
      onPointerDown: ({ pointerType }: PointerEvent) => {
        longPressed.current = false;
        if (pointerType === "mouse") return;
        timer.current = setTimeout(() => {
          longPressed.current = true;
          open();
        }, LONG_PRESS_MS);
      },
      onPointerUp: stop,
      onPointerCancel: stop,
      onPointerLeave: stop,
    },
  };
}

/** An owned item. A press equips or removes it; Ctrl + click or a long press opens its page in a new tab. */
export function ItemTile({ item, isEquipped, opensPage, onPress }: ItemTileProps) {
  const { longPressed, handlers } = useLongPress(() => openPage(item));
  const onClick = (event: MouseEvent) => {
    if (longPressed.current) longPressed.current = false;
    else if (opensPage || event.ctrlKey || event.metaKey) openPage(item);
    else onPress();
  };
  const { name, thumbnail_url } = item;
  const label = opensPage
    ? avatarText.openItem(name)
    : isEquipped
      ? avatarText.takeOff(name)
      : avatarText.wear(name);
  return (
    <button
      type="button"
      className={styles.tile}
      aria-pressed={opensPage ? undefined : isEquipped}
      aria-label={label}
      title={name}
      onClick={onClick}
      onContextMenu={(event) => longPressed.current && event.preventDefault()}
      {...handlers}
    >
      <img
        src={thumbnail_url}
        width={160}
        height={160}
        alt=""
        loading="lazy"
        decoding="async"
        draggable={false}
      />
      <span className={styles.tileName}>{name}</span>
      {isEquipped && (
        <span className={styles.tick}>
          <Check aria-hidden />
        </span>
      )}
    </button>
  );
}
