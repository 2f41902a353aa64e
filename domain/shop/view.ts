import { readPage } from "../api/list-view.ts";
import {
  SHOP_CATEGORIES,
  SHOP_ORDERS,
  SHOP_SORTS,
  type ShopCategory,
  type ShopOrder,
  type ShopSort,
} from "./rules.ts";

/** The state of the shop as its URL has it (spec 2 §2). */
export interface ShopView {
  category: ShopCategory;
  search: string;
  page: number;
  sort: ShopSort;
  order: ShopOrder;
}

const readOption = <T extends string>(values: readonly T[], value: string | null, fallback: T): T =>
  values.find((known) => known === value) ?? fallback;

/** Reads the page's URL query and ignores invalid values. */
export function readShopView(query: URLSearchParams): ShopView {
  return {
    category: readOption(SHOP_CATEGORIES, query.get("category"), "all"),
    search: (query.get("search") ?? "").trim(),
    page: readPage(query),
    sort: readOption(SHOP_SORTS, query.get("sort"), ""),
    order: readOption(SHOP_ORDERS, query.get("order"), ""),
  };
}

/** The URL query of a view, without defaults. */
export function writeShopView({ category, search, page, sort, order }: ShopView): URLSearchParams {
  const query = new URLSearchParams();
  if (category !== "all") query.set("category", category);
  if (search) query.set("search", search);
  if (sort) query.set("sort", sort);
  if (order) query.set("order", order);
  if (page > 1) query.set("page", String(page));
  return query;
}

/** The list request of a view. */
export const shopInput = (view: ShopView) => ({ ...view });

/** The carousel's request. */
export const FEATURED_SHOP_INPUT = { featured: true } as const;

/** The carousel is only shown on the first page without filters (spec 2 §2). */
export const showsFeaturedItems = ({ category, search, page, sort, order }: ShopView): boolean =>
  category === "all" && page === 1 && !search && !sort && !order;
