import { Heart, LayoutGrid, type LucideIcon } from "lucide-react";
import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { INVENTORY_CATEGORIES, type InventoryCategory } from "#domain/inventory/api.ts";
import { inventoryText } from "#web/text/inventory.ts";
import { TYPE_ICONS } from "#web/ui/type-icons.ts";
import styles from "./inventory.module.css";

const ICONS: Record<InventoryCategory, LucideIcon> = { all: LayoutGrid, favorites: Heart, ...TYPE_ICONS };

/** The categories as links: a column beside the items, on narrow screens a row that scrolls. */
export function Categories({
  chosen,
  hrefOf,
}: {
  chosen: InventoryCategory;
  hrefOf: (category: InventoryCategory) => string;
}) {
  const row = useRef<HTMLUListElement>(null);
  // Where the row is longer than the screen, the chosen one is brought into sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per choice
  useEffect(() => {
    const list = row.current;
    const link = list?.querySelector<HTMLElement>("[aria-current]");
    if (list && link) list.scrollLeft = link.offsetLeft - (list.clientWidth - link.offsetWidth) / 2;
  }, [chosen]);
  return (
    <nav className={styles.categories} aria-label={inventoryText.categoriesLabel}>
      <ul ref={row}>
        {INVENTORY_CATEGORIES.map((category) => {
          const Icon = ICONS[category];
          return (
            <li key={category}>
              <Link
                className={styles.category}
                to={hrefOf(category)}
                aria-current={category === chosen ? "page" : undefined}
              >
                <Icon aria-hidden />
                {inventoryText.categories[category]}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
