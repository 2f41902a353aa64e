import { sql } from "drizzle-orm";
import { type Statement, statement } from "#db/client.ts";
import { makersShare, monthOf } from "#domain/items/rules.ts";
import type { Notice } from "#domain/notifications/notice.ts";
import type { EntryRow } from "../inventory/queries.ts";
import { entryColumns } from "../inventory/queries.ts";
import { itemMaker, itemPicture } from "../items/present.ts";
import { Act } from "../ledger/movement.ts";
import { walletsQuery } from "../ledger/wallet.ts";
import { queueNotices } from "../notifications/queue.ts";
import { bannedAt, isShownOr, owns, type SaleRow } from "./sale.ts";

/** What names a purchase in the ledger: the buyer's page says which act it is; without that every call is one of its own. */
export const purchaseKey = (buyer: number, clientId: string | undefined): string =>
  `purchase:${buyer}:${clientId ?? crypto.randomUUID()}`;

/** What a seller is told. */
const saleNotice = (item: { id: number; name: string; thumbnail: string | null }, buyer: number): Notice => ({
  type: "sale",
  group: `sale:${item.id}`,
  actor: buyer,
  title: item.name,
  url: `/items/${item.id}`,
  picture: itemPicture(item.thumbnail),
});

/** The copy that somebody has of an item now. */
const copyQuery = (itemId: number, owner: number): Statement<EntryRow> =>
  statement<EntryRow>(sql`select ${entryColumns} from inventory v cross join items i on i.id = v.item_id ${itemMaker}
    where v.user_id = ${owner} and v.item_id = ${itemId}`);

/**
 * Statements that sell a copy of an item: the buyer's coins, the copy with its serial, the maker's share and the word to
 * them; without any of what a sale needs, none of them does anything. All that was looked at beforehand is a condition here
 * again, as others buy at the same time. The last but one answers the copy, the last the wallets that have changed.
 */
export function sellItem(item: SaleRow, buyer: number, key: string, now: number) {
  const act = new Act(now);
  const share = makersShare(item.type_id, item.price);
  const saleKey = `${key}:sale`;
  const copies = sql`json_array(json_array(i.id, i.sales_count + 1))`;
  return [
    act.post(
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
          and not ${bannedAt("m", now)} and b.coins >= i.price and not ${owns(buyer)}`,
    ),
    ...(share > 0
      ? [
          act.post(
            {
              key: saleKey,
              user: item.user_id,
              type: 1,
              source: { type: "user", id: buyer },
              coins: share,
              copies,
            },
            sql`from items i where i.id = ${item.id} and ${act.wrote(key)}`,
          ),
          ...queueNotices(
            [{ user_id: item.user_id, notice: saleNotice(item, buyer) }],
            now,
            act.wrote(saleKey),
          ),
        ]
      : []),
    // After what reads the number of the copy: a trigger counts it.
    statement(sql`insert into inventory (user_id, item_id, type_id, serial, transaction_id, created_at)
      select ${buyer}, i.id, i.type_id, i.sales_count + 1, ${act.row(key)}, ${now}
      from items i where i.id = ${item.id} and ${act.wrote(key)}`),
    copyQuery(item.id, buyer),
    // The maker of what is free or official gets nothing, and need not be told of it.
    walletsQuery(share > 0 ? sql`${buyer}, ${item.user_id}` : sql`${buyer}`),
  ] as const;
}

/** A copy that its owner offers, and the one who wants it. */
export interface OfferRow {
  id: number;
  item_id: number;
  name: string;
  thumbnail: string | null;
  seller_id: number;
  /** Null where it is not offered. */
  resale_price: number | null;
  seller_banned: 0 | 1;
  owns: 0 | 1;
  /** What the buyer has. */
  coins: number;
  done: 0 | 1;
}

export const offerQuery = (copyId: number, buyer: number, key: string, now: number): Statement<OfferRow> =>
  statement<OfferRow>(sql`select v.id, v.item_id, i.name, i.thumbnail, v.user_id as seller_id, v.resale_price,
      ${bannedAt("s", now)} as seller_banned, ${owns(buyer)} as owns, b.coins,
      exists (select 1 from transactions where key = ${key}) as done
    from inventory v cross join items i on i.id = v.item_id cross join users s on s.id = v.user_id
      cross join users b on b.id = ${buyer} where v.id = ${copyId} and ${isShownOr(key)}`);

/**
 * Statements that sell a copy which its owner offers, as `sellItem` does: the coins of both, the copy with its new owner,
 * the day's prices and the word to the seller, all or nothing.
 */
export function sellCopy(
  offer: OfferRow,
  price: number,
  share: number,
  buyer: number,
  key: string,
  now: number,
) {
  const act = new Act(now);
  const saleKey = `${key}:sale`;
  const copies = sql`json_array(json_array(v.item_id, v.serial))`;
  const day = new Date(now).toISOString().slice(0, 10);
  return [
    act.post(
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
          and not ${bannedAt("s", now)} and b.coins >= v.resale_price and not ${owns(buyer)}`,
    ),
    act.post(
      {
        key: saleKey,
        user: offer.seller_id,
        type: 1,
        source: { type: "user", id: buyer },
        coins: share,
        copies,
      },
      sql`from inventory v where v.id = ${offer.id} and ${act.wrote(key)}`,
    ),
    statement(sql`update inventory set user_id = ${buyer}, transaction_id = ${act.row(key)}, resale_price = null,
      created_at = ${now} where id = ${offer.id} and ${act.wrote(key)}`),
    statement(sql`insert into item_prices (item_id, day, count, sum, lowest, highest)
      select ${offer.item_id}, ${day}, 1, ${price}, ${price}, ${price} where ${act.wrote(key)}
      on conflict (item_id, day) do update set count = count + 1, sum = sum + excluded.sum,
        lowest = min(lowest, excluded.lowest), highest = max(highest, excluded.highest)`),
    ...queueNotices(
      [
        {
          user_id: offer.seller_id,
          notice: saleNotice({ id: offer.item_id, name: offer.name, thumbnail: offer.thumbnail }, buyer),
        },
      ],
      now,
      act.wrote(saleKey),
    ),
    copyQuery(offer.item_id, buyer),
    walletsQuery(sql`${buyer}, ${offer.seller_id}`),
  ] as const;
}
