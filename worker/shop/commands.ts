import { sql } from "drizzle-orm";
import { type Query, select } from "#db/client.ts";
import type { ItemTypeId, Purchasable } from "#domain/items/rules.ts";
import { Act } from "../ledger/movement.ts";
import { type Wallet, walletsQuery } from "../ledger/wallet.ts";

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

/** What names the making of an item in the ledger. */
export const creationKey = (maker: number, clientId: string | undefined): string =>
  `create:${maker}:${clientId ?? crypto.randomUUID()}`;

/** The item that an act of that name has made, where it has cost something. */
export const madeQuery = (key: string): Query<{ id: number }> =>
  select<{ id: number }>(sql`select source_id as id from transactions where key = ${key}`);

/**
 * Statements that make an item, take what that costs and give its maker a copy, all or nothing: without the coins none
 * of them does anything. The second one answers the item's id, the last the maker's wallet.
 */
export function insertItem(
  item: NewItem,
  cost: number,
  key: string,
  now: number,
): readonly [Query, Query<{ id: number }>, Query, Query<Wallet>] {
  const act = new Act(now);
  const nextId = sql`(select coalesce(max(seq), 0) + 1 from sqlite_sequence where name = 'items')`;
  return [
    act.post(
      {
        key,
        user: item.user_id,
        type: 1,
        source: { type: "item", id: nextId },
        coins: -cost,
      },
      sql`from users u where u.id = ${item.user_id} and u.coins >= ${cost}`,
    ),
    select<{
      id: number;
    }>(sql`insert into items (type_id, user_id, name, description, uuid, purchasable, price, gold_month, stock, created_at)
      select ${item.type_id}, ${item.user_id}, ${item.name}, ${item.description}, ${item.uuid}, ${item.purchasable},
        ${item.price}, ${item.gold_month}, ${item.stock}, ${now} where ${act.wrote(key)} returning id`),
    select(sql`insert into inventory (user_id, item_id, type_id, created_at)
      select user_id, id, type_id, ${now} from items
      where id = (select seq from sqlite_sequence where name = 'items') and uuid = ${item.uuid}`),
    walletsQuery(sql`${item.user_id}`),
  ];
}
