import { once } from "node:events";
import { createReadStream, createWriteStream, type WriteStream } from "node:fs";
import { join } from "node:path";
import { SEARCH_REBUILDS } from "#db/search-rebuilds.ts";
import { sequenceAfterJump, sequencesQuery } from "#db/sequences.ts";
import { isVirtual, orderTables, searchProblems } from "#worker/backup/database-plan.ts";
import type { SchemaEntry } from "#worker/backup/manifest.ts";
import type { RemoteDatabase } from "./database.ts";
import { Problem } from "./problem.ts";
import { withScratchFolder } from "./scratch.ts";
import { type SqlValue, sqlLiteral } from "./sql-literal.ts";

const PAGE_SIZE = 2000;
/** In bytes. D1 accepts statements of up to 100 KB. */
const MAX_STATEMENT = 60_000;

type Row = Record<string, SqlValue>;

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
  const tables = orderTables(schema);
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
  for (const entry of schema.filter(isVirtual)) await write(out, `${wholeRebuild(entry.name)};\n`);
  // Triggers come last: the rows already contain their counts.
  for (const { type, sql } of schema)
    if (type === "trigger" || type === "view") await write(out, `${sql};\n`);
  await finish(out);
  return counts;
}

/** SQL that fills a full-text table from all rows. */
const wholeRebuild = (name: string) =>
  SEARCH_REBUILDS[name]?.sql.replace("?1", "0").replace("?2", String(Number.MAX_SAFE_INTEGER)) ?? "";

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
