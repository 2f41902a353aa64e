import { type SQL, sql } from "drizzle-orm";
import { type Statement, statement } from "#db/client.ts";
import type { ItemTypeId, Purchasable } from "#domain/items/rules.ts";

/** What decides whether an item can be bought by somebody: the item's sale, its maker and the one who wants it. */
export interface SaleRow {
  id: number;
  type_id: ItemTypeId;
  name: string;
  thumbnail: string | null;
  user_id: number;
  purchasable: Purchasable;
  price: number;
  gold_month: string | null;
  stock: number | null;
  sold_out: 0 | 1;
  maker_banned: 0 | 1;
  owns: 0 | 1;
  /** Of the one who wants it. */
  coins: number;
  gold_until: number | null;
  /** The act was done before: the answer was lost. */
  done: 0 | 1;
}

/** Whether user `alias` is banned at `now`, as a condition. */
export const bannedAt = (alias: string, now: number): SQL => {
  const u = sql.raw(alias);
  return sql`(${u}.banned_at is not null and (${u}.banned_until is null or ${u}.banned_until > ${now}))`;
};

/** Whether somebody has a copy of item `i`. */
export const owns = (userId: number): SQL =>
  sql`exists (select 1 from inventory where user_id = ${userId} and item_id = i.id)`;

/** An item `i` is shown to everybody, or this very act was done before it was not. */
export const isShownOr = (key: string): SQL =>
  sql`(i.state = 'shown' or exists (select 1 from transactions where key = ${key}))`;

/** An item as a sale; no row when there is none. */
export const saleQuery = (itemId: number, buyer: number, key: string, now: number): Statement<SaleRow> =>
  statement<SaleRow>(sql`select i.id, i.type_id, i.name, i.thumbnail, i.user_id, i.purchasable, i.price, i.gold_month, i.stock,
      i.sold_out, ${bannedAt("m", now)} as maker_banned, ${owns(buyer)} as owns, b.coins, b.gold_until,
      exists (select 1 from transactions where key = ${key}) as done
    from items i cross join users m on m.id = i.user_id cross join users b on b.id = ${buyer}
    where i.id = ${itemId} and ${isShownOr(key)}`);
