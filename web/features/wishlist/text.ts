import { formatCount } from "#web/lib/format.ts";

/** Strings of the wishlist. */
export const wishlistText = {
  title: "Wishlist",
  items: "Items",
  total: (total: number) => formatCount(total, "item"),
  none: "No items found",
  noneHint: "Tap the gift on an item's page to save it here until you have the coins.",
  nonePage: "This page doesn't exist.",
  firstPage: "First page",
  shop: "Visit the shop",
} as const;
