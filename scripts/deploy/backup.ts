import { once } from "node:events";
import { createReadStream, createWriteStream, type WriteStream } from "node:fs";
import { join } from "node:path";
import { jumped, sequencesQuery } from "#db/sequences.ts";
import type { RemoteDatabase } from "./database.ts";
import { Problem } from "./problem.ts";
import { withScratch } from "./scratch.ts";

/**
 * How to fill each full text table from the others. `wrangler d1 export` refuses a database that has such tables, and
 * they hold nothing that is not elsewhere.
 */
export const SEARCH: Readonly<Record<string, string>> = {
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

const PAGE = 2000;
/** D1 takes statements up to 100 KB. */
const STATEMENT = 60_000;

export interface SchemaEntry {
  type: string;
  name: string;
  sql: string | null;
}

export type Value = string | number | null | number[];
type Row = Record<string, Value>;

/** Full text tables of some SQL that `SEARCH` does not know how to fill. */
export function searchProblems(sql: string): string[] {
  return [...sql.matchAll(/CREATE VIRTUAL TABLE\s+(?:IF NOT EXISTS\s+)?[`"]?(\w+)/gi)]
    .map(([, name = ""]) => name)
    .filter((name) => !(name in SEARCH))
    .map((name) => `scripts/deploy/backup.ts does not say how ${name} is filled again after a restore.`);
}

const isVirtual = ({ sql }: SchemaEntry) => /^CREATE VIRTUAL TABLE/i.test(sql ?? "");

/**
 * The tables whose rows are kept, children before their parents: read in this order, a live copy has no orphans. A restore
 * inserts them in the opposite order.
 */
export function tablesToCopy(schema: readonly SchemaEntry[]): SchemaEntry[] {
  const shadows = schema.filter(isVirtual).map(({ name }) => `${name}_`);
  const left = schema.filter(
    (entry) =>
      entry.type === "table" &&
      !isVirtual(entry) &&
      !/^(sqlite_|_cf_)/.test(entry.name) &&
      !shadows.some((prefix) => entry.name.startsWith(prefix)),
  );
  const refersTo = ({ sql }: SchemaEntry) =>
    [...(sql ?? "").matchAll(/REFERENCES\s+[`"]?(\w+)/gi)].map(([, name]) => name);
  const ordered: SchemaEntry[] = [];
  while (left.length) {
    const free = left.findIndex(
      ({ name }) => !left.some((other) => other.name !== name && refersTo(other).includes(name)),
    );
    ordered.push(...left.splice(Math.max(free, 0), 1));
  }
  return ordered;
}

/** A value as SQL writes it. */
export function literal(value: Value): string {
  if (value === null) return "NULL";
  if (typeof value === "number") return String(value);
  if (typeof value === "string" && !value.includes("\0")) return `'${value.replaceAll("'", "''")}'`;
  const hex = Buffer.from(value as string).toString("hex");
  return typeof value === "string" ? `CAST(X'${hex}' AS TEXT)` : `X'${hex}'`;
}

/** Inserts of these rows in statements of a size that D1 takes. */
export function* inserts(table: string, columns: readonly string[], rows: readonly Row[]): Generator<string> {
  const head = `INSERT INTO "${table}" (${columns.map((name) => `"${name}"`).join(", ")}) VALUES\n`;
  let tuples: string[] = [];
  let size = 0;
  for (const row of rows) {
    const tuple = `(${columns.map((name) => literal(row[name] ?? null)).join(",")})`;
    if (tuples.length && size + tuple.length > STATEMENT) {
      yield `${head}${tuples.join(",\n")};\n`;
      tuples = [];
      size = 0;
    }
    tuples.push(tuple);
    size += Buffer.byteLength(tuple);
  }
  if (tuples.length) yield `${head}${tuples.join(",\n")};\n`;
}

/** Writes the database as one SQL file that makes it again in an empty one; returns the rows written by table. */
export const backUp = (database: RemoteDatabase, file: string): Promise<Map<string, number>> =>
  withScratch((folder) => backUpThrough(folder, database, file));

async function backUpThrough(
  folder: string,
  database: RemoteDatabase,
  file: string,
): Promise<Map<string, number>> {
  const schema = await database.query<SchemaEntry>(
    "select type, name, sql from sqlite_master where sql is not null order by rowid",
  );
  const problems = searchProblems(schema.map(({ sql }) => sql).join(";\n"));
  if (problems.length) throw new Problem(...problems);
  const tables = tablesToCopy(schema);
  const out = createWriteStream(file, { mode: 0o600 });
  const made = new Set(tables.map(({ name }) => name));
  await write(out, "PRAGMA defer_foreign_keys = TRUE;\n");
  for (const entry of schema)
    if (made.has(entry.name) || isVirtual(entry)) await write(out, `${entry.sql};\n`);

  // What pragma_table_info lists: generated columns are not among them.
  const columns = await database.query<Column>(
    tables
      .map(({ name }) => `select '${name}' as owner, name, pk from pragma_table_info('${name}')`)
      .join(";"),
  );
  const counts = new Map<string, number>();
  const partOf = ({ name }: SchemaEntry) => join(folder, `${name}.sql`);
  for (const table of tables) {
    const own = columns.filter(({ owner }) => owner === table.name);
    const part = createWriteStream(partOf(table), { mode: 0o600 });
    counts.set(table.name, await copyRows(database, table, own, part));
    await end(part);
  }
  // Parents first: while a foreign key is unresolved, SQLite scans the child tables for every parent row it inserts.
  for (const table of tables.toReversed())
    for await (const text of createReadStream(partOf(table), "utf8")) await write(out, text);
  // No id comes back, neither of something deleted nor of something made after the copy.
  const given = await database.query<Row>(sequencesQuery);
  await write(out, "DELETE FROM sqlite_sequence;\n");
  for (const statement of inserts("sqlite_sequence", ["name", "seq"], given)) await write(out, statement);
  await write(out, `UPDATE sqlite_sequence SET seq = ${jumped("seq")};\n`);

  for (const { type, sql } of schema) if (type === "index") await write(out, `${sql};\n`);
  for (const entry of schema.filter(isVirtual)) await write(out, `${SEARCH[entry.name]};\n`);
  // Last: what triggers count is in the rows already.
  for (const { type, sql } of schema)
    if (type === "trigger" || type === "view") await write(out, `${sql};\n`);
  await end(out);
  return counts;
}

interface Column {
  owner: string;
  name: string;
  /** Its place in the primary key, from 1; 0 where it has none. */
  pk: number;
}

/** What a table's rows are read along: their row ids, or where there are none the primary key. */
function keyOf({ sql }: SchemaEntry, columns: readonly Column[]): string[] {
  if (!/\)\s*WITHOUT\s+ROWID\s*$/i.test(sql ?? "")) return ["rowid"];
  return columns
    .filter(({ pk }) => pk > 0)
    .sort((a, b) => a.pk - b.pk)
    .map(({ name }) => `"${name}"`);
}

async function copyRows(
  database: RemoteDatabase,
  table: SchemaEntry,
  columns: readonly Column[],
  out: WriteStream,
): Promise<number> {
  const names = columns.map(({ name }) => name);
  const list = names.map((name) => `"${name}"`).join(", ");
  const key = keyOf(table, columns);
  const at = key.map((column, i) => `${column} as row_at_${i}`).join(", ");
  let after = "";
  for (let count = 0; ; ) {
    const rows: Row[] = await database.query<Row>(
      `select ${at}, ${list} from "${table.name}" ${after}order by ${key.join(", ")} limit ${PAGE}`,
    );
    for (const statement of inserts(table.name, names, rows)) await write(out, statement);
    count += rows.length;
    const last = rows.at(-1);
    if (rows.length < PAGE || !last) return count;
    const values = key.map((_, i) => literal(last[`row_at_${i}`] ?? null));
    after = `where (${key.join(", ")}) > (${values.join(", ")}) `;
  }
}

async function write(out: WriteStream, text: string): Promise<void> {
  if (!out.write(text)) await once(out, "drain");
}

async function end(out: WriteStream): Promise<void> {
  out.end();
  await once(out, "finish");
}
