import { type SQL, type Statement, sql, statement } from "#db/database.ts";
import type { SourceType, TransactionType } from "#domain/transactions/types.ts";
import type { LedgerBatch } from "./ledger-batch.ts";

/** A gift to one user. SQL expressions can refer to `u`, the user's row. */
export interface Grant {
  key: SQL | string;
  user: number;
  type: TransactionType;
  source: { type: SourceType; id: SQL | number };
  /** Negative to take coins away; nothing happens if the user doesn't have enough. */
  coins: SQL | number;
  xp: SQL | number;
  /**
   * Items to give a copy of, as ids or a select of ids. Skips items that the user owns, that are sold out, or
   * that staff have hidden.
   */
  items?: readonly number[] | SQL;
  /** Nothing is given unless this condition holds. */
  when?: SQL;
}

/**
 * Returns statements that give coins, XP and copies of items: all or nothing, once per key. Also pays for
 * newly reached spirit levels.
 */
export function grant(batch: LedgerBatch, gift: Grant, now: number): Statement[] {
  return [...grantWithoutSpirit(batch, gift, now), batch.paySpiritLevels(sql`${gift.user}`)];
}

/** Like `grant`, but without spirit levels, for batches that pay them at the end. */
export function grantWithoutSpirit(
  batch: LedgerBatch,
  { key, user, type, source, coins, xp, items = [], when = sql`true` }: Grant,
  now: number,
): Statement[] {
  const wanted = Array.isArray(items) ? sql`select value from json_each(${JSON.stringify(items)})` : items;
  const given = sql`items i where i.id in (${wanted}) and i.state = 'shown'
    and not exists (select 1 from inventory where user_id = ${user} and item_id = i.id)
    and (i.stock is null or (i.sold_out = 0 and i.sales_count < i.stock))`;
  const row = batch.post(
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
  const copies = statement`insert into inventory (user_id, item_id, type_id, serial, transaction_id, created_at)
    select ${user}, i.id, i.type_id, i.sales_count + 1, ${batch.rowId(key)}, ${now} from ${given} and ${batch.wrote(key)}`;
  const hasItems = !Array.isArray(items) || items.length > 0;
  return hasItems ? [row, copies] : [row];
}
