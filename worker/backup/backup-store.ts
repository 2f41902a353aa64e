import { row, rows } from "../live/object-schema.ts";
import type { ObjectKind } from "./export-state.ts";
import type { BackupFile } from "./manifest.ts";

/** The tables of the `Backup` object, append-only. */
export const BACKUP_SCHEMA = [
  // Objects that have changed since their last export; `at` is the time of their report and unique enough to compare.
  "create table changed (kind text not null, name text not null, at integer not null, primary key (kind, name)) without rowid",
  // The files that hold the newest export of each object: numbers `first` to `last` of a backup.
  `create table exports (kind text not null, name text not null, backup text not null, first integer not null, last integer not null,
    at integer not null, primary key (kind, name)) without rowid`,
  "create index exports_at on exports (at)",
  // Files of the running backup and packs of earlier ones.
  `create table files (path text primary key, role text not null, source text not null, rows integer not null,
    size integer not null, sha256 text not null) without rowid`,
];

export type FileRole = "page" | "index" | "pack";

export interface ChangedObject {
  kind: ObjectKind;
  name: string;
  at: number;
}

/** An object's newest export. */
export interface ObjectExport {
  kind: ObjectKind;
  name: string;
  backup: string;
  first: number;
  last: number;
}

/** The memory of the `Backup` object. */
export class BackupStore {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  markChanged(kind: ObjectKind, name: string, at: number): void {
    this.#sql.exec("insert or replace into changed (kind, name, at) values (?, ?, ?)", kind, name, at);
  }

  /** Marks objects that have no export yet. */
  markNew(kind: ObjectKind, names: readonly string[], at: number): void {
    this.#sql.exec(
      `insert or ignore into changed (kind, name, at) select ?1, value, ?2 from json_each(?3)
        where not exists (select 1 from exports e where e.kind = ?1 and e.name = value)`,
      kind,
      at,
      JSON.stringify(names),
    );
  }

  /** Marks objects that were last exported before a time. */
  markOlder(before: number, at: number): void {
    this.#sql.exec(
      `insert or ignore into changed (kind, name, at) select kind, name, ?2 from exports indexed by exports_at where at < ?1`,
      before,
      at,
    );
  }

  /** Returns objects of a kind that had changed by a time. */
  changedBy(kind: ObjectKind, at: number, limit: number): ChangedObject[] {
    const query = "select kind, name, at from changed where kind = ? and at <= ? limit ?";
    return rows(this.#sql, query, kind, at, limit);
  }

  get changedCount(): number {
    return row<{ n: number }>(this.#sql, "select count(*) as n from changed")?.n ?? 0;
  }

  /** Stores where an object's export is. It counts as unchanged unless it has changed again. */
  addExport({ kind, name, backup, first, last }: ObjectExport, at: number, changedAt: number): void {
    this.putExport({ kind, name, backup, first, last }, at);
    this.#sql.exec("delete from changed where kind = ? and name = ? and at = ?", kind, name, changedAt);
  }

  putExport({ kind, name, backup, first, last }: ObjectExport, at: number): void {
    this.#sql.exec(
      "insert or replace into exports (kind, name, backup, first, last, at) values (?, ?, ?, ?, ?, ?)",
      ...[kind, name, backup, first, last, at],
    );
  }

  exportOf(kind: ObjectKind, name: string): ObjectExport | undefined {
    const query = "select kind, name, backup, first, last from exports where kind = ? and name = ?";
    return row(this.#sql, query, kind, name);
  }

  exportsAfter(kind: string, name: string, limit: number): ObjectExport[] {
    const query = `select kind, name, backup, first, last from exports
      where (kind, name) > (?, ?) order by kind, name limit ?`;
    return rows(this.#sql, query, kind, name, limit);
  }

  exportCounts(): Record<string, number> {
    const counts = rows<{ kind: string; n: number }>(
      this.#sql,
      "select kind, count(*) as n from exports group by kind",
    );
    return Object.fromEntries(counts.map(({ kind, n }) => [kind, n]));
  }

  putFile(role: FileRole, { path, source, rows: count, size, sha256 }: BackupFile): void {
    this.#sql.exec(
      "insert or replace into files (path, role, source, rows, size, sha256) values (?, ?, ?, ?, ?, ?)",
      ...[path, role, source, count, size, sha256],
    );
  }

  files(role: FileRole): BackupFile[] {
    const query = "select path, source, rows, size, sha256 from files where role = ? order by path";
    return rows(this.#sql, query, role);
  }

  /** The files with the newest export of at least one object. */
  neededPacks(): BackupFile[] {
    const needed = rows<{ backup: string; first: number; last: number }>(
      this.#sql,
      "select distinct backup, first, last from exports",
    );
    const paths = new Set(
      needed.flatMap(({ backup, first, last }) =>
        Array.from({ length: last - first + 1 }, (_, i) => packPath(backup, first + i)),
      ),
    );
    return this.files("pack").filter(({ path }) => paths.has(path));
  }

  /** Forgets the pages and indexes of the last backup. */
  clearPages(): void {
    this.#sql.exec("delete from files where role <> 'pack'");
  }

  forgetFiles(paths: readonly string[]): void {
    this.#sql.exec("delete from files where path in (select value from json_each(?))", JSON.stringify(paths));
  }

  /** Forgets all exports and files, before another site's are restored. */
  clear(): void {
    for (const table of ["changed", "exports", "files"]) this.#sql.exec(`delete from ${table}`);
  }
}

/** Numbers of fixed length sort like their files. */
const numbered = (n: number): string => String(n).padStart(6, "0");

export const PACKS = "backups/objects/";
export const packPath = (backup: string, n: number): string => `${PACKS}${backup}/${numbered(n)}.ndjson.gz`;
export const pagePath = (backup: string, tableNumber: number, table: string, n: number): string =>
  `backups/${backup}/d1/${String(tableNumber).padStart(3, "0")}-${table}/${numbered(n)}.ndjson.gz`;
export const indexPath = (backup: string, n: number): string =>
  `backups/${backup}/objects-${numbered(n)}.ndjson.gz`;
