import { type FocusEvent, Fragment, type KeyboardEvent, useState } from "react";
import type { DraftItem } from "#domain/avatar/avatar-changes.ts";
import { useMember } from "#web/lib/user.ts";
import styles from "./customizer.module.css";
import { ItemTile } from "./item-tile.tsx";
import type { AvatarDraftState } from "./use-avatar-draft.ts";

/** Items under a heading. */
export interface ItemSection {
  heading: string | null;
  items: readonly DraftItem[];
}

export interface ItemGridProps {
  sections: readonly ItemSection[];
  draft: AvatarDraftState;
  opensPage: boolean;
  onPress: (item: DraftItem) => void;
}

/** The tile that an arrow key leads to from the tile `at`, or undefined. Up and Down go to the nearest one of the next row. */
function tileFor(key: string, tiles: readonly HTMLElement[], at: number): HTMLElement | undefined {
  const from = tiles[at]?.getBoundingClientRect();
  if (!from) return undefined;
  const nearest = (others: readonly HTMLElement[]) => {
    const distance = (one: HTMLElement) => Math.abs(one.getBoundingClientRect().left - from.left);
    const top = others[0]?.getBoundingClientRect().top;
    return others
      .filter((one) => one.getBoundingClientRect().top === top)
      .reduce<HTMLElement | undefined>(
        (best, one) => (best && distance(best) <= distance(one) ? best : one),
        undefined,
      );
  };
  switch (key) {
    case "ArrowLeft":
      return tiles[at - 1];
    case "ArrowRight":
      return tiles[at + 1];
    case "ArrowUp":
      return nearest(
        tiles
          .slice(0, at)
          .reverse()
          .filter((one) => one.getBoundingClientRect().top < from.top),
      );
    case "ArrowDown":
      return nearest(tiles.slice(at).filter((one) => one.getBoundingClientRect().top > from.top));
    case "Home":
      return tiles[0];
    case "End":
      return tiles.at(-1);
    default:
      return undefined;
  }
}

function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
  const tiles = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-tile]")];
  const next = tileFor(event.key, tiles, tiles.indexOf(event.target as HTMLElement));
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** Items to put on and take off, in one grid with headings. Arrow keys move between all of them. */
export function ItemGrid({ sections, draft, opensPage, onPress }: ItemGridProps) {
  const { coins } = useMember();
  const items = sections.flatMap((section) => section.items);
  const [focused, setFocused] = useState<number | null>(null);
  const tabStop = items.some(({ id }) => id === focused) ? focused : items[0]?.id;
  const onFocus = (event: FocusEvent<HTMLElement>) => {
    const { tile } = (event.target as HTMLElement).dataset;
    if (tile) setFocused(Number(tile));
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the tiles are the controls; this only moves between them
    <div className={styles.tiles} onKeyDown={onKeyDown} onFocus={onFocus}>
      {sections.map(
        (section) =>
          section.items.length > 0 && (
            <Fragment key={section.heading}>
              {section.heading && <h2 className={styles.heading}>{section.heading}</h2>}
              {section.items.map((item) => {
                const price = draft.priceOf(item);
                return (
                  <ItemTile
                    key={item.id}
                    item={item}
                    price={price}
                    isNew={price === null && item.price !== undefined && item.price !== null}
                    isDear={price !== null && price > coins}
                    isEquipped={draft.isEquipped(item)}
                    opensPage={opensPage}
                    isTabStop={item.id === tabStop}
                    onPress={() => onPress(item)}
                  />
                );
              })}
            </Fragment>
          ),
      )}
    </div>
  );
}
