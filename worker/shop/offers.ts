import { sql } from "drizzle-orm";
import { type Statement, statement } from "#db/client.ts";
import type { Actor } from "#domain/levels/rules.ts";
import { takeOffBopis } from "../avatar/wearing.ts";
import { type EntryRow, entryColumns } from "../inventory/queries.ts";
import { itemMaker } from "../items/present.ts";
import { seesItem } from "../items/review-present.ts";
import { type UserColumns, userColumns } from "../users/present.ts";
import { bannedAt } from "./sale.ts";

/** A copy, as far as offering it goes. */
export interface CopyRow {
  id: number;
  item_id: number;
  owner_id: number;
  /** It has a number, and its item is limited and sold no more. */
  can_offer: 0 | 1;
}

const offerable = sql`v.serial is not null and i.stock is not null and i.sold_out = 1 and i.state = 'shown'`;

export const copyOf = (copyId: number): Statement<CopyRow> =>
  statement<CopyRow>(sql`select v.id, v.item_id, v.user_id as owner_id, ${offerable} as can_offer
    from inventory v cross join items i on i.id = v.item_id where v.id = ${copyId}`);

/**
 * Statements that offer a copy for a price, or take the offer back at 0. What is offered is taken off the owner's bopi,
 * as nobody may wear it until the offer ends. The first answers whether it was done, the second the bopi's revision where it
 * wore the item, the last the copy.
 */
export function offerCopy(
  { id, item_id }: CopyRow,
  owner: number,
  price: number,
): readonly [
  Statement<{ id: number }>,
  Statement<{ user_id: number; revision: number }>,
  Statement<EntryRow>,
] {
  return [
    statement<{ id: number }>(sql`update inventory as v set resale_price = ${price || null}
      where v.id = ${id} and v.user_id = ${owner} and (${price} = 0 or exists (
        select 1 from items i where i.id = v.item_id and ${offerable})) returning id`),
    takeOffBopis(sql`(${owner})`, item_id),
    statement<EntryRow>(sql`select ${entryColumns} from inventory v cross join items i on i.id = v.item_id ${itemMaker}
      where v.id = ${id}`),
  ];
}

export interface ListingRow extends UserColumns {
  id: number;
  serial: number;
  resale_price: number;
}

/** A page of the copies that are offered, the cheapest first; nobody who is banned sells. */
export const listingsQuery = (
  itemId: number,
  limit: number,
  offset: number,
  now: number,
): Statement<ListingRow> =>
  statement<ListingRow>(sql`select v.id, v.serial, v.resale_price, ${userColumns}
    from inventory v indexed by inventory_offered cross join users u on u.id = v.user_id
    where v.item_id = ${itemId} and v.resale_price is not null and not ${bannedAt("u", now)}
    order by v.resale_price, v.id limit ${limit} offset ${offset}`);

export interface OwnerRow extends UserColumns {
  id: number;
  serial: number;
  created_at: number;
}

/** The owners of copies `from` to `to`, by their numbers: they have no gaps, so a page is a range of them. */
export const ownersQuery = (itemId: number, from: number, to: number): Statement<OwnerRow> =>
  statement<OwnerRow>(sql`select v.id, v.serial, v.created_at, ${userColumns}
    from inventory v indexed by inventory_serial cross join users u on u.id = v.user_id
    where v.item_id = ${itemId} and v.serial is not null and v.serial between ${from} and ${to} order by v.serial`);

export interface PriceRow {
  day: string;
  count: number;
  sum: number;
  lowest: number;
  highest: number;
}

/** How many days of prices are told. */
const DAYS = 180;

/** The latest days that had a resale, the latest first. */
export const pricesQuery = (itemId: number): Statement<PriceRow> =>
  statement<PriceRow>(sql`select day, count, sum, lowest, highest from item_prices
    where item_id = ${itemId} order by day desc limit ${DAYS}`);

/** What a list of an item's copies counts by; no row of an item that the viewer does not see. */
export const countsQuery = (
  itemId: number,
  viewer: Actor | null,
): Statement<{ sales_count: number; listings_count: number }> =>
  statement<{ sales_count: number; listings_count: number }>(
    sql`select sales_count, listings_count from items where id = ${itemId} and ${seesItem("items", viewer)}`,
  );
