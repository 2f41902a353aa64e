import { Check } from "lucide-react";
import { type MouseEvent, type PointerEvent, useRef } from "react";
import type { WearableItem } from "#domain/items/wearable-item.ts";
import { CoinPrice } from "#web/components/coin-price.tsx";
import { ItemPicture } from "#web/components/item-picture.tsx";
import styles from "./customizer.module.css";
import { avatarText } from "./text/avatar.ts";
import { closetText } from "./text/closet.ts";

/** How long a touch lasts until it opens the item's page. */
const LONG_PRESS_MS = 550;

export interface ItemTileProps {
  item: WearableItem;
  /** Its price; null if the user owns it. */
  price: number | null;
  /** It was bought here. Its price's line stays, so that nothing moves. */
  isNew: boolean;
  /** The user has too few coins for it. */
  isDear: boolean;
  isEquipped: boolean;
  /** A press opens the item's page instead of equipping it. */
  opensPage: boolean;
  /** The grid's tiles are one tab stop; arrow keys move between them. */
  isTabStop: boolean;
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

/** The accessible name: what a press does, then everything that the tile shows. */
function labelOf({ item: { name }, price, isNew, isEquipped, opensPage }: ItemTileProps): string {
  const shown = closetText.tile(name, price, isNew, isEquipped && price !== null);
  if (opensPage) return avatarText.openItem(shown);
  if (isEquipped) return avatarText.takeOff(shown);
  return price === null ? avatarText.wear(shown) : closetText.tryOn(shown);
}

/**
 * An item. A press equips it, tries it on or removes it; Ctrl + click or a long press opens its page in a new tab.
 */
export function ItemTile(props: ItemTileProps) {
  const { item, price, isNew, isDear, isEquipped, opensPage, isTabStop, onPress } = props;
  const { longPressed, handlers } = useLongPress(() => openPage(item));
  const onClick = (event: MouseEvent) => {
    if (longPressed.current) longPressed.current = false;
    else if (opensPage || event.ctrlKey || event.metaKey) openPage(item);
    else onPress();
  };
  const { name } = item;
  return (
    <button
      type="button"
      className={styles.tile}
      data-tile={item.id}
      tabIndex={isTabStop ? 0 : -1}
      aria-pressed={opensPage ? undefined : isEquipped}
      aria-label={labelOf(props)}
      title={name}
      onClick={onClick}
      onContextMenu={(event) => longPressed.current && event.preventDefault()}
      {...handlers}
    >
      <ItemPicture
        item={item}
        width={160}
        height={160}
        alt=""
        loading="lazy"
        decoding="async"
        draggable={false}
      />
      <bdi className={styles.tileName}>{name}</bdi>{" "}
      {isEquipped && price !== null && <span className={styles.trying}>{closetText.tryingOn}</span>}{" "}
      {(price !== null || isNew) && (
        <span className={styles.tilePrice}>
          {price === null ? closetText.bought : <CoinPrice price={price} dim={isDear} />}
        </span>
      )}
      {isEquipped && (
        <span className={styles.tick}>
          <Check aria-hidden />
        </span>
      )}
    </button>
  );
}
