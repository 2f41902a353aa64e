import { type SQL, sql } from "drizzle-orm";

/** Rows and ids are part of the SQL text, whose length D1 limits. */
const MOST_IN_SQL = 2_000;

/** Integers separated by commas. */
function integers(values: readonly number[]): string {
  for (const value of values)
    if (!Number.isSafeInteger(value)) throw new TypeError(`${value} is no integer.`);
  return values.join(", ");
}

/** Rows of integers as `column1`, …: D1 counts those of `json_each` as read, not these. 1 to 2,000 rows. */
export const valuesTable = (rows: readonly (readonly number[])[]): SQL =>
  sql.raw(`(values ${rows.map((row) => `(${integers(row)})`).join(", ")})`);

/** The same for one column, of any length but zero. D1 counts the rows of more than two thousand ids as read. */
export const idsTable = (ids: readonly number[]): SQL =>
  ids.length > MOST_IN_SQL
    ? sql`(select value as column1 from json_each(${JSON.stringify(ids)}))`
    : valuesTable(ids.map((id) => [id]));

/** The same after `in`. */
export const idList = (ids: readonly number[]): SQL =>
  ids.length > MOST_IN_SQL
    ? sql`(select value from json_each(${JSON.stringify(ids)}))`
    : sql.raw(`(${integers(ids)})`);
