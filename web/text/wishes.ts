import { counted } from "#web/lib/format.ts";

/** Words of the wishlist. */
export const wishesText = {
  title: "Wishlist",
  items: "Items",
  total: (total: number) => counted(total, "item"),
  none: "No items found",
  noneHint: "The gift on an item's page puts it here, so that you find it again when you have the coins.",
  nonePage: "This page is past the last one.",
  firstPage: "First page",
  shop: "Visit the shop",
} as const;
