import { Check } from "lucide-react";
import { type MouseEvent, type PointerEvent, useRef } from "react";
import type { WearableItem } from "#domain/items/entity.ts";
import { avatarText } from "#web/text/avatar.ts";
import styles from "./customiser.module.css";

/** How long a finger rests on an item until its page opens. */
const HOLD_MS = 550;

export interface ItemTileProps {
  item: WearableItem;
  worn: boolean;
  /** A press opens the item's page. */
  opens: boolean;
  onPress: () => void;
}

const openPage = (item: WearableItem) => window.open(`/items/${item.id}`, "_blank", "noopener");

/** A finger that rests opens the page; `held` then tells that the press has been used up. */
function useHold(open: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const held = useRef(false);
  const stop = () => clearTimeout(timer.current);
  return {
    held,
    handlers: {
      onPointerDown: ({ pointerType }: PointerEvent) => {
        held.current = false;
        if (pointerType === "mouse") return;
        timer.current = setTimeout(() => {
          held.current = true;
          open();
        }, HOLD_MS);
      },
      onPointerUp: stop,
      onPointerCancel: stop,
      onPointerLeave: stop,
    },
  };
}

/** An item one owns: a press wears it or takes it off, Ctrl and a press (or a long one) opens its page in a new tab. */
export function ItemTile({ item, worn, opens, onPress }: ItemTileProps) {
  const { held, handlers } = useHold(() => openPage(item));
  const onClick = (event: MouseEvent) => {
    if (held.current) held.current = false;
    else if (opens || event.ctrlKey || event.metaKey) openPage(item);
    else onPress();
  };
  const { name, thumbnail_url } = item;
  const label = opens ? avatarText.openItem(name) : worn ? avatarText.takeOff(name) : avatarText.wear(name);
  return (
    <button
      type="button"
      className={styles.tile}
      aria-pressed={opens ? undefined : worn}
      aria-label={label}
      title={name}
      onClick={onClick}
      onContextMenu={(event) => held.current && event.preventDefault()}
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
      {worn && (
        <span className={styles.tick}>
          <Check aria-hidden />
        </span>
      )}
    </button>
  );
}
