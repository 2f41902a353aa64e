import { type Columns, type ColumnsAs, type SQL, sql } from "#db/database.ts";
import { type Actor, isStaff } from "#domain/auth/roles.ts";
import type { Item } from "#domain/items/api.ts";
import type { ItemCardData } from "#domain/items/item-card.ts";
import { ITEM_TYPES } from "#domain/items/item-types.ts";
import { canSeeItem, type ItemState, type ReviewCause } from "#domain/items/reviews/rules.ts";
import { abbreviatedPrice, isOfficial, isOnSale, type Sale } from "#domain/items/rules.ts";
import type { WearableItem } from "#domain/items/wearable-item.ts";
import { assetUrl } from "../assets/store.ts";
import { isBanned } from "../http/session.ts";
import { presentUser, type UserColumns, userColumns } from "../users/present.ts";

export type WearableRow = Columns<"items", "id" | "uuid" | "type_id" | "name" | "thumbnail">;

/** URL of an item's picture, or of a placeholder until it's rendered. */
export const itemPictureUrl = (thumbnail: string | null): string =>
  thumbnail ? assetUrl(thumbnail) : "/static/item.svg";

export const presentWearable = ({ id, uuid, type_id, name, thumbnail }: WearableRow): WearableItem => ({
  id,
  uuid,
  type: { id: type_id, name: ITEM_TYPES[type_id] },
  name,
  thumbnail_url: itemPictureUrl(thumbnail),
});

/** Item `i` and maker `u` as cards. The cheapest offer is only looked up for items that are resold. */
export const itemCardColumns = sql`i.id, i.uuid, i.type_id, i.name, i.thumbnail, i.state, i.description, i.purchasable, i.price,
  i.gold_month, i.stock, i.sold_out, i.sales_count, u.banned_at as maker_banned_at, u.banned_until as maker_banned_until,
  u.email_verified_at as maker_verified_at,
  case when i.sold_out = 1 and i.listings_count > 0 then (select min(resale_price) from inventory indexed by inventory_offered
    where item_id = i.id and resale_price is not null) end as lowest_price, ${userColumns}`;
export const itemMakerJoin = sql`cross join users u on u.id = i.user_id`;

export interface ItemCardRow
  extends WearableRow,
    UserColumns,
    Columns<
      "items",
      "state" | "description" | "purchasable" | "price" | "gold_month" | "stock" | "sold_out" | "sales_count"
    >,
    ColumnsAs<
      "users",
      {
        maker_banned_at: "banned_at";
        maker_banned_until: "banned_until";
        maker_verified_at: "email_verified_at";
      }
    > {
  lowest_price: number | null;
}

export const saleOf = (row: ItemCardRow, now: number): Sale => ({
  purchasable: row.purchasable,
  gold_month: row.gold_month,
  sold_out: row.sold_out,
  maker_sells:
    !isBanned({ banned_at: row.maker_banned_at, banned_until: row.maker_banned_until }, now) &&
    (isOfficial(row.type_id) || row.maker_verified_at !== null),
});

/** Replaces a hidden item for viewers who can't see it but own a copy or see a list that contained it. */
const HIDDEN_ITEM = {
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

/** Without a viewer, only public items are visible. */
export function presentItemCard(
  original: ItemCardRow,
  now: number,
  viewer: Actor | null = null,
): ItemCardData {
  const isVisible = canSeeItem(viewer, { user_id: original.u_id, state: original.state });
  const row: ItemCardRow = isVisible ? original : { ...original, ...HIDDEN_ITEM };
  return {
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
  };
}

/** `canSeeItem` as an SQL condition on a row of items. */
export const isItemVisibleTo = (table: "i" | "items", viewer: Actor | null): SQL =>
  isStaff(viewer)
    ? sql`true`
    : sql`(${sql.raw(table)}.state = 'shown' or ${sql.raw(table)}.user_id = ${viewer?.id ?? 0})`;

/** Counts at most this many items ahead in the queue. */
const MOST_AHEAD = 100;

/** Column of item `i` with its review state as JSON, or null if it's public. */
export const reviewColumn = sql`case when i.state <> 'shown' then (
  select json_object('why', r.why, 'reason', r.reason,
    'ahead', case when i.state = 'pending' then (select count(*) from (
      select 1 from items q indexed by items_review where q.state = 'pending' and q.state <> 'shown' and q.id < i.id limit ${sql.raw(String(MOST_AHEAD))})) else 0 end,
    'resembles', (select json_group_array(json_object('id', s.id, 'name', s.name)) from json_each(r.resembles) j
      cross join items s on s.id = j.value ->> 'id' and s.state = 'shown'))
  from item_reviews r where r.item_id = i.id) end`;

/** The review for an item's creator and staff. Of the similar items, only public ones are included. */
export function presentOwnReview(row: { state: ItemState; review: string | null }): Item["review"] {
  if (row.state === "shown") return null;
  const stored = row.review && (JSON.parse(row.review) as Omit<NonNullable<Item["review"]>, "state">);
  const fallback = { why: "staff" as ReviewCause, reason: "", ahead: 0, resembles: [] };
  return { state: row.state, ...(stored || fallback) };
}
