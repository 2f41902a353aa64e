import { type Columns, type ColumnsAs, type Present, type Statement, sql, statement } from "#db/database.ts";
import { equippedIdsColumn } from "#db/equipped-ids-column.ts";
import type { Actor } from "#domain/auth/roles.ts";
import { unequipFromBopis } from "../avatar/wearable.ts";
import { type InventoryEntryRow, inventoryEntryColumns } from "../inventory/queries.ts";
import { itemMakerJoin } from "../items/present.ts";
import { isItemVisibleTo } from "../items/review-present.ts";
import { type UserColumns, userColumns } from "../users/present.ts";
import { canSellAt, isVerified } from "./sale.ts";

/** A copy, for offering it. */
export interface CopyRow
  extends Columns<"inventory", "id" | "item_id">,
    ColumnsAs<"inventory", { owner_id: "user_id" }> {
  /** The copy has a serial, and its limited item is no longer sold. */
  can_offer: 0 | 1;
  /** Whether the owner's email address is verified. */
  verified: 0 | 1;
}

const isOfferable = sql`v.serial is not null and i.stock is not null and i.sold_out = 1 and i.state = 'shown'`;

export const copyQuery = (copyId: number): Statement<CopyRow> =>
  statement<CopyRow>(sql`select v.id, v.item_id, v.user_id as owner_id, ${isOfferable} as can_offer, ${isVerified("o")} as verified
    from inventory v cross join items i on i.id = v.item_id cross join users o on o.id = v.user_id where v.id = ${copyId}`);

/**
 * Statements that offer a copy for a price, or withdraw the offer if the price is 0. An offered copy is unequipped
 * and can't be equipped until the offer ends. The first one returns a row on success, the second the bopi's revision
 * if it had the item equipped, the last the copy.
 */
export function offerCopyStatements({ id, item_id }: CopyRow, owner: number, price: number) {
  return {
    offered: statement<
      Columns<"inventory", "id">
    >(sql`update inventory as v set resale_price = ${price || null}
      where v.id = ${id} and v.user_id = ${owner} and (${price} = 0 or exists (
        select 1 from items i cross join users o on o.id = v.user_id
        where i.id = v.item_id and ${isOfferable} and ${isVerified("o")})) returning id`),
    bopis: unequipFromBopis(sql`(${owner})`, item_id),
    entry:
      statement<InventoryEntryRow>(sql`select ${inventoryEntryColumns} from inventory v cross join items i on i.id = v.item_id ${itemMakerJoin}
      where v.id = ${id}`),
  };
}

export type ListingRow = UserColumns &
  Columns<"inventory", "id"> &
  Present<Columns<"inventory", "serial" | "resale_price">>;

/** A page of offers, cheapest first, without those of users who can't sell. */
export const listingsQuery = (
  itemId: number,
  limit: number,
  offset: number,
  now: number,
): Statement<ListingRow> =>
  statement<ListingRow>(sql`select v.id, v.serial, v.resale_price, ${userColumns}
    from inventory v indexed by inventory_offered cross join users u on u.id = v.user_id
    where v.item_id = ${itemId} and v.resale_price is not null and ${canSellAt("u", now)}
    order by v.resale_price, v.id limit ${limit} offset ${offset}`);

export interface OwnerRow
  extends UserColumns,
    Columns<"inventory", "id" | "created_at">,
    Present<Columns<"inventory", "serial">> {
  /** The ids of the owner's equipped items (`equippedIdsColumn`). */
  equipped: string | null;
}

/** The owners of the copies with the serials `from` to `to`. Serials have no gaps, so a page is a range. */
export const ownersQuery = (itemId: number, from: number, to: number): Statement<OwnerRow> =>
  statement<OwnerRow>(sql`select v.id, v.serial, v.created_at, ${equippedIdsColumn}, ${userColumns}
    from inventory v indexed by inventory_serial cross join users u on u.id = v.user_id
    where v.item_id = ${itemId} and v.serial is not null and v.serial between ${from} and ${to} order by v.serial`);

export type PriceHistoryRow = Columns<"item_prices", "day" | "count" | "sum" | "lowest" | "highest">;

/** Days of price history. */
const DAYS = 180;

/** The latest days with a resale, latest first. */
export const priceHistoryQuery = (itemId: number): Statement<PriceHistoryRow> =>
  statement<PriceHistoryRow>(sql`select day, count, sum, lowest, highest from item_prices
    where item_id = ${itemId} order by day desc limit ${DAYS}`);

/** The counts of an item's copies and offers; no row if the viewer can't see the item. */
export const copyCountsQuery = (
  itemId: number,
  viewer: Actor | null,
): Statement<Columns<"items", "sales_count" | "listings_count">> =>
  statement<Columns<"items", "sales_count" | "listings_count">>(
    sql`select sales_count, listings_count from items where id = ${itemId} and ${isItemVisibleTo("items", viewer)}`,
  );
