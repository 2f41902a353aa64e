import { readPage } from "../api/list-view.ts";
import type { SentOf } from "../api/route.ts";
import type { shopRoute } from "./api.ts";
import {
  SHOP_CATEGORIES,
  SHOP_ORDERS,
  SHOP_SORTS,
  type ShopCategory,
  type ShopOrder,
  type ShopSort,
} from "./rules.ts";

/** What the shop shows, as its address has it (spec 2 §2). */
export interface ShopView {
  category: ShopCategory;
  search: string;
  page: number;
  sort: ShopSort;
  order: ShopOrder;
}

const one = <T extends string>(values: readonly T[], value: string | null, otherwise: T): T =>
  values.find((known) => known === value) ?? otherwise;

/** Reads the page's address; values that mean nothing are left out. */
export function readShopView(query: URLSearchParams): ShopView {
  return {
    category: one(SHOP_CATEGORIES, query.get("category"), "all"),
    search: (query.get("search") ?? "").trim(),
    page: readPage(query),
    sort: one(SHOP_SORTS, query.get("sort"), ""),
    order: one(SHOP_ORDERS, query.get("order"), ""),
  };
}

/** The address query of a view: defaults are left out. */
export function writeShopView({ category, search, page, sort, order }: ShopView): URLSearchParams {
  const query = new URLSearchParams();
  if (category !== "all") query.set("category", category);
  if (search) query.set("search", search);
  if (sort) query.set("sort", sort);
  if (order) query.set("order", order);
  if (page > 1) query.set("page", String(page));
  return query;
}

/** What a view asks the list for. */
export const shopInput = (view: ShopView): SentOf<typeof shopRoute> => ({ ...view });

/** What the carousel asks for. */
export const FEATURED_SHOP_INPUT: SentOf<typeof shopRoute> = { featured: true };

/** The carousel shows on the untouched first page only (spec 2 §2). */
export const showsFeaturedItems = ({ category, search, page, sort, order }: ShopView): boolean =>
  category === "all" && page === 1 && !search && !sort && !order;
