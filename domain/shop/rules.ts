/** Categories of official and community items (spec 2 §2). "all" is every item. */
export const OFFICIAL_CATEGORIES = ["all", "hat", "toy", "face", "gold"] as const;
export const COMMUNITY_CATEGORIES = ["shirt", "pants", "shoes"] as const;
export const SHOP_CATEGORIES = [...OFFICIAL_CATEGORIES, ...COMMUNITY_CATEGORIES] as const;
export type ShopCategory = (typeof SHOP_CATEGORIES)[number];

/** `cheapest` and `priciest` only list items on sale, `offsale` the others. The order decides between equal ones. */
export const SHOP_SORTS = ["", "cheapest", "priciest", "offsale"] as const;
export type ShopSort = (typeof SHOP_SORTS)[number];
export const SHOP_ORDERS = ["", "newest", "oldest"] as const;
export type ShopOrder = (typeof SHOP_ORDERS)[number];
