import { sql } from "drizzle-orm";
import type { ItemCard, WearableItem } from "#domain/items/entity.ts";
import { abbreviatedPrice, ITEM_TYPES, type ItemTypeId, type Purchasable } from "#domain/items/rules.ts";
import { assetUrl } from "../assets/url.ts";
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

/** What a query of item cards selects: items as `i`, their makers as `u`. */
export const itemCardColumns = sql`i.id, i.uuid, i.type_id, i.name, i.thumbnail, i.description, i.purchasable, i.price, ${userColumns}`;
export const itemMaker = sql`cross join users u on u.id = i.user_id`;

export interface ItemCardRow extends WearableRow, UserColumns {
  description: string;
  purchasable: Purchasable;
  price: number;
}

export const presentItemCard = (row: ItemCardRow, now: number): ItemCard => ({
  ...presentWearable(row),
  description: row.description,
  user: presentUser(row, now),
  purchasable: row.purchasable,
  price: row.price,
  is_purchasable: row.purchasable !== "offsale",
  abbreviated_price: row.purchasable === "offsale" ? "" : abbreviatedPrice(row.price),
});
