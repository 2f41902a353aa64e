import type { Column } from "drizzle-orm";
import { customType, integer } from "drizzle-orm/sqlite-core";

/** Milliseconds since 1970 in UTC. */
export const time = () => integer();
/** 0 or 1. Rows keep D1's values, so it stays a number until the presenter converts it. */
export const booleanColumn = () => integer().$type<0 | 1>();
/** Text that SQLite compares without (ASCII) case, for case-insensitively unique names. */
export const nocase = customType<{ data: string; driverData: string }>({
  dataType: () => "text collate nocase",
});

/** A column's value as D1 returns it: JSON stays text. */
type Value<C> = C extends Column
  ?
      | (C["_"]["dataType"] extends "json" ? string : C["_"]["data"])
      | (C["_"]["notNull"] extends true ? never : null)
  : never;

/**
 * The columns of a table that a query selects, with the values that D1 returns. Import the table as a type, so it stays
 * out of the worker's bundle.
 */
export type Columns<Table, Name extends keyof Table> = { [K in Name]: Value<Table[K]> };

/** Like `Columns` for columns that the query renames: `ColumnsAs<typeof users, { u_name: "username" }>`. */
export type ColumnsAs<Table, Names extends Record<string, keyof Table>> = {
  [Alias in keyof Names]: Value<Table[Names[Alias]]>;
};

/** One column of a table, with the value that D1 returns. */
export type Cell<Table, Name extends keyof Table> = Value<Table[Name]>;

/** The columns of a table that a left join may not find. */
export type Nullable<Row> = { [K in keyof Row]: Row[K] | null };

/** Columns in which the condition of the query leaves out a value. */
export type Without<Row, Left> = { [K in keyof Row]: Exclude<Row[K], Left> };

/** Columns in which the condition of the query leaves no null. */
export type Present<Row> = Without<Row, null>;
