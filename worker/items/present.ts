import { sql } from "drizzle-orm";
import type { ItemCard, WearableItem } from "#domain/items/entity.ts";
import { canSeeItem, type ItemState } from "#domain/items/review-rules.ts";
import {
  abbreviatedPrice,
  ITEM_TYPES,
  type ItemTypeId,
  isOnSale,
  type Purchasable,
  type Sale,
} from "#domain/items/rules.ts";
import type { Actor } from "#domain/levels/rules.ts";
import { assetUrl } from "../assets/url.ts";
import { isBanned } from "../http/session.ts";
import { presentUser, type UserColumns, userColumns } from "../users/present.ts";

export interface WearableRow {
  id: number;
  uuid: string;
  type_id: ItemTypeId;
  name: string;
  thumbnail: string | null;
}

/** An item's picture; one that stands for it until it is drawn. */
export const itemPicture = (thumbnail: string | null): string =>
  thumbnail ? assetUrl(thumbnail) : "/static/item.svg";

export const presentWearable = ({ id, uuid, type_id, name, thumbnail }: WearableRow): WearableItem => ({
  id,
  uuid,
  type: { id: type_id, name: ITEM_TYPES[type_id] },
  name,
  thumbnail_url: itemPicture(thumbnail),
});

/**
 * What a query of item cards selects: items as `i`, their makers as `u`. The cheapest offer is looked up only where copies
 * are resold.
 */
export const itemCardColumns = sql`i.id, i.uuid, i.type_id, i.name, i.thumbnail, i.state, i.description, i.purchasable, i.price,
  i.gold_month, i.stock, i.sold_out, i.sales_count, u.banned_at as maker_banned_at, u.banned_until as maker_banned_until,
  case when i.sold_out = 1 and i.listings_count > 0 then (select min(resale_price) from inventory indexed by inventory_offered
    where item_id = i.id and resale_price is not null) end as lowest_price, ${userColumns}`;
export const itemMaker = sql`cross join users u on u.id = i.user_id`;

export interface ItemCardRow extends WearableRow, UserColumns {
  state: ItemState;
  description: string;
  purchasable: Purchasable;
  price: number;
  gold_month: string | null;
  stock: number | null;
  sold_out: 0 | 1;
  sales_count: number;
  maker_banned_at: number | null;
  maker_banned_until: number | null;
  lowest_price: number | null;
}

/** How a card's item stands in the shop. */
export const saleOf = (row: ItemCardRow, now: number): Sale => ({
  purchasable: row.purchasable,
  gold_month: row.gold_month,
  sold_out: row.sold_out,
  maker_banned: isBanned({ banned_at: row.maker_banned_at, banned_until: row.maker_banned_until }, now),
});

/** What those see of an item who may not see it, and have a copy of it or a place where it stood. */
const OUT_OF_SIGHT = {
  name: "Hidden item",
  description: "",
  uuid: "",
  thumbnail: null,
  purchasable: "offsale",
  price: 0,
  gold_month: null,
  stock: null,
  lowest_price: null,
} as const;

/** Without a viewer, what is not shown to everybody is shown to nobody. */
export function presentItemCard(found: ItemCardRow, now: number, viewer: Actor | null = null): ItemCard {
  const isSeen = canSeeItem(viewer, { user_id: found.u_id, state: found.state });
  return presentCard(isSeen ? found : { ...found, ...OUT_OF_SIGHT }, now);
}

const presentCard = (row: ItemCardRow, now: number): ItemCard => ({
  ...presentWearable(row),
  description: row.description,
  user: presentUser(row, now),
  purchasable: row.purchasable,
  price: row.price,
  is_purchasable: row.state === "shown" && isOnSale(saleOf(row, now), now),
  abbreviated_price: row.purchasable === "offsale" ? "" : abbreviatedPrice(row.price),
  gold_month: row.gold_month,
  remaining: row.stock === null || row.sold_out ? null : Math.max(0, row.stock - row.sales_count),
  lowest_price: row.lowest_price,
});
