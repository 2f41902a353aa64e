import type { DatabaseSync } from "node:sqlite";
import { type DatabaseFile, openToRead } from "./database-files.ts";

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

/** The table whose rows a table of SQLite's belongs to: a search table's parts belong to what is searched. */
export function ownerOf(table: string): string {
  const [search] = Object.keys(SEARCHED).filter((name) => table === name || table.startsWith(`${name}_`));
  return search ? (SEARCHED[search] ?? search) : table;
}

/** Reads the sizes of all tables. The rows of search tables don't count. */
export const readTableSizes = (files: readonly DatabaseFile[]): TableSizes =>
  Object.fromEntries(files.map((file) => [file.binding, readSizes(file)]));

function readSizes(file: DatabaseFile): Record<string, TableSize> {
  const db = openToRead(file);
  try {
    const sizes: Record<string, TableSize> = {};
    for (const { table, bytes } of bytesByTree(db)) {
      if (table.startsWith("sqlite_")) continue;
      const owner = ownerOf(table);
      sizes[owner] ??= { rows: 0, bytes: 0 };
      sizes[owner].bytes += bytes;
    }
    for (const [table, size] of Object.entries(sizes)) size.rows = countRows(db, table);
    return sizes;
  } finally {
    db.close();
  }
}

interface TreeSize {
  table: string;
  bytes: number;
}

/** The bytes of each table and index, with the name of its table. */
const bytesByTree = (db: DatabaseSync): TreeSize[] =>
  db
    .prepare(`select coalesce(m.tbl_name, s.name) as "table", sum(s.pgsize - s.unused) as bytes
      from dbstat s left join sqlite_schema m on m.name = s.name group by s.name`)
    .all() as unknown as TreeSize[];

const countRows = (db: DatabaseSync, table: string): number =>
  Number(db.prepare(`select count(*) as n from "${table}"`).get()?.n);

/** Trees with fewer pages say little about how full pages are. */
const MIN_PAGES = 8;

/** Returns how full the pages of a database are, from 0 to 1. Pages that are filled in random order get about two thirds full. */
export function readFill(file: DatabaseFile): number {
  const db = openToRead(file);
  try {
    const row = db
      .prepare(`select sum(used) * 1.0 / sum(size) as fill from
        (select sum(pgsize - unused) as used, sum(pgsize) as size from dbstat group by name having count(*) >= ?)`)
      .get(MIN_PAGES);
    return Number(row?.fill) || 1;
  } finally {
    db.close();
  }
}

/** Returns what was added between two readings. Tables that only got smaller count as unchanged. */
export function growthOf(before: TableSizes, after: TableSizes): TableSizes {
  const grown = (database: string, [table, { rows, bytes }]: [string, TableSize]): [string, TableSize] => {
    const old = before[database]?.[table] ?? { rows: 0, bytes: 0 };
    return [table, { rows: Math.max(0, rows - old.rows), bytes: Math.max(0, bytes - old.bytes) }];
  };
  return Object.fromEntries(
    Object.entries(after).map(([database, tables]) => [
      database,
      Object.fromEntries(Object.entries(tables).map((entry) => grown(database, entry))),
    ]),
  );
}
