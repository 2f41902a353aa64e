import { Tag } from "lucide-react";
import { Link, useLocation } from "react-router";
import type { InventoryEntry } from "#domain/inventory/api.ts";
import type { ItemCardData } from "#domain/items/item-card.ts";
import { LIMITS } from "#domain/limits.ts";
import { ItemPicture } from "#web/components/item-picture.tsx";
import { useTryOn } from "#web/components/use-try-on.tsx";
import { KEEP_SCROLL } from "#web/lib/keep-scroll.ts";
import { cx } from "#web/ui/cx.ts";
import { LoadingRegion } from "#web/ui/loading-region.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import tiles from "#web/ui/tile.module.css";
import styles from "./inventory.module.css";
import { inventoryText } from "./text.ts";

/** Entries visible without scrolling on most screens; their pictures load eagerly. */
const EAGER = 12;
const PLACEHOLDERS = Array.from({ length: LIMITS.pageSize.inventory }, (_, i) => i);

/** Returns an entry's item, owned or favorited. */
export const entryItem = ({ item, favoritable }: InventoryEntry): ItemCardData | undefined =>
  item ?? favoritable;

export interface EntryGridProps {
  entries: readonly InventoryEntry[];
  chosen: number | null;
  hrefOf: (entry: number) => string;
  /** Dims the entries while the next page loads. */
  stale: boolean;
}

interface EntryTileProps {
  entry: InventoryEntry;
  item: ItemCardData;
  isChosen: boolean;
  /** Only the first selection adds a history entry. */
  replace: boolean;
  state: unknown;
  to: string;
  eager: boolean;
}

/** An entry as a link to its details. */
function EntryTile({ entry, item, isChosen, replace, state, to, eager }: EntryTileProps) {
  const [tryOnListeners, onBopi] = useTryOn(item);
  return (
    <Link
      {...tryOnListeners}
      className={cx(tiles.tile, styles.tile)}
      to={to}
      replace={replace}
      state={state}
      aria-current={isChosen ? "true" : undefined}
    >
      <span className={styles.tilePicture}>
        <ItemPicture
          item={item}
          width={160}
          height={160}
          alt=""
          loading={eager ? "eager" : "lazy"}
          decoding="async"
        />
        {onBopi}
      </span>
      <span className={styles.tileName} dir="auto">
        {item.name}
      </span>
      {entry.resale_price !== null && (
        <span className={styles.tilePrice}>
          <Tag aria-hidden />
          <span className="sr-only"> {inventoryText.offered} </span>
          {inventoryText.price(entry.resale_price)}
        </span>
      )}
    </Link>
  );
}

/** Owned or favorited items, as links to their details. */
export function EntryGrid({ entries, chosen, hrefOf, stale }: EntryGridProps) {
  const { state } = useLocation();
  return (
    <ul className={cx("lazy-rows", styles.grid, stale && styles.stale)} aria-busy={stale}>
      {entries.map((entry, index) => {
        const item = entryItem(entry);
        return (
          item && (
            <li key={entry.id}>
              <EntryTile
                entry={entry}
                item={item}
                isChosen={entry.id === chosen}
                replace={chosen !== null}
                state={chosen === null ? KEEP_SCROLL : state}
                to={hrefOf(entry.id)}
                eager={index < EAGER}
              />
            </li>
          )
        );
      })}
    </ul>
  );
}

/** The grid's placeholder. */
export function EntryGridSkeleton() {
  return (
    <LoadingRegion text={inventoryText.loading}>
      <div className={styles.grid}>
        {PLACEHOLDERS.map((placeholder) => (
          <Skeleton ratio="5 / 6" key={placeholder} />
        ))}
      </div>
    </LoadingRegion>
  );
}
