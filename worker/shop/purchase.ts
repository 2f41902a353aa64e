import {
  type Cell,
  type Columns,
  type ColumnsAs,
  first,
  type SQL,
  type Statement,
  sql,
  statement,
} from "#db/database.ts";
import { creatorShare, monthOf } from "#domain/items/rules.ts";
import type { Notice } from "#domain/notifications/notice.ts";
import { type InventoryEntryRow, inventoryEntryColumns } from "../inventory/routes.ts";
import { itemMakerJoin, itemPictureUrl } from "../items/present.ts";
import { LedgerBatch, walletsQuery } from "../ledger/ledger-batch.ts";
import { queueNotices } from "../notifications/queue.ts";

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
const isBannedAt = (alias: string, now: number): SQL => {
  const u = sql.raw(alias);
  return sql`(${u}.banned_at is not null and (${u}.banned_until is null or ${u}.banned_until > ${now}))`;
};

/** Condition: user `alias` can sell to other people at `now`. */
export const canSellAt = (alias: string, now: number): SQL =>
  sql`(${isVerified(alias)} and not ${isBannedAt(alias, now)})`;

/** Condition: user `alias` has a verified email address. What goes from person to person needs it on both sides. */
export const isVerified = (alias: string): SQL => sql`(${sql.raw(alias)}.email_verified_at is not null)`;

/** Condition: item `i` is official, so it goes from the site to a person. */
const isOfficialItem: SQL = sql`(i.type_id <= 3)`;

/** Condition: the maker `alias` of item `i` can sell it at `now`. */
export const makerSellsAt = (alias: string, now: number): SQL =>
  sql`(not ${isBannedAt(alias, now)} and (${isOfficialItem} or ${isVerified(alias)}))`;

/** Condition: the user has a copy of item `i`. */
export const ownsItem = (userId: number): SQL =>
  sql`exists (select 1 from inventory where user_id = ${userId} and item_id = i.id)`;

/** Condition: item `i` is public, or this purchase was made while it still was. */
const isShownOrDone = (key: string): SQL =>
  sql`(i.state = 'shown' or exists (select 1 from transactions where key = ${key}))`;

/** An item with the state of its sale; no row if it doesn't exist. */
export const saleQuery = (itemId: number, buyer: number, key: string, now: number): Statement<SaleRow> =>
  statement<SaleRow>`select i.id, i.type_id, i.name, i.thumbnail, i.user_id, i.purchasable, i.price, i.gold_month, i.stock,
      i.sold_out, ${makerSellsAt("m", now)} as maker_sells, ${ownsItem(buyer)} as owns, b.coins, b.gold_until, b.email_verified_at,
      exists (select 1 from transactions where key = ${key}) as done
    from items i cross join users m on m.id = i.user_id cross join users b on b.id = ${buyer}
    where i.id = ${itemId} and ${isShownOrDone(key)}`;

/** The ledger key of a purchase: the client id marks retries; without it every call is a separate one. */
export const purchaseKey = (buyer: number, clientId: string | undefined): string =>
  `purchase:${buyer}:${clientId ?? crypto.randomUUID()}`;

/** The notification to the seller. */
const saleNotice = (item: { id: number; name: string; thumbnail: string | null }, buyer: number): Notice => ({
  type: "sale",
  group: `sale:${item.id}`,
  actor: buyer,
  title: item.name,
  url: `/items/${item.id}`,
  picture: itemPictureUrl(item.thumbnail),
});

const ledgerRowQuery = (key: string): Statement<Columns<"transactions", "id">> =>
  statement<Columns<"transactions", "id">>`select id from transactions where key = ${key}`;

/** A user's copy of an item. */
const ownedCopyQuery = (itemId: number, owner: number): Statement<InventoryEntryRow> =>
  statement<InventoryEntryRow>`select ${inventoryEntryColumns} from inventory v cross join items i on i.id = v.item_id ${itemMakerJoin}
    where v.user_id = ${owner} and v.item_id = ${itemId}`;

/** Sells a copy, all or nothing, with all checks as conditions. Returns the copy, wallets and ledger row. */
export function sellItemStatements(item: SaleRow, buyer: number, key: string, now: number) {
  const ledger = new LedgerBatch(now);
  const share = creatorShare(item.type_id, item.price);
  const saleKey = `${key}:sale`;
  const copies = sql`json_array(json_array(i.id, i.sales_count + 1))`;
  return {
    sale: [
      ledger.post(
        {
          key,
          user: buyer,
          type: 1,
          source: { type: "item", id: item.id },
          coins: -item.price,
          copies,
        },
        sql`from items i cross join users m on m.id = i.user_id cross join users b on b.id = ${buyer}
        where i.id = ${item.id} and i.state = 'shown' and i.purchasable <> 'offsale' and i.price = ${item.price} and i.sold_out = 0
          and (i.stock is null or i.sales_count < i.stock)
          and (i.gold_month is null or (i.gold_month = ${monthOf(now)} and b.gold_until > ${now}))
          and ${makerSellsAt("m", now)} and (${isOfficialItem} or ${isVerified("b")}) and b.coins >= i.price and not ${ownsItem(buyer)}`,
      ),
      ...(share > 0
        ? [
            ledger.post(
              {
                key: saleKey,
                user: item.user_id,
                type: 1,
                source: { type: "user", id: buyer },
                coins: share,
                copies,
              },
              sql`from items i where i.id = ${item.id} and ${ledger.wrote(key)}`,
            ),
            ...queueNotices(
              [{ user_id: item.user_id, notice: saleNotice(item, buyer) }],
              now,
              ledger.wrote(saleKey),
            ),
          ]
        : []),
      // After the statements that read the copy's serial: a trigger increments the count.
      statement`insert into inventory (user_id, item_id, type_id, serial, transaction_id, created_at)
      select ${buyer}, i.id, i.type_id, i.sales_count + 1, ${ledger.rowId(key)}, ${now}
      from items i where i.id = ${item.id} and ${ledger.wrote(key)}`,
    ],
    copy: first(ownedCopyQuery(item.id, buyer)),
    // The maker of a free or official item gets nothing, so their wallet doesn't change.
    wallets: walletsQuery(share > 0 ? sql`${buyer}, ${item.user_id}` : sql`${buyer}`),
    row: first(ledgerRowQuery(key)),
  };
}

/** A copy that's offered, with the buyer's state. */
export interface OfferRow
  extends Columns<"items", "name" | "thumbnail">,
    Columns<"inventory", "id" | "item_id">,
    ColumnsAs<"inventory", { seller_id: "user_id" }> {
  /** Null if it isn't offered. */
  resale_price: Cell<"inventory", "resale_price">;
  seller_sells: 0 | 1;
  /** Whether the buyer's email address is verified. */
  verified: 0 | 1;
  owns: 0 | 1;
  /** The buyer's coins. */
  coins: Cell<"users", "coins">;
  done: 0 | 1;
}

export const offerQuery = (copyId: number, buyer: number, key: string, now: number): Statement<OfferRow> =>
  statement<OfferRow>`select v.id, v.item_id, i.name, i.thumbnail, v.user_id as seller_id, v.resale_price,
      ${canSellAt("s", now)} as seller_sells, ${isVerified("b")} as verified, ${ownsItem(buyer)} as owns, b.coins,
      exists (select 1 from transactions where key = ${key}) as done
    from inventory v cross join items i on i.id = v.item_id cross join users s on s.id = v.user_id
      cross join users b on b.id = ${buyer} where v.id = ${copyId} and ${isShownOrDone(key)}`;

/** Sells an offered copy, like `sellItemStatements`, with the day's prices; all or nothing. */
export function sellCopyStatements(
  offer: OfferRow,
  price: number,
  share: number,
  buyer: number,
  key: string,
  now: number,
) {
  const ledger = new LedgerBatch(now);
  const saleKey = `${key}:sale`;
  const copies = sql`json_array(json_array(v.item_id, v.serial))`;
  const day = new Date(now).toISOString().slice(0, 10);
  return {
    sale: [
      ledger.post(
        {
          key,
          user: buyer,
          type: 1,
          source: { type: "item", id: offer.item_id },
          coins: -price,
          copies,
          previous: sql`v.transaction_id`,
        },
        sql`from inventory v cross join items i on i.id = v.item_id cross join users s on s.id = v.user_id
          cross join users b on b.id = ${buyer}
        where v.id = ${offer.id} and v.user_id = ${offer.seller_id} and v.resale_price = ${price} and i.sold_out = 1 and i.state = 'shown'
          and ${canSellAt("s", now)} and ${isVerified("b")} and b.coins >= v.resale_price and not ${ownsItem(buyer)}`,
      ),
      ledger.post(
        {
          key: saleKey,
          user: offer.seller_id,
          type: 1,
          source: { type: "user", id: buyer },
          coins: share,
          copies,
        },
        sql`from inventory v where v.id = ${offer.id} and ${ledger.wrote(key)}`,
      ),
      statement`update inventory set user_id = ${buyer}, transaction_id = ${ledger.rowId(key)}, resale_price = null,
      created_at = ${now} where id = ${offer.id} and ${ledger.wrote(key)}`,
      statement`insert into item_prices (item_id, day, count, sum, lowest, highest)
      select ${offer.item_id}, ${day}, 1, ${price}, ${price}, ${price} where ${ledger.wrote(key)}
      on conflict (item_id, day) do update set count = count + 1, sum = sum + excluded.sum,
        lowest = min(lowest, excluded.lowest), highest = max(highest, excluded.highest)`,
      ...queueNotices(
        [
          {
            user_id: offer.seller_id,
            notice: saleNotice({ id: offer.item_id, name: offer.name, thumbnail: offer.thumbnail }, buyer),
          },
        ],
        now,
        ledger.wrote(saleKey),
      ),
    ],
    copy: first(ownedCopyQuery(offer.item_id, buyer)),
    wallets: walletsQuery(sql`${buyer}, ${offer.seller_id}`),
    row: first(ledgerRowQuery(key)),
  };
}
