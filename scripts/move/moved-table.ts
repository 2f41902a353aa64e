import { createHash } from "node:crypto";
import { type SqlValue, sqlLiteral } from "../deploy/sql-literal.ts";
import type { MoveDatabase } from "./move-database.ts";

export type Row = Record<string, SqlValue>;

/** A table as both databases have it. */
export interface MovedTable {
  name: string;
  columns: readonly string[];
  /** The primary key. */
  key: readonly string[];
  /** The columns that refer to tables which are moved, too. */
  parents: readonly { column: string; table: string; key: string }[];
}

/** In bytes. D1 accepts statements of up to 100 KB. */
const MAX_STATEMENT = 60_000;

const list = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(", ");
const tuple = (row: Row, names: readonly string[]): string =>
  `(${names.map((name) => sqlLiteral(row[name] ?? null)).join(",")})`;

/** Reads what the target says about tables. */
export async function describeTables(target: MoveDatabase, names: readonly string[]): Promise<MovedTable[]> {
  const tables: MovedTable[] = [];
  for (const name of names) {
    const columns = await target.all<{ name: string; pk: number }>(
      `select name, pk from pragma_table_info('${name}')`,
    );
    const parents = await target.all<{ column: string; table: string; key: string }>(
      `select "from" as "column", "table", coalesce("to", 'id') as key from pragma_foreign_key_list('${name}')`,
    );
    tables.push({
      name,
      columns: columns.map((column) => column.name),
      key: columns
        .filter(({ pk }) => pk > 0)
        .sort((a, b) => a.pk - b.pk)
        .map((column) => column.name),
      parents: parents.filter(({ table }) => names.includes(table)),
    });
  }
  return tables;
}

/** The key of a row, as JSON. */
export const keyOf = (row: Row, { key }: Pick<MovedTable, "key">): string =>
  JSON.stringify(key.map((name) => row[name]));

/** SQL for the values of keys. */
const keyLiterals = (keys: readonly string[]): string =>
  keys.map((key) => `(${(JSON.parse(key) as SqlValue[]).map(sqlLiteral).join(",")})`).join(",");

/** Reads rows after a key, in order. */
export const rowsAfter = (
  database: MoveDatabase,
  { name, columns, key }: MovedTable,
  after: string | null,
  limit: number,
): Promise<Row[]> =>
  database.all<Row>(`select ${list(columns)} from "${name}"
    ${after === null ? "" : `where (${list(key)}) > ${keyLiterals([after])}`} order by ${list(key)} limit ${limit}`);

/** Keys per query. */
const KEYS_AT_ONCE = 500;

/** Reads the rows with these keys, in order. */
export async function rowsWithKeys(
  database: MoveDatabase,
  { name, columns, key }: MovedTable,
  keys: readonly string[],
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let i = 0; i < keys.length; i += KEYS_AT_ONCE)
    rows.push(
      ...(await database.all<Row>(`select ${list(columns)} from "${name}"
        where (${list(key)}) in (values ${keyLiterals(keys.slice(i, i + KEYS_AT_ONCE))}) order by ${list(key)}`)),
    );
  return rows;
}

/** Returns statements that insert rows, or bring existing ones up to date. */
export function upsertStatements({ name, columns, key }: MovedTable, rows: readonly Row[]): string[] {
  const others = columns.filter((column) => !key.includes(column));
  const update = others.map((column) => `"${column}" = excluded."${column}"`).join(", ");
  const head = `insert into "${name}" (${list(columns)}) values `;
  const tail = ` on conflict (${list(key)}) do ${update ? `update set ${update}` : "nothing"}`;
  const statements: string[] = [];
  let tuples: string[] = [];
  let size = 0;
  const flush = () => {
    if (tuples.length > 0) statements.push(head + tuples.join(",") + tail);
    tuples = [];
    size = 0;
  };
  for (const row of rows) {
    const text = tuple(row, columns);
    const bytes = Buffer.byteLength(text);
    if (size + bytes > MAX_STATEMENT) flush();
    tuples.push(text);
    size += bytes;
  }
  flush();
  return statements;
}

/** Returns statements that delete the rows with these keys. */
export function deleteStatements({ name, key }: MovedTable, keys: readonly string[]): string[] {
  const statements: string[] = [];
  for (let i = 0; i < keys.length; i += KEYS_AT_ONCE)
    statements.push(
      `delete from "${name}" where (${list(key)}) in (values ${keyLiterals(keys.slice(i, i + KEYS_AT_ONCE))})`,
    );
  return statements;
}

/** The hash of rows in their order. */
export function hashOf(rows: readonly Row[], { columns }: MovedTable): string {
  const hash = createHash("sha256");
  for (const row of rows) hash.update(`${JSON.stringify(columns.map((name) => row[name] ?? null))}\n`);
  return hash.digest("hex");
}

/** Rows that a checksum covers at once. */
const SUM_ROWS = 200_000;

export interface Sums {
  rows: number;
  /** Of all columns. */
  sums: string;
}

/**
 * Counts and sums a table inside its database, in slices. Each value counts with a factor that depends on its key, so swapped
 * values differ.
 */
export async function sumsOf(database: MoveDatabase, { name, columns, key }: MovedTable): Promise<Sums> {
  const factor = `(1 + abs(${key.map((column) => `"${column}"`).join(" * 31 + ")}) % 1009)`;
  const sums = columns.map((column, i) => {
    const text = `length("${column}") * 3 + unicode("${column}") + unicode(substr("${column}", -1))`;
    const value = `case typeof("${column}") when 'text' then coalesce(${text}, 0) when 'null' then -7 else "${column}" end`;
    return `total((${value}) * ${factor} % 1000003) as s${i}`;
  });
  const totals = columns.map(() => 0);
  let rows = 0;
  for (let after: string | null = null; ; ) {
    const where: string = after === null ? "" : `where (${list(key)}) > ${keyLiterals([after])}`;
    const page: Row[] = await database.all<Row>(`with page as materialized (select * from "${name}" ${where}
        order by ${list(key)} limit ${SUM_ROWS})
      select count(*) as n, ${sums.join(", ")},
        (select json_array(${list(key)}) from page order by ${key.map((column) => `"${column}" desc`).join(", ")} limit 1) as last
      from page`);
    const [row] = page;
    const n = Number(row?.n ?? 0);
    rows += n;
    for (const i of columns.keys()) totals[i] = (totals[i] ?? 0) + Number(row?.[`s${i}`] ?? 0);
    if (n < SUM_ROWS) return { rows, sums: totals.join(":") };
    after = String(row?.last);
  }
}
