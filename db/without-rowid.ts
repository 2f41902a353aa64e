import { sqliteTable } from "drizzle-orm/sqlite-core";

/** Marks tables for scripts/db-generate: drizzle-kit doesn't know what `WITHOUT ROWID` is. */
export const WITHOUT_ROWID: unique symbol = Symbol("without rowid");

/** Declares a table that SQLite stores by its primary key alone. */
export const withoutRowid: typeof sqliteTable = (...args: unknown[]) =>
  Object.assign((sqliteTable as (...args: unknown[]) => never)(...args), { [WITHOUT_ROWID]: true as const });
