import { type Columns, type Statement, sql, statement } from "#db/database.ts";
import type { items } from "#db/schema/index.ts";
import type { ItemTypeId } from "#domain/items/item-types.ts";
import type { Purchasable } from "#domain/items/rules.ts";
import { type ItemScreening, initialState, queueForReview } from "../items/item-screening.ts";
import { storeFingerprintStatements } from "../items/texture-fingerprint.ts";
import { LedgerBatch } from "../ledger/ledger-batch.ts";
import { walletsQuery } from "../ledger/wallet.ts";

interface NewItem {
  user_id: number;
  type_id: ItemTypeId;
  name: string;
  description: string;
  uuid: string;
  purchasable: Purchasable;
  price: number;
  gold_month: string | null;
  stock: number | null;
}

export type CreatedItem = Columns<"items", "id" | "state">;

/** The ledger key for creating an item. */
export const creationKey = (maker: number, clientId: string | undefined): string =>
  `create:${maker}:${clientId ?? crypto.randomUUID()}`;

/** The item that was created under that key, if it cost anything. */
export const createdItemQuery = (key: string): Statement<CreatedItem> =>
  statement<CreatedItem>(sql`select i.id, i.state from transactions t cross join items i on i.id = t.source_id
    where t.key = ${key}`);

/**
 * Statements that create an item, charge for it and give its maker a copy, all or nothing: without enough coins none
 * of them has an effect. The second one returns the item, the fourth the maker's wallet; the rest store its
 * fingerprint and queue its review.
 */
export function insertItemStatements(
  item: NewItem,
  screening: ItemScreening,
  cost: number,
  key: string,
  now: number,
) {
  const lastItemId = sql`(select seq from sqlite_sequence where name = 'items')`;
  // Only this batch's row: without enough coins, the newest item is someone else's.
  const newItemId = sql`(select id from items where id = ${lastItemId} and uuid = ${item.uuid})`;
  const ledger = new LedgerBatch(now);
  const nextId = sql`(select coalesce(max(seq), 0) + 1 from sqlite_sequence where name = 'items')`;
  return {
    cost: ledger.post(
      {
        key,
        user: item.user_id,
        type: 1,
        source: { type: "item", id: nextId },
        coins: -cost,
      },
      sql`from users u where u.id = ${item.user_id} and u.coins >= ${cost}`,
    ),
    created: statement<CreatedItem>(sql`insert into items
      (type_id, user_id, name, description, uuid, purchasable, price, gold_month, stock, state, created_at)
      select ${item.type_id}, ${item.user_id}, ${item.name}, ${item.description}, ${item.uuid}, ${item.purchasable},
        ${item.price}, ${item.gold_month}, ${item.stock}, ${initialState(screening)}, ${now}
      where ${ledger.wrote(key)} returning id, state`),
    copy: statement(sql`insert into inventory (user_id, item_id, type_id, created_at)
      select user_id, id, type_id, ${now} from items
      where id = ${newItemId}`),
    wallets: walletsQuery(sql`${item.user_id}`),
    review: queueForReview(screening, newItemId, cost, now),
    fingerprint: storeFingerprintStatements(screening.fingerprint, newItemId),
  };
}
