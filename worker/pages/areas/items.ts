import { avatarRoute, closetRoute } from "#domain/avatar/api.ts";
import { inventoryRoute } from "#domain/inventory/api.ts";
import { inventoryInput, readInventoryView } from "#domain/inventory/view.ts";
import { type Item, itemRoute } from "#domain/items/api.ts";
import { itemTypeByName } from "#domain/items/item-types.ts";
import { readItemView } from "#domain/items/view.ts";
import { ownersRoute, shopRoute } from "#domain/shop/api.ts";
import { FEATURED_SHOP_INPUT, readShopView, shopInput, showsFeaturedItems } from "#domain/shop/view.ts";
import { SITE } from "#domain/site.ts";
import { itemShareCard, sharePicturePath } from "../../share/share-card.ts";
import {
  excerpt,
  ownerOf,
  type PageDefinition,
  pageHead,
  preloadComments,
  preloadRoute,
  thumbnailsOf,
} from "../page.ts";
import { renderInventoryHtml, renderItemHtml, renderItemsHtml } from "../render-html.ts";

/** A short phrase on how to get the item. */
function describeSale({ is_purchasable, price, is_resold, lowest_price }: Item): string {
  if (is_purchasable) return price === 0 ? "FREE." : `${price} ${price === 1 ? "coin" : "coins"}.`;
  if (!is_resold) return "Not for sale.";
  return lowest_price === null ? "Sold out." : `Sold out, resold from ${lowest_price} coins.`;
}

/** Pages of the shop, of items and of what bopis can equip. */
export const ITEMS_PAGES: PageDefinition[] = [
  {
    path: "/users/:username/inventory",
    chunk: () => "web/features/inventory/pages/inventory-page.tsx",
    // The page itself loads the selected entry's history: a deleted entry must not turn the page into a 404.
    preload: ({ username = "" }, query) => [
      preloadRoute(inventoryRoute, { username }, inventoryInput(readInventoryView(query))),
    ],
    defaultHead: pageHead("Inventory"),
    head: ([response]) => {
      const { username } = ownerOf(response);
      return pageHead(`${username}'s Inventory`, `What ${username}'s bopi can wear.`);
    },
    renderHtml: ([response]) => renderInventoryHtml(`${ownerOf(response).username}'s Inventory`),
  },
  {
    path: "/shop",
    chunk: () => "web/features/shop/pages/shop-page.tsx",
    preload: (_, query) => {
      const view = readShopView(query);
      const list = preloadRoute(shopRoute, {}, shopInput(view));
      return showsFeaturedItems(view) ? [list, preloadRoute(shopRoute, {}, FEATURED_SHOP_INPUT)] : [list];
    },
    defaultHead: pageHead(
      "Shop",
      "Hats, toys, faces and clothes for your bopi, most of them made by players.",
    ),
    renderHtml: (responses, isMember) =>
      renderItemsHtml("Shop", thumbnailsOf(responses.at(-1)), responses.length > 1, isMember),
    picture: (responses) => thumbnailsOf(responses.at(-1))[0],
  },
  {
    path: "/shop/create",
    chunk: () => "web/features/shop/pages/create-page.tsx",
    defaultHead: pageHead("Create an item", "Make your own shirts, pants and shoes."),
  },
  {
    path: "/avatar",
    chunk: () => "web/features/avatar/pages/avatar-page.tsx",
    preload: (_, query, viewerId) => {
      if (viewerId === null) return [];
      const tab = query.get("tab") ?? "hat";
      const list = itemTypeByName(tab)
        ? [preloadRoute(closetRoute, { category: tab }, { search: query.get("search") ?? "" })]
        : [];
      return [preloadRoute(avatarRoute, { userId: viewerId }), ...list];
    },
    defaultHead: pageHead("Your bopi", "Hats, faces, clothes, toys and colors for your bopi."),
  },
  {
    path: "/items/:id",
    chunk: () => "web/features/items/pages/item-page.tsx",
    preload: ({ id }, query) => {
      const { tab, page } = readItemView(query);
      const panel =
        tab === "owners"
          ? preloadRoute(ownersRoute, { id: Number(id) }, { page })
          : preloadComments("item", id);
      return [preloadRoute(itemRoute, { id: Number(id) }), panel];
    },
    defaultHead: pageHead("Item"),
    head: ([response]) => {
      const { item } = response as { item: Item };
      return {
        title: `${item.name} · ${SITE.name}`,
        previewTitle: item.name,
        description: `${describeSale(item)} ${excerpt(item.description, `Made by ${item.user.username}.`)}`,
        image: sharePicturePath(itemShareCard(item), item.id),
        type: "product",
      };
    },
    renderHtml: ([response]) => {
      const { name, thumbnail_url } = (response as { item: Item }).item;
      return renderItemHtml(name, thumbnail_url);
    },
    picture: ([response]) => (response as { item: Item }).item.thumbnail_url,
  },
  {
    path: "/items/:id/edit",
    chunk: () => "web/features/items/pages/item-edit-page.tsx",
    preload: ({ id }) => [preloadRoute(itemRoute, { id: Number(id) })],
    defaultHead: pageHead("Edit item"),
  },
  {
    path: "/wishlist",
    chunk: () => "web/features/wishlist/pages/wishlist-page.tsx",
    defaultHead: pageHead("Wishlist", "The items you want."),
  },
];
