import { ITEM_TYPE_IDS, type ItemTypeId, itemTypeByName } from "#domain/items/item-types.ts";
import type { ShopCategory, ShopOrder, ShopSort } from "#domain/shop/rules.ts";
import type { ItemCardRow } from "../items/present.ts";

/** The parameters of a shop list. */
export interface ShopQuery {
  category: ShopCategory;
  sort: ShopSort;
  order: ShopOrder;
  search: string;
  page: number;
  /** The current month in the items' format; its Gold items are on sale. */
  month: string;
}

export interface ShopListPage {
  rows: ItemCardRow[];
  total: number;
}

/** The category's item type; null if it includes all types. */
export const categoryType = ({ category }: ShopQuery): ItemTypeId | null => itemTypeByName(category);

export const categoryTypes = (query: ShopQuery): readonly ItemTypeId[] => {
  const type = categoryType(query);
  return type === null ? ITEM_TYPE_IDS : [type];
};

export const sortsByPrice = ({ sort }: ShopQuery): boolean => sort === "cheapest" || sort === "priciest";

/**
 * Values of the `sale_state` column: not for sale, for sale, for sale to Gold members in its month. Items that aren't
 * public have another value, which no list reads.
 */
export const SALE_STATE = { none: 0, open: 1, gold: 2 } as const;
