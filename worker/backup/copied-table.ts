import type { DatabaseName } from "#domain/database-names.ts";

/** A table whose rows are copied, in the order of `key`. */
export interface CopiedTable {
  name: string;
  columns: readonly string[];
  /** The columns that order its rows: the primary key, or `rowid`. */
  key: readonly string[];
  /** Copies only rows whose only key column is at most this. */
  bound?: number;
  /** SQL expressions that are stored in place of columns. */
  values?: Readonly<Record<string, string>>;
  /** Its database, unless it's the main one. */
  database?: DatabaseName;
}

/** Names a table among those of all databases: `forum/threads`. */
export const sourceOf = ({ name, database }: Pick<CopiedTable, "name" | "database">): string =>
  database ? `${database}/${name}` : name;

/** A column as `pragma_table_info` lists it, which leaves out generated columns. */
export interface ColumnRow {
  name: string;
  type: string;
  /** Its position in the primary key, from 1; 0 if it isn't part of it. */
  pk: number;
}

export const columnsQuery = (table: string): string =>
  `select name, type, pk from pragma_table_info('${table}')`;

/** Returns how to copy a table. */
export function copiedTable(name: string, columns: readonly ColumnRow[]): CopiedTable {
  const key = columns
    .filter(({ pk }) => pk > 0)
    .sort((a, b) => a.pk - b.pk)
    .map((column) => column.name);
  return { name, columns: columns.map((column) => column.name), key: key.length ? key : ["rowid"] };
}

/** Whether a table's rows are numbered by their only key column. */
export const isNumbered = (columns: readonly ColumnRow[], { sql }: { sql: string | null }): boolean => {
  const key = columns.filter(({ pk }) => pk > 0);
  return key.length === 1 && /^integer$/i.test(key[0]?.type ?? "") && !/WITHOUT\s+ROWID\s*$/i.test(sql ?? "");
};

/** SQLite on Cloudflare accepts 32 arguments of a function. */
const MAX_ARGUMENTS = 30;

const quoted = (name: string): string => (name === "rowid" ? name : `"${name.replaceAll('"', '""')}"`);
const list = (names: readonly string[]): string => names.map(quoted).join(", ");
/** SQL for the values of a key that a parameter holds as JSON. */
const keyValues = ({ key }: CopiedTable, parameter: string): string =>
  key.map((_, i) => `${parameter} ->> ${i}`).join(", ");

/** A row of `pageQuery`: its key and groups of its values as JSON; null for values that JSON can't hold. */
export type PageRow = { key: string } & Record<`v${number}`, string | null>;

/** SQL for rows of a table in order. Parameters: the number of rows and, unless it's the first page, the key before them. */
export function pageQuery(table: CopiedTable, isFirst: boolean): string {
  const { name, columns, key, values = {}, bound } = table;
  const groups = columns.flatMap((_, i) =>
    i % MAX_ARGUMENTS === 0 ? [columns.slice(i, i + MAX_ARGUMENTS)] : [],
  );
  const selected = groups.map((group, i) => {
    const unusual = group.map((column) => `when ${isUnusual(quoted(column))} then null`);
    const usual = group.map((column) => values[column] ?? quoted(column));
    return `case ${unusual.join(" ")} else json_array(${usual.join(", ")}) end as v${i}`;
  });
  const conditions = [
    ...(isFirst ? [] : [`(${list(key)}) > (${keyValues(table, "?2")})`]),
    ...(bound === undefined ? [] : [`${list(key)} <= ${bound}`]),
  ];
  const where = conditions.length ? `where ${conditions.join(" and ")}` : "";
  return `select json_array(${list(key)}) as key, ${selected.join(", ")}
    from ${quoted(name)} ${where} order by ${list(key)} limit ?1`;
}

/** SQL for whether JSON can't hold a value: blobs, and texts with a NUL, which SQLite's JSON functions would cut off. */
const isUnusual = (column: string) =>
  `typeof(${column}) = 'blob' or (typeof(${column}) = 'text' and instr(${column}, char(0)))`;

/** SQL for the values of one row with their types, as text. The parameter is the row's key. */
export function unusualRowQuery(table: CopiedTable): string {
  const { columns, key, values = {} } = table;
  const selected = columns.map((column, i) => {
    const value = values[column] ?? quoted(column);
    return `typeof(${value}) || ':' || case when typeof(${value}) in ('text', 'blob') then hex(${value}) else quote(${value}) end as c${i}`;
  });
  return `select ${selected.join(", ")} from ${quoted(table.name)} where (${list(key)}) = (${keyValues(table, "?1")})`;
}

/** Returns a row as a line of a backup; null if it's unusual. */
export function lineOf(row: PageRow): string | null {
  const groups: string[] = [];
  for (let i = 0; ; i++) {
    const group = row[`v${i}`];
    if (group === undefined) return `[${groups.join(",")}]`;
    if (group === null) return null;
    groups.push(group.slice(1, -1));
  }
}

export const unusualLine = (row: Record<string, unknown>): string =>
  JSON.stringify({ unusual: Object.values(row) });

/** A statement that inserts rows. `params` are its bound values. */
export interface RowInsert {
  sql: string;
  params: (string | ArrayBuffer)[];
}

/** In characters. D1 accepts 2 MB per parameter, and characters have up to three bytes here. */
const MAX_PARAMETER = 600_000;

interface InsertOptions {
  /** Replaces rows that exist. */
  replaces?: boolean;
  /** A condition on a row, which refers to columns as `value ->> n`. */
  condition?: string;
}

/** Returns statements that insert the lines of a backup into a table. */
export function rowInserts(
  table: Pick<CopiedTable, "name" | "columns">,
  lines: readonly string[],
  { replaces = false, condition = "true" }: InsertOptions = {},
): RowInsert[] {
  const into = `insert ${replaces ? "or replace " : ""}into ${quoted(table.name)} (${list(table.columns)})`;
  const values = table.columns.map((_, i) => `value ->> ${i}`).join(", ");
  const inserts: RowInsert[] = [];
  let batch: string[] = [];
  let size = 0;
  const flush = () => {
    if (batch.length === 0) return;
    const sql = `${into} select ${values} from json_each(?1) where ${condition}`;
    inserts.push({ sql, params: [`[${batch.join(",")}]`] });
    batch = [];
    size = 0;
  };
  for (const line of lines) {
    if (!line.startsWith("[")) {
      inserts.push(unusualInsert(into, line));
      continue;
    }
    if (size + line.length > MAX_PARAMETER) flush();
    batch.push(line);
    size += line.length;
  }
  flush();
  return inserts;
}

function unusualInsert(into: string, line: string): RowInsert {
  const { unusual } = JSON.parse(line) as { unusual: string[] };
  const params: RowInsert["params"] = [];
  const values = unusual.map((each) => {
    const [type = "", text = ""] = each.split(":");
    if (type === "null") return "null";
    params.push(type === "text" || type === "blob" ? bytesOf(text) : text);
    return `cast(?${params.length} as ${type})`;
  });
  return { sql: `${into} values (${values.join(", ")})`, params };
}

const bytesOf = (hex: string): ArrayBuffer =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)).buffer;
