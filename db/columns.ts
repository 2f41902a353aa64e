import { type AnySQLiteColumn, customType, integer, sqliteTable } from "drizzle-orm/sqlite-core";

/** The lowest counts of the ten steps. A row moves ten times in its life. */
const STEPS = Array.from({ length: 10 }, (_, i) => 4 ** i);

/** SQL for what popularity adds to a row id of a search table: 2^40 per step that a count has reached. */
export const popularity = (count: string): string =>
  `1099511627776 * (${STEPS.map((step) => `(${count} >= ${step})`).join(" + ")})`;

/** Marks tables for scripts/db-generate: drizzle-kit doesn't know what `WITHOUT ROWID` is. */
export const WITHOUT_ROWID: unique symbol = Symbol("without rowid");

/** Declares a table that SQLite stores by its primary key alone. */
export const withoutRowid: typeof sqliteTable = (...args: unknown[]) =>
  Object.assign((sqliteTable as (...args: unknown[]) => never)(...args), { [WITHOUT_ROWID]: true as const });

/** Milliseconds since 1970 in UTC. */
export const time = () => integer();
/** The id of a row of another table. */
export const reference = (id: () => AnySQLiteColumn) => integer().notNull().references(id);
/** 0 or 1. Rows keep D1's values, so it stays a number until the presenter converts it. */
export const booleanColumn = () => integer().$type<0 | 1>();
/** Text that SQLite compares without (ASCII) case, for case-insensitively unique names. */
export const nocase = customType<{ data: string; driverData: string }>({
  dataType: () => "text collate nocase",
});
