import { customType, integer, sqliteTable } from "drizzle-orm/sqlite-core";

/** Marks tables for scripts/db-generate: drizzle-kit doesn't know what `WITHOUT ROWID` is. */
export const WITHOUT_ROWID: unique symbol = Symbol("without rowid");

/** Declares a table that SQLite stores by its primary key alone. */
export const withoutRowid: typeof sqliteTable = (...args: unknown[]) =>
  Object.assign((sqliteTable as (...args: unknown[]) => never)(...args), { [WITHOUT_ROWID]: true as const });

/** Milliseconds since 1970 in UTC. */
export const time = () => integer();
/** 0 or 1. Rows keep D1's values, so it stays a number until the presenter converts it. */
export const booleanColumn = () => integer().$type<0 | 1>();
/** Text that SQLite compares without (ASCII) case, for case-insensitively unique names. */
export const nocase = customType<{ data: string; driverData: string }>({
  dataType: () => "text collate nocase",
});
