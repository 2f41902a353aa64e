import { Heart, LayoutGrid, type LucideIcon } from "lucide-react";
import { INVENTORY_CATEGORIES, type InventoryCategory } from "#domain/inventory/view.ts";
import { TYPE_ICONS } from "#web/components/type-icons.ts";
import { CategoryNav } from "#web/ui/category-nav.tsx";
import styles from "./inventory.module.css";
import { inventoryText } from "./text.ts";

const ICONS: Record<InventoryCategory, LucideIcon> = { all: LayoutGrid, favorites: Heart, ...TYPE_ICONS };

/** The categories of an inventory. */
export function InventoryCategories({
  chosen,
  hrefOf,
}: {
  chosen: InventoryCategory;
  hrefOf: (category: InventoryCategory) => string;
}) {
  const links = INVENTORY_CATEGORIES.map((id) => ({
    id,
    label: inventoryText.categories[id],
    icon: ICONS[id],
    to: hrefOf(id),
    active: id === chosen,
  }));
  return (
    <CategoryNav label={inventoryText.categoriesLabel} groups={[{ links }]} className={styles.categories} />
  );
}
