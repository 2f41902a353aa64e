import { type Cell, type Columns, type SQL, type Statement, sql, statement } from "#db/database.ts";
import type { items, users } from "#db/schema/index.ts";

/** Everything that decides whether a user can buy an item: the sale, its maker and the buyer. */
export interface SaleRow
  extends Columns<
      "items",
      | "id"
      | "type_id"
      | "name"
      | "thumbnail"
      | "user_id"
      | "purchasable"
      | "price"
      | "gold_month"
      | "stock"
      | "sold_out"
    >,
    Columns<"users", "gold_until" | "email_verified_at"> {
  maker_sells: 0 | 1;
  owns: 0 | 1;
  /** The buyer's coins; `gold_until` and `email_verified_at` are the buyer's, too. */
  coins: Cell<"users", "coins">;
  /** The purchase was already made, but its response was lost. */
  done: 0 | 1;
}

/** Condition: user `alias` is banned at `now`. */
export const isBannedAt = (alias: string, now: number): SQL => {
  const u = sql.raw(alias);
  return sql`(${u}.banned_at is not null and (${u}.banned_until is null or ${u}.banned_until > ${now}))`;
};

/** Condition: user `alias` can sell to other people at `now`. */
export const canSellAt = (alias: string, now: number): SQL =>
  sql`(${isVerified(alias)} and not ${isBannedAt(alias, now)})`;

/** Condition: user `alias` has a verified email address. What goes from person to person needs it on both sides. */
export const isVerified = (alias: string): SQL => sql`(${sql.raw(alias)}.email_verified_at is not null)`;

/** Condition: item `i` is official, so it goes from the site to a person. */
export const isOfficialItem: SQL = sql`(i.type_id <= 3)`;

/** Condition: the maker `alias` of item `i` can sell it at `now`. */
export const makerSellsAt = (alias: string, now: number): SQL =>
  sql`(not ${isBannedAt(alias, now)} and (${isOfficialItem} or ${isVerified(alias)}))`;

/** Condition: the user has a copy of item `i`. */
export const ownsItem = (userId: number): SQL =>
  sql`exists (select 1 from inventory where user_id = ${userId} and item_id = i.id)`;

/** Condition: item `i` is public, or this purchase was made while it still was. */
export const isShownOrDone = (key: string): SQL =>
  sql`(i.state = 'shown' or exists (select 1 from transactions where key = ${key}))`;

/** An item with the state of its sale; no row if it doesn't exist. */
export const saleQuery = (itemId: number, buyer: number, key: string, now: number): Statement<SaleRow> =>
  statement<SaleRow>(sql`select i.id, i.type_id, i.name, i.thumbnail, i.user_id, i.purchasable, i.price, i.gold_month, i.stock,
      i.sold_out, ${makerSellsAt("m", now)} as maker_sells, ${ownsItem(buyer)} as owns, b.coins, b.gold_until, b.email_verified_at,
      exists (select 1 from transactions where key = ${key}) as done
    from items i cross join users m on m.id = i.user_id cross join users b on b.id = ${buyer}
    where i.id = ${itemId} and ${isShownOrDone(key)}`);
