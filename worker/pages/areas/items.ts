import { inventoryPage } from "#domain/inventory/api.ts";
import type { Item } from "#domain/items/api.ts";
import { itemPage, shopPage } from "#domain/shop/api.ts";
import { SITE } from "#domain/site.ts";
import { itemShareCard, sharePicturePath } from "../../share/share-card.ts";
import { excerpt, pageHead, thumbnailsOf, type ViewEntry, viewOf } from "../page-view.ts";
import { renderInventoryHtml, renderItemHtml, renderItemsHtml } from "../render-html.ts";

/** A short phrase on how to get the item. */
function describeSale({ is_purchasable, price, is_resold, lowest_price }: Item): string {
  if (is_purchasable) return price === 0 ? "FREE." : `${price} ${price === 1 ? "coin" : "coins"}.`;
  if (!is_resold) return "Not for sale.";
  return lowest_price === null ? "Sold out." : `Sold out, resold from ${lowest_price} coins.`;
}

/** Pages of the shop, of items and of what bopis can equip. */
export const ITEMS_VIEWS: readonly ViewEntry[] = [
  viewOf(inventoryPage, {
    head: ([{ user }]) => pageHead(`${user.username}'s Inventory`, `What ${user.username}'s bopi can wear.`),
    renderHtml: ([{ user }]) => renderInventoryHtml(`${user.username}'s Inventory`),
  }),
  viewOf(shopPage, {
    renderHtml: (responses, isMember) =>
      renderItemsHtml("Shop", thumbnailsOf(responses.at(-1)), responses.length > 1, isMember),
    picture: (responses) => thumbnailsOf(responses.at(-1))[0],
  }),
  viewOf(itemPage, {
    head: ([{ item }]) => ({
      title: `${item.name} · ${SITE.name}`,
      previewTitle: item.name,
      description: `${describeSale(item)} ${excerpt(item.description, `Made by ${item.user.username}.`)}`,
      image: sharePicturePath(itemShareCard(item), item.id),
      type: "product",
    }),
    renderHtml: ([{ item }]) => renderItemHtml(item.name, item.thumbnail_url),
    picture: ([{ item }]) => item.thumbnail_url,
  }),
];
