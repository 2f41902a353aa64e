/** Made by the site's own people, and made by members (spec 2 §2). "all" is every item there is. */
export const OFFICIAL_CATEGORIES = ["all", "hat", "toy", "face", "gold"] as const;
export const COMMUNITY_CATEGORIES = ["shirt", "pants", "shoes"] as const;
export const SHOP_CATEGORIES = [...OFFICIAL_CATEGORIES, ...COMMUNITY_CATEGORIES] as const;
export type ShopCategory = (typeof SHOP_CATEGORIES)[number];

/**
 * `cheapest` and `priciest` are of what can be bought, `offsale` is what can't; without a sort everything shows. Where a
 * sort leaves items equal, the order decides; newest comes first unless told.
 */
export const SHOP_SORTS = ["", "cheapest", "priciest", "offsale"] as const;
export type ShopSort = (typeof SHOP_SORTS)[number];
export const SHOP_ORDERS = ["", "newest", "oldest"] as const;
export type ShopOrder = (typeof SHOP_ORDERS)[number];
