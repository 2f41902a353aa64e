import { DatabaseSync } from "node:sqlite";
import { DATABASES } from "#db/databases.ts";
import { XP_ALONE } from "#db/xp-alone.ts";
import { databaseFile } from "../site/database-file.ts";

/** A table with its indexes, search entries and whatever else grows with its rows. */
export interface TableSize {
  rows: number;
  /** Without the free space of pages. */
  bytes: number;
}

/** Sizes by database (the name of its binding) and table. */
export type TableSizes = Record<string, Record<string, TableSize>>;

/** Search tables, each with the table whose triggers fill it. */
const SEARCHED: Record<string, string> = {
  level_search: "levels",
  item_search: "items",
  user_search: "users",
  name_search: "users",
  post_search: "replies",
  audit_search: "audit_log",
};

/** Partial indexes that rows leave, each with the condition of its rows: they count as tables of their own. */
const PASSING: Record<string, { table: string; where: string }> = {
  transactions_xp_alone: { table: "transactions", where: XP_ALONE },
};

/** The table whose rows a table of SQLite's belongs to: a search table's parts belong to what is searched. */
export function ownerOf(table: string): string {
  const search = Object.keys(SEARCHED).find((name) => table === name || table.startsWith(`${name}_`));
  return search ? (SEARCHED[search] ?? search) : table;
}

const TREES = `select s.name as tree, coalesce(m.tbl_name, s.name) as "table", sum(s.pgsize - s.unused) as bytes
  from dbstat s left join sqlite_schema m on m.name = s.name group by s.name`;

/** Trees with fewer than eight pages say little about how full pages are. */
const FILL = `select sum(used) * 1.0 / sum(size) as fill from
  (select sum(pgsize - unused) as used, sum(pgsize) as size from dbstat group by name having count(*) >= 8)`;

/** Reads something of each database of a stopped or running site. */
const readAll = <T>(state: string, read: (db: DatabaseSync) => T): Record<string, T> =>
  Object.fromEntries(
    DATABASES.map(({ name, binding }) => {
      using db = new DatabaseSync(databaseFile(state, name), { readOnly: true });
      return [binding, read(db)];
    }),
  );

/** Reads the sizes of all tables. The rows of search tables don't count. */
export const readTableSizes = (state: string): TableSizes =>
  readAll(state, (db) => {
    const sizes: Record<string, TableSize> = {};
    const trees = db.prepare(TREES).all() as { tree: string; table: string; bytes: number }[];
    for (const { tree, table, bytes } of trees) {
      if (table.startsWith("sqlite_")) continue;
      const owner = tree in PASSING ? tree : ownerOf(table);
      sizes[owner] ??= { rows: 0, bytes: 0 };
      sizes[owner].bytes += bytes;
    }
    for (const [name, size] of Object.entries(sizes)) {
      const { table, where } = PASSING[name] ?? { table: name, where: "true" };
      size.rows = Number(db.prepare(`select count(*) as n from "${table}" where ${where}`).get()?.n);
    }
    return sizes;
  });

/** Returns how full the pages of each database are, from 0 to 1. Those that are filled in random order get about two thirds full. */
export const readFill = (state: string): Record<string, number> =>
  readAll(state, (db) => Number(db.prepare(FILL).get()?.fill) || 1);

/** Returns what was added between two readings. Tables that only got smaller count as unchanged. */
export const growthOf = (before: TableSizes, after: TableSizes): TableSizes =>
  mapTables(after, ({ rows, bytes }, database, table) => {
    const old = before[database]?.[table] ?? { rows: 0, bytes: 0 };
    return { rows: Math.max(0, rows - old.rows), bytes: Math.max(0, bytes - old.bytes) };
  });

export const mapTables = <T>(
  sizes: TableSizes,
  map: (size: TableSize, database: string, table: string) => T,
): Record<string, Record<string, T>> =>
  Object.fromEntries(
    Object.entries(sizes).map(([database, tables]) => [
      database,
      Object.fromEntries(Object.entries(tables).map(([table, size]) => [table, map(size, database, table)])),
    ]),
  );
