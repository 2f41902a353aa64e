import { type SQL, sql } from "drizzle-orm";
import { type Statement, statement } from "#db/client.ts";
import type { SourceType, TransactionType } from "#domain/transactions/types.ts";
import type { Act } from "./movement.ts";

/** Something that is given to one person. What is an expression may look at `u`, their row of users. */
export interface Grant {
  key: SQL | string;
  user: number;
  type: TransactionType;
  source: { type: SourceType; id: SQL | number };
  /** Negative to take away; nothing happens where they don't have them. */
  coins: SQL | number;
  xp: SQL | number;
  /** Items to give a copy of, as ids or a select of them. Those they have, those of which there are no more and those that staff took out of sight are left out. */
  items?: readonly number[] | SQL;
  /** A condition without which nothing is given. */
  when?: SQL;
}

/**
 * Statements that give coins, XP and copies of items, all or nothing and once a key. Where spirit levels are reached they
 * are paid for.
 */
export function grant(act: Act, what: Grant, now: number): Statement[] {
  return [...give(act, what, now), act.spirit(sql`${what.user}`)];
}

/** The same without spirit levels, for batches that see to them at their end. */
export function give(
  act: Act,
  { key, user, type, source, coins, xp, items = [], when = sql`true` }: Grant,
  now: number,
): Statement[] {
  const wanted = Array.isArray(items) ? sql`select value from json_each(${JSON.stringify(items)})` : items;
  const given = sql`items i where i.id in (${wanted}) and i.state = 'shown'
    and not exists (select 1 from inventory where user_id = ${user} and item_id = i.id)
    and (i.stock is null or (i.sold_out = 0 and i.sales_count < i.stock))`;
  const row = act.post(
    {
      key,
      user,
      type,
      source,
      coins,
      xp,
      copies: sql`(select nullif(json_group_array(json_array(i.id, i.sales_count + 1)), '[]') from ${given})`,
    },
    sql`from users u where u.id = ${user} and u.coins + ${coins} >= 0 and ${when}`,
  );
  const copies =
    statement(sql`insert into inventory (user_id, item_id, type_id, serial, transaction_id, created_at)
    select ${user}, i.id, i.type_id, i.sales_count + 1, ${act.row(key)}, ${now} from ${given} and ${act.wrote(key)}`);
  const hasItems = !Array.isArray(items) || items.length > 0;
  return hasItems ? [row, copies] : [row];
}
