import { ITEM_TYPE_IDS, type ItemTypeId, typeNamed } from "#domain/items/rules.ts";
import type { ShopCategory, ShopOrder, ShopSort } from "#domain/shop/rules.ts";
import type { ItemCardRow } from "../items/present.ts";

/** What the shop's list is asked for. */
export interface ShopQuery {
  category: ShopCategory;
  sort: ShopSort;
  order: ShopOrder;
  search: string;
  page: number;
  /** The month that it is, as items name it: its Gold items can be bought. */
  month: string;
}

export interface ShopPage {
  rows: ItemCardRow[];
  total: number;
}

/** The one type that a category is about; null where it has all of them. */
export const typeOf = ({ category }: ShopQuery): ItemTypeId | null => typeNamed(category);

export const typesOf = (query: ShopQuery): readonly ItemTypeId[] => {
  const type = typeOf(query);
  return type === null ? ITEM_TYPE_IDS : [type];
};

export const isByPrice = ({ sort }: ShopQuery): boolean => sort === "cheapest" || sort === "priciest";

/**
 * How an item's `sale_state` is stored: it can't be bought, anybody can buy it, Gold members can in its month. What is not
 * shown has another one, which no list looks at.
 */
export const SALE = { none: 0, open: 1, gold: 2 } as const;
