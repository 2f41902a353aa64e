import { Crown, LayoutGrid, type LucideIcon } from "lucide-react";
import { COMMUNITY_CATEGORIES, OFFICIAL_CATEGORIES, type ShopCategory } from "#domain/shop/rules.ts";
import { TYPE_ICONS } from "#web/components/type-icons.ts";
import { CategoryNav } from "#web/ui/category-nav.tsx";
import styles from "./shop.module.css";
import { shopText } from "./text/shop.ts";

const ICONS: Record<ShopCategory, LucideIcon> = { all: LayoutGrid, gold: Crown, ...TYPE_ICONS };

/** The shop's categories: official and community items. */
export function ShopCategories({
  chosen,
  hrefOf,
}: {
  chosen: ShopCategory;
  hrefOf: (choice: { category: ShopCategory }) => string;
}) {
  const linksTo = (categories: readonly ShopCategory[]) =>
    categories.map((id) => ({
      id,
      label: shopText.categories[id],
      icon: ICONS[id],
      to: hrefOf({ category: id }),
      active: id === chosen,
    }));
  return (
    <CategoryNav
      label={shopText.categoriesLabel}
      className={styles.categories}
      groups={[
        { heading: shopText.official, links: linksTo(OFFICIAL_CATEGORIES) },
        { heading: shopText.community, links: linksTo(COMMUNITY_CATEGORIES) },
      ]}
    />
  );
}
