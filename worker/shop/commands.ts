import { sql } from "drizzle-orm";
import { type Statement, statement } from "#db/client.ts";
import type { ItemState } from "#domain/items/review-rules.ts";
import type { ItemTypeId, Purchasable } from "#domain/items/rules.ts";
import { keepPrint } from "../items/review-prints.ts";
import { type Screening, screenedState, waitFor } from "../items/review-screen.ts";
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

export interface MadeItem {
  id: number;
  state: ItemState;
}

/** What names the making of an item in the ledger. */
export const creationKey = (maker: number, clientId: string | undefined): string =>
  `create:${maker}:${clientId ?? crypto.randomUUID()}`;

/** The item that an act of that name has made, where it has cost something. */
export const madeQuery = (key: string): Statement<MadeItem> =>
  statement<MadeItem>(sql`select i.id, i.state from transactions t cross join items i on i.id = t.source_id
    where t.key = ${key}`);

/**
 * Statements that make an item, take what that costs and give its maker a copy, all or nothing: without the coins none
 * of them does anything. The second one answers the item, the fourth the maker's wallet; the others keep what it looks like.
 */
export function insertItem(
  item: NewItem,
  screening: Screening,
  cost: number,
  key: string,
  now: number,
): readonly [Statement, Statement<MadeItem>, Statement, Statement<Wallet>, ...Statement[]] {
  const made = sql`(select seq from sqlite_sequence where name = 'items')`;
  // The row of this batch alone: without the coins the newest item is another one.
  const own = sql`(select id from items where id = ${made} and uuid = ${item.uuid})`;
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
    statement<MadeItem>(sql`insert into items
      (type_id, user_id, name, description, uuid, purchasable, price, gold_month, stock, state, created_at)
      select ${item.type_id}, ${item.user_id}, ${item.name}, ${item.description}, ${item.uuid}, ${item.purchasable},
        ${item.price}, ${item.gold_month}, ${item.stock}, ${screenedState(screening)}, ${now}
      where ${act.wrote(key)} returning id, state`),
    statement(sql`insert into inventory (user_id, item_id, type_id, created_at)
      select user_id, id, type_id, ${now} from items
      where id = ${own}`),
    walletsQuery(sql`${item.user_id}`),
    ...waitFor(screening, own, cost, now),
    ...keepPrint(screening.printed, own),
  ];
}
