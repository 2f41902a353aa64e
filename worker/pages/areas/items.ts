import { inventoryRoute } from "#domain/inventory/api.ts";
import { inventoryInput, readInventoryView } from "#domain/inventory/view.ts";
import { type Item, itemRoute } from "#domain/items/api.ts";
import { readItemView } from "#domain/items/view.ts";
import { ownersRoute, shopRoute } from "#domain/shop/api.ts";
import { FEATURED_SHOP_INPUT, readShopView, shopInput, showsFeaturedItems } from "#domain/shop/view.ts";
import { SITE } from "#domain/site.ts";
import { ask, comments, ownerOf, type Page, picturesOf, plain, summary } from "../page.ts";
import { inventoryPaint, itemPaint, itemsPaint } from "../paint.ts";

/** How an item can be had, in a few words. */
function saleWords({ is_purchasable, price, is_resold, lowest_price }: Item): string {
  if (is_purchasable) return price === 0 ? "FREE." : `${price} ${price === 1 ? "coin" : "coins"}.`;
  if (!is_resold) return "Not for sale.";
  return lowest_price === null ? "Sold out." : `Sold out, resold from ${lowest_price} coins.`;
}

/** The shop, items and what bopis wear. */
export const ITEMS_PAGES: Page[] = [
  {
    path: "/users/:username/inventory",
    chunk: () => "web/features/inventory/inventory-page.tsx",
    // What the chosen entry's history says is asked for by the page: an entry that is gone is no missing page.
    preload: ({ username = "" }, query) => [
      ask(inventoryRoute, { username }, inventoryInput(readInventoryView(query))),
    ],
    plain: plain("Inventory"),
    head: ([answer]) => {
      const { username } = ownerOf(answer);
      return plain(`${username}'s Inventory`, `What ${username}'s bopi can wear.`);
    },
    paint: ([answer]) => inventoryPaint(`${ownerOf(answer).username}'s Inventory`),
  },
  {
    path: "/shop",
    chunk: () => "web/features/shop/shop-page.tsx",
    preload: (_, query) => {
      const view = readShopView(query);
      const list = ask(shopRoute, {}, shopInput(view));
      return showsFeaturedItems(view) ? [list, ask(shopRoute, {}, FEATURED_SHOP_INPUT)] : [list];
    },
    plain: plain("Shop", "Hats, toys, faces and clothes for your bopi, most of them made by players."),
    paint: (answers, isMember) =>
      itemsPaint("Shop", picturesOf(answers.at(-1)), answers.length > 1, isMember),
    picture: (answers) => picturesOf(answers.at(-1))[0],
  },
  {
    path: "/shop/create",
    chunk: () => "web/features/shop/create-page.tsx",
    plain: plain("Create an item", "Shirts, pants and shoes of your own making."),
  },
  {
    path: "/avatar",
    chunk: () => "web/app/pages/avatar-page.tsx",
    plain: plain("Your bopi", "Hats, faces, clothes, toys and colors for your bopi."),
  },
  {
    path: "/items/:id",
    chunk: () => "web/app/pages/item-page.tsx",
    preload: ({ id }, query) => {
      const { tab, page } = readItemView(query);
      const below = tab === "owners" ? ask(ownersRoute, { id: Number(id) }, { page }) : comments("item", id);
      return [ask(itemRoute, { id: Number(id) }), below];
    },
    plain: plain("Item"),
    head: ([answer]) => {
      const { item } = answer as { item: Item };
      return {
        title: `${item.name} · ${SITE.name}`,
        description: `${saleWords(item)} ${summary(item.description, `Made by ${item.user.username}.`)}`,
        image: item.thumbnail_url.endsWith(".svg") ? null : item.thumbnail_url,
        type: "product",
      };
    },
    paint: ([answer]) => {
      const { name, thumbnail_url } = (answer as { item: Item }).item;
      return itemPaint(name, thumbnail_url);
    },
    picture: ([answer]) => (answer as { item: Item }).item.thumbnail_url,
  },
  {
    path: "/items/:id/edit",
    chunk: () => "web/app/pages/item-edit-page.tsx",
    preload: ({ id }) => [ask(itemRoute, { id: Number(id) })],
    plain: plain("Edit item"),
  },
  {
    path: "/wishlist",
    chunk: () => "web/features/wishes/wishlist-page.tsx",
    plain: plain("Wishlist", "The items you want."),
  },
];
