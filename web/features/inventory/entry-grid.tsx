import { Tag } from "lucide-react";
import { Link, useLocation } from "react-router";
import type { InventoryEntry } from "#domain/inventory/api.ts";
import type { ItemCard } from "#domain/items/entity.ts";
import { LIMITS } from "#domain/limits.ts";
import { useInSight } from "#web/lib/painted.ts";
import { STAY } from "#web/lib/stay.ts";
import { inventoryText } from "#web/text/inventory.ts";
import { cx } from "#web/ui/cx.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import styles from "./inventory.module.css";

/** Entries in sight without scrolling on most screens: their pictures are not put off. */
const EAGER = 12;
const BONES = Array.from({ length: LIMITS.pageSize.inventory }, (_, i) => i);

/** The item of an entry, owned or favourited. */
export const itemOf = ({ item, favoritable }: InventoryEntry): ItemCard | undefined => item ?? favoritable;

export interface EntryGridProps {
  entries: readonly InventoryEntry[];
  chosen: number | null;
  hrefOf: (entry: number) => string;
  /** Dims what the next page is about to replace. */
  stale: boolean;
}

/** What is owned or favourited, as links that show the details. */
export function EntryGrid({ entries, chosen, hrefOf, stale }: EntryGridProps) {
  const { state } = useLocation();
  const drawn = useInSight(entries, EAGER);
  return (
    <ul className={cx(styles.grid, stale && styles.stale)} aria-busy={stale}>
      {drawn.map((entry, index) => {
        const item = itemOf(entry);
        return (
          item && (
            <li key={entry.id}>
              <Link
                className={styles.tile}
                to={hrefOf(entry.id)}
                // One step of the history for any number of looks.
                replace={chosen !== null}
                state={chosen === null ? STAY : state}
                aria-current={entry.id === chosen ? "true" : undefined}
              >
                <img
                  src={item.thumbnail_url}
                  width={160}
                  height={160}
                  alt=""
                  loading={index < EAGER ? "eager" : "lazy"}
                  decoding="async"
                />
                <span className={styles.tileName}>{item.name}</span>
                {entry.resale_price !== null && (
                  <span className={styles.tilePrice}>
                    <Tag aria-hidden />
                    <span className="sr-only"> {inventoryText.offered} </span>
                    {inventoryText.price(entry.resale_price)}
                  </span>
                )}
              </Link>
            </li>
          )
        );
      })}
    </ul>
  );
}

/** A page of items to come. */
export function EntryGridSkeleton() {
  return (
    <Waiting text={inventoryText.loading}>
      <div className={styles.grid}>
        {BONES.map((bone) => (
          <Skeleton ratio="5 / 6" key={bone} />
        ))}
      </div>
    </Waiting>
  );
}
