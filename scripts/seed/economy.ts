import { type SQL, sql } from "drizzle-orm";
import { type Statement, statement } from "#db/client.ts";
import type { Economy } from "#db/seed/economy/economy.ts";

/** Rows that a statement brings along. */
const AT_ONCE = 500;

/** How many copies of an item were sold. */
export const soldOf = ({ copies }: Economy, itemId: number): number =>
  copies.filter(({ item_id, serial }) => item_id === itemId && serial !== null).length;

/** Statements that write the demo world's economy; users, items and what they have done are there already. */
export function economyRows({ rows, copies, achieved, prices, wishes, daily }: Economy): Statement[] {
  const offered = copies.filter(({ resale_price }) => resale_price !== null);
  return [
    ...inserted("transactions", rows),
    ...inserted("inventory", copies, {
      type_id: sql`(select type_id from items where id = n.value ->> 'item_id')`,
      resale_price: sql`null`,
    }),
    // Offers are counted as they are made.
    statement(sql`update inventory set resale_price = n.value ->> 'resale_price' from json_each(${JSON.stringify(offered)}) n
      where user_id = n.value ->> 'user_id' and item_id = n.value ->> 'item_id'`),
    ...inserted("item_prices", prices),
    ...inserted("wishes", wishes),
    ...inserted("daily_clears", daily),
    ...inserted("user_achievements", achieved),
    // What has put people into the queue is theirs by now.
    statement(sql`delete from achievement_queue`),
  ];
}

/** Puts rows into a table, column by column as they are called; `more` are columns that are worked out. */
export function inserted(
  table: string,
  rows: readonly object[],
  more: Record<string, SQL> = {},
): Statement[] {
  const names = [...new Set([...Object.keys(rows[0] ?? {}), ...Object.keys(more)])];
  const values = names.map((name) => more[name] ?? sql.raw(`n.value ->> '${name}'`));
  const parts = Array.from({ length: Math.ceil(rows.length / AT_ONCE) }, (_, i) =>
    rows.slice(i * AT_ONCE, (i + 1) * AT_ONCE),
  );
  return parts.map((part) =>
    statement(sql`insert into ${sql.raw(`${table} (${names.join(", ")})`)}
      select ${sql.join(values, sql`, `)} from json_each(${JSON.stringify(part)}) n order by n.key`),
  );
}
