import { type SQL, sql } from "drizzle-orm";
import type { SQLiteInsertValue, SQLiteTable } from "drizzle-orm/sqlite-core";
import { type Statement, statement } from "#db/database.ts";
import { build, toStatement } from "#db/new-rows.ts";
import type { Economy } from "./content/economy/economy.ts";

/** Rows per statement. */
const ROWS_PER_INSERT = 500;

/** Returns how many copies of an item were sold. */
export const soldCopies = ({ copies }: Economy, itemId: number): number =>
  copies.filter(({ item_id, serial }) => item_id === itemId && serial !== null).length;

/** Statements for the demo world's economy. Users, items and their history must exist already. */
export function economyRows({ rows, copies, achieved, prices, wishes, daily }: Economy): Statement[] {
  const offered = copies.filter(({ resale_price }) => resale_price !== null);
  return [
    ...insertRows("transactions", rows),
    ...insertRows("inventory", copies, {
      type_id: sql`(select type_id from items where id = n.value ->> 'item_id')`,
      resale_price: sql`null`,
    }),
    // A trigger counts offers on update.
    statement(sql`update inventory set resale_price = n.value ->> 'resale_price' from json_each(${JSON.stringify(offered)}) n
      where user_id = n.value ->> 'user_id' and item_id = n.value ->> 'item_id'`),
    ...insertRows("item_prices", prices),
    ...insertRows("wishes", wishes),
    ...insertRows("daily_clears", daily),
    ...insertRows("user_achievements", achieved),
    // They already have the achievements that they're queued for.
    statement(sql`delete from achievement_queue`),
  ];
}

/** The statement that inserts a row into a table. */
export const insertRow = <T extends SQLiteTable>(table: T, row: T["$inferInsert"]): Statement =>
  toStatement(build.insert(table).values(row as SQLiteInsertValue<T>));

/** Statements that insert rows into a table by property name. `more` are computed columns. */
export function insertRows(table: string, rows: readonly object[], more: Record<string, SQL> = {}) {
  const names = [...new Set([...Object.keys(rows[0] ?? {}), ...Object.keys(more)])];
  const values = names.map((name) => more[name] ?? sql.raw(`n.value ->> '${name}'`));
  const chunks = Array.from({ length: Math.ceil(rows.length / ROWS_PER_INSERT) }, (_, i) =>
    rows.slice(i * ROWS_PER_INSERT, (i + 1) * ROWS_PER_INSERT),
  );
  return chunks.map((chunk) =>
    statement(sql`insert into ${sql.raw(`${table} (${names.join(", ")})`)}
      select ${sql.join(values, sql`, `)} from json_each(${JSON.stringify(chunk)}) n order by n.key`),
  );
}
