import type { ShopCategory, ShopOrder, ShopSort } from "#domain/shop/rules.ts";
import { counted } from "#web/lib/format.ts";

/** Words of the shop's list. */
export const shopText = {
  title: "Shop",
  wishlist: "Wishlist",
  create: "Create item",
  search: "Search the shop",
  searchPlaceholder: "Search items and creators",
  categoriesLabel: "Categories",
  official: "Official",
  community: "Community",
  categories: {
    all: "All",
    hat: "Hats",
    toy: "Toys",
    face: "Faces",
    gold: "Gold",
    shirt: "Shirts",
    pants: "Pants",
    shoes: "Shoes",
  } satisfies Record<ShopCategory, string>,
  allItems: "All items",
  sort: "Sort",
  sorts: { cheapest: "Cheapest", priciest: "Priciest", offsale: "Offsale" } satisfies Record<
    Exclude<ShopSort, "">,
    string
  >,
  order: "Order",
  orders: { newest: "Newest", oldest: "Oldest" } satisfies Record<Exclude<ShopOrder, "">, string>,
  featured: "Featured",
  resultsFor: (term: string) => `Search results for “${term}”`,
  total: (total: number) => counted(total, "item"),
  none: "No items found",
  nonePage: "This page is past the last one.",
  firstPage: "First page",
  noneMatching: "Nothing is called like that here. Try fewer words, or another category.",
  noneSorted: {
    "": "Nobody has made one yet.",
    cheapest: "None of these can be bought right now.",
    priciest: "None of these can be bought right now.",
    offsale: "All of these can be bought right now.",
  } satisfies Record<ShopSort, string>,
  noneGold: "Gold items come out month by month. Look in again soon.",
  seeGold: "Get Gold",
  searchAll: "Search all items",
  startOver: "Show all items",
} as const;
