import type { ShopCategory, ShopOrder, ShopSort } from "#domain/shop/rules.ts";
import { formatCount } from "#web/lib/format.ts";

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
  total: (total: number) => formatCount(total, "item"),
  none: "No items found",
  nonePage: "This page doesn't exist.",
  firstPage: "First page",
  noneMatching: "Nothing matches that. Try fewer words, or another category.",
  noneSorted: {
    "": "No one has made one yet.",
    cheapest: "None of these are for sale right now.",
    priciest: "None of these are for sale right now.",
    offsale: "All of these are for sale right now.",
  } satisfies Record<ShopSort, string>,
  noneGold: "Gold items come out month by month. Check back soon.",
  seeGold: "Get Gold",
  searchAll: "Search all items",
  startOver: "Show all items",
} as const;
