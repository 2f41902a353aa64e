import { optionField, pageField, queryView, textField, type ViewOf } from "../api/list-view.ts";
import { SHOP_CATEGORIES, SHOP_ORDERS, SHOP_SORTS } from "./rules.ts";

const view = queryView({
  category: optionField(SHOP_CATEGORIES, "all"),
  search: textField,
  sort: optionField(SHOP_SORTS, ""),
  order: optionField(SHOP_ORDERS, ""),
  page: pageField,
});
/** The state of the shop as its URL has it (spec 2 §2). */
export type ShopView = ViewOf<typeof view>;
export const readShopView = view.read;
export const writeShopView = view.write;

export const shopInput = (view: ShopView) => ({ ...view });

export const FEATURED_SHOP_INPUT = { featured: true } as const;

/** The carousel is only shown on the first page without filters (spec 2 §2). */
export const showsFeaturedItems = ({ category, search, page, sort, order }: ShopView): boolean =>
  category === "all" && page === 1 && !search && !sort && !order;
