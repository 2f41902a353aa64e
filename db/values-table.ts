import { type SQL, sql } from "drizzle-orm";

/** Rows and ids are part of the SQL text, whose length D1 limits. */
const MOST_IN_SQL = 2_000;

/** Integers separated by commas. */
function integers(values: readonly number[]): string {
  for (const value of values)
    if (!Number.isSafeInteger(value)) throw new TypeError(`${value} is no integer.`);
  return values.join(", ");
}

/**
 * A subquery with rows of integers in `column1`, `column2`, …, for ids that another query has returned. D1 counts the rows of
 * `json_each` as read, but not these. Takes at least one row, and two thousand at most.
 */
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
