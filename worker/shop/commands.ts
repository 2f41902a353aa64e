import { sql } from "drizzle-orm";
import { type Query, select } from "#db/client.ts";
import type { ItemTypeId, Purchasable } from "#domain/items/rules.ts";

interface NewItem {
  user_id: number;
  type_id: ItemTypeId;
  name: string;
  description: string;
  uuid: string;
  purchasable: Purchasable;
  price: number;
  gold_month: string | null;
}

/**
 * Statements that make an item, take what that costs and give its maker a copy, all or nothing: without the coins none
 * of them does anything. The second one answers the item's id.
 */
export function insertItem(
  item: NewItem,
  cost: number,
  now: number,
): readonly [Query, Query<{ id: number }>, Query] {
  const key = `create:${item.uuid}`;
  const paid = sql`exists (select 1 from transactions where key = ${key})`;
  return [
    select(sql`insert into transactions (key, user_id, type_id, source_type, source_id, coins, created_at)
      select ${key}, id, 1, 'item', (select coalesce(max(seq), 0) + 1 from sqlite_sequence where name = 'items'), ${-cost}, ${now}
      from users where id = ${item.user_id} and coins >= ${cost} and ${cost} > 0`),
    select<{
      id: number;
    }>(sql`insert into items (type_id, user_id, name, description, uuid, purchasable, price, gold_month, created_at)
      select ${item.type_id}, ${item.user_id}, ${item.name}, ${item.description}, ${item.uuid}, ${item.purchasable},
        ${item.price}, ${item.gold_month}, ${now} where ${cost} = 0 or ${paid} returning id`),
    select(sql`insert into inventory (user_id, item_id, type_id, created_at)
      select user_id, id, type_id, ${now} from items where id = (select seq from sqlite_sequence where name = 'items') and uuid = ${item.uuid}`),
  ];
}
