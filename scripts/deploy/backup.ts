import { once } from "node:events";
import { createReadStream, createWriteStream, type WriteStream } from "node:fs";
import { join } from "node:path";
import { sequenceAfterJump, sequencesQuery } from "#db/sequences.ts";
import type { RemoteDatabase } from "./database.ts";
import { Problem } from "./problem.ts";
import { withScratchFolder } from "./scratch.ts";

/**
 * How to fill each full-text table from the other tables. `wrangler d1 export` rejects databases with such tables, and
 * they hold only copies.
 */
export const SEARCH_REBUILDS: Readonly<Record<string, string>> = {
  level_search: `INSERT INTO level_search (rowid, title, description, creator, owner)
  SELECT search_row, title, description, username, 'owner' || user_id
  FROM levels JOIN users ON users.id = levels.user_id WHERE search_row IS NOT NULL`,
  item_search: `INSERT INTO item_search (rowid, name, creator)
  SELECT search_row, name, username FROM items JOIN users ON users.id = items.user_id
  WHERE items.state = 'shown'`,
  user_search: "INSERT INTO user_search (rowid, username) SELECT id, username FROM users",
  name_search:
    "INSERT INTO name_search (rowid, username) SELECT id, username FROM users WHERE deleted_at IS NULL",
  post_search: `INSERT INTO post_search (rowid, title, body)
  SELECT replies.id, CASE WHEN position = 0 THEN title ELSE '' END, body FROM replies JOIN threads ON threads.id = replies.thread_id
  WHERE replies.deleted_at IS NULL`,
  audit_search: `INSERT INTO audit_search (rowid, words)
  SELECT a.id, a.action || ' ' || a.subject_type || ' ' || a.subject_id || ' '
    || coalesce((SELECT username FROM users WHERE id = a.actor_id), '') || ' '
    || coalesce(CASE a.subject_type
      WHEN 'user' THEN (SELECT username FROM users WHERE id = cast(a.subject_id AS integer))
      WHEN 'level' THEN (SELECT title FROM levels WHERE id = cast(a.subject_id AS integer))
      WHEN 'item' THEN (SELECT name FROM items WHERE id = cast(a.subject_id AS integer))
      WHEN 'thread' THEN (SELECT title FROM threads WHERE id = cast(a.subject_id AS integer)) END, '') || ' '
    || a.reason || ' ' || a.details || ' ' || coalesce(a.before, '') || ' ' || coalesce(a.after, '')
  FROM audit_log a`,
};

const PAGE_SIZE = 2000;
/** In bytes. D1 accepts statements of up to 100 KB. */
const MAX_STATEMENT = 60_000;

export interface SchemaEntry {
  type: string;
  name: string;
  sql: string | null;
}

export type SqlValue = string | number | null | number[];
type Row = Record<string, SqlValue>;

/** Returns a problem for each full-text table that `SEARCH_REBUILDS` can't fill. */
export function searchProblems(sql: string): string[] {
  return [...sql.matchAll(/CREATE VIRTUAL TABLE\s+(?:IF NOT EXISTS\s+)?[`"]?(\w+)/gi)]
    .map(([, name = ""]) => name)
    .filter((name) => !(name in SEARCH_REBUILDS))
    .map((name) => `scripts/deploy/backup.ts doesn't say how to rebuild ${name} after a restore.`);
}

const isVirtual = ({ sql }: SchemaEntry) => /^CREATE VIRTUAL TABLE/i.test(sql ?? "");

/**
 * The tables to copy, children before their parents: in this order, a copy of a live database has no orphans. A restore
 * inserts them in reverse.
 */
export function tablesToCopy(schema: readonly SchemaEntry[]): SchemaEntry[] {
  const shadows = schema.filter(isVirtual).map(({ name }) => `${name}_`);
  const remaining = schema.filter(
    (entry) =>
      entry.type === "table" &&
      !isVirtual(entry) &&
      !/^(sqlite_|_cf_|d1_deployments$)/.test(entry.name) &&
      !shadows.some((prefix) => entry.name.startsWith(prefix)),
  );
  const refersTo = ({ sql }: SchemaEntry) =>
    [...(sql ?? "").matchAll(/REFERENCES\s+[`"]?(\w+)/gi)].map(([, name]) => name);
  const ordered: SchemaEntry[] = [];
  while (remaining.length) {
    const free = remaining.findIndex(
      ({ name }) => !remaining.some((other) => other.name !== name && refersTo(other).includes(name)),
    );
    ordered.push(...remaining.splice(Math.max(free, 0), 1));
  }
  return ordered;
}

/** Returns a value as an SQL literal. */
export function sqlLiteral(value: SqlValue): string {
  if (value === null) return "NULL";
  if (typeof value === "number") return String(value);
  if (typeof value === "string" && !value.includes("\0")) return `'${value.replaceAll("'", "''")}'`;
  const hex = Buffer.from(value as string).toString("hex");
  return typeof value === "string" ? `CAST(X'${hex}' AS TEXT)` : `X'${hex}'`;
}

/** Yields INSERT statements for these rows, each small enough for D1. */
export function* insertStatements(
  table: string,
  columns: readonly string[],
  rows: readonly Row[],
): Generator<string> {
  const head = `INSERT INTO "${table}" (${columns.map((name) => `"${name}"`).join(", ")}) VALUES\n`;
  let tuples: string[] = [];
  let size = 0;
  for (const row of rows) {
    const tuple = `(${columns.map((name) => sqlLiteral(row[name] ?? null)).join(",")})`;
    if (tuples.length && size + tuple.length > MAX_STATEMENT) {
      yield `${head}${tuples.join(",\n")};\n`;
      tuples = [];
      size = 0;
    }
    tuples.push(tuple);
    size += Buffer.byteLength(tuple);
  }
  if (tuples.length) yield `${head}${tuples.join(",\n")};\n`;
}

/** Writes the database as one SQL file for an empty database. Returns the number of rows by table. */
export const backUp = (database: Pick<RemoteDatabase, "query">, file: string): Promise<Map<string, number>> =>
  withScratchFolder((folder) => writeBackup(folder, database, file));

async function writeBackup(
  folder: string,
  database: Pick<RemoteDatabase, "query">,
  file: string,
): Promise<Map<string, number>> {
  const schema = await database.query<SchemaEntry>(
    "select type, name, sql from sqlite_master where sql is not null order by rowid",
  );
  const problems = searchProblems(schema.map(({ sql }) => sql).join(";\n"));
  if (problems.length) throw new Problem(...problems);
  const tables = tablesToCopy(schema);
  const out = createWriteStream(file, { mode: 0o600 });
  const created = new Set(tables.map(({ name }) => name));
  await write(out, "PRAGMA defer_foreign_keys = TRUE;\n");
  for (const entry of schema)
    if (created.has(entry.name) || isVirtual(entry)) await write(out, `${entry.sql};\n`);

  // pragma_table_info leaves out generated columns.
  const columns = await database.query<Column>(
    tables
      .map(({ name }) => `select '${name}' as owner, name, pk from pragma_table_info('${name}')`)
      .join(";"),
  );
  const counts = new Map<string, number>();
  const partFile = ({ name }: SchemaEntry) => join(folder, `${name}.sql`);
  for (const table of tables) {
    const tableColumns = columns.filter(({ owner }) => owner === table.name);
    const part = createWriteStream(partFile(table), { mode: 0o600 });
    counts.set(table.name, await copyRows(database, table, tableColumns, part));
    await finish(part);
  }
  // Parents first: while a foreign key is unresolved, SQLite scans the child tables for every parent row it inserts.
  for (const table of tables.toReversed())
    for await (const text of createReadStream(partFile(table), "utf8")) await write(out, text);
  // No id is reused: neither of deleted rows nor of rows added after the copy.
  const sequences = await database.query<Row>(sequencesQuery);
  await write(out, "DELETE FROM sqlite_sequence;\n");
  for (const statement of insertStatements("sqlite_sequence", ["name", "seq"], sequences))
    await write(out, statement);
  await write(out, `UPDATE sqlite_sequence SET seq = ${sequenceAfterJump("seq")};\n`);

  for (const { type, sql } of schema) if (type === "index") await write(out, `${sql};\n`);
  for (const entry of schema.filter(isVirtual)) await write(out, `${SEARCH_REBUILDS[entry.name]};\n`);
  // Triggers come last: the rows already contain their counts.
  for (const { type, sql } of schema)
    if (type === "trigger" || type === "view") await write(out, `${sql};\n`);
  await finish(out);
  return counts;
}

interface Column {
  owner: string;
  name: string;
  /** Its position in the primary key, from 1; 0 if it isn't part of it. */
  pk: number;
}

/** Columns for keyset pagination: the row id, or the primary key of a table without row ids. */
function pageKey({ sql }: SchemaEntry, columns: readonly Column[]): string[] {
  if (!/\)\s*WITHOUT\s+ROWID\s*$/i.test(sql ?? "")) return ["rowid"];
  return columns
    .filter(({ pk }) => pk > 0)
    .sort((a, b) => a.pk - b.pk)
    .map(({ name }) => `"${name}"`);
}

async function copyRows(
  database: Pick<RemoteDatabase, "query">,
  table: SchemaEntry,
  columns: readonly Column[],
  out: WriteStream,
): Promise<number> {
  const names = columns.map(({ name }) => name);
  const list = names.map((name) => `"${name}"`).join(", ");
  const key = pageKey(table, columns);
  const at = key.map((column, i) => `${column} as row_at_${i}`).join(", ");
  let after = "";
  for (let count = 0; ; ) {
    const rows: Row[] = await database.query<Row>(
      `select ${at}, ${list} from "${table.name}" ${after}order by ${key.join(", ")} limit ${PAGE_SIZE}`,
    );
    for (const statement of insertStatements(table.name, names, rows)) await write(out, statement);
    count += rows.length;
    const last = rows.at(-1);
    if (rows.length < PAGE_SIZE || !last) return count;
    const values = key.map((_, i) => sqlLiteral(last[`row_at_${i}`] ?? null));
    after = `where (${key.join(", ")}) > (${values.join(", ")}) `;
  }
}

async function write(out: WriteStream, text: string): Promise<void> {
  if (!out.write(text)) await once(out, "drain");
}

async function finish(out: WriteStream): Promise<void> {
  out.end();
  await once(out, "finish");
}
