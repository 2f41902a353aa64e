import { row, rows } from "../live/object-schema.ts";
import {
  type ColumnRow,
  type CopiedTable,
  columnsQuery,
  copiedTable,
  lineOf,
  type PageRow,
  pageQuery,
  rowInserts,
  unusualLine,
  unusualRowQuery,
} from "./copied-table.ts";

/** Durable Objects that are backed up. */
export const OBJECT_KINDS = ["ids", "hub", "conversation", "host", "build"] as const;
export type ObjectKind = (typeof OBJECT_KINDS)[number];

/** The position from which an export goes on. */
export interface ExportCursor {
  part: number;
  table: number;
  /** The key of the last exported row as JSON. */
  after: string | null;
}

/** A part of an object's state as lines, and the position of the next one. */
export interface StatePart {
  text: string;
  next: ExportCursor | null;
}

interface SchemaEntry {
  type: string;
  name: string;
  sql: string;
}

/** The first line of a part. The first part has the rest, too. */
export interface StateHeader {
  object: ObjectKind;
  name: string;
  part: number;
  schema?: SchemaEntry[];
  sequences?: { name: string; seq: number }[];
  kv?: [string, unknown][];
  alarm?: number | null;
}

type StateLine = StateHeader | { table: string; columns: string[] } | { end: true } | { unusual: string[] };

/** In characters. Cloudflare limits a call's result to 32 MB. */
const MAX_PART = 4_000_000;
const PAGE_ROWS = 1_000;
/** The key that marks changes since the last export. It's not part of the state. */
export const CHANGED_KEY = "changed";

const SCHEMA_QUERY = `select type, name, sql from sqlite_master where sql is not null
  and substr(name, 1, 4) <> '_cf_' and substr(name, 1, 7) <> 'sqlite_' order by rowid`;

function tablesOf(sql: SqlStorage): CopiedTable[] {
  return rows<SchemaEntry>(sql, SCHEMA_QUERY)
    .filter(({ type }) => type === "table")
    .map(({ name }) => copiedTable(name, rows<ColumnRow>(sql, columnsQuery(name))));
}

/** A part of an object's state: tables, keys and alarm. Up to 4 MB are one consistent part. */
export async function exportState(
  storage: DurableObjectStorage,
  { object, name }: { object: ObjectKind; name: string },
  cursor: ExportCursor | null,
  omittedKeys: readonly string[] = [],
): Promise<StatePart> {
  const { sql, kv } = storage;
  const alarm = await storage.getAlarm();
  // Nothing else runs from here on.
  const { part, table: first, after } = cursor ?? { part: 0, table: 0, after: null };
  const header: StateHeader = { object, name, part };
  if (!cursor) {
    kv.delete(CHANGED_KEY);
    const schema = rows<SchemaEntry>(sql, SCHEMA_QUERY);
    const hasSequences = row(sql, "select 1 from sqlite_master where name = 'sqlite_sequence'");
    const entries = [...kv.list()].filter(([key]) => !omittedKeys.includes(key));
    Object.assign(header, {
      schema,
      sequences: hasSequences ? rows(sql, "select name, seq from sqlite_sequence") : [],
      kv: entries,
      alarm,
    });
  }
  const lines = [JSON.stringify(header)];
  let size = lines[0]?.length ?? 0;
  const tables = tablesOf(sql);
  for (const [i, table] of tables.entries()) {
    if (i < first) continue;
    let key = i === first ? after : null;
    lines.push(JSON.stringify({ table: table.name, columns: table.columns }));
    for (;;) {
      const page = rows<PageRow>(
        sql,
        pageQuery(table, key === null),
        PAGE_ROWS,
        ...(key === null ? [] : [key]),
      );
      for (const each of page) {
        const line = lineOf(each) ?? unusualLine(row(sql, unusualRowQuery(table), each.key) ?? {});
        lines.push(line);
        size += line.length;
        key = each.key;
      }
      if (page.length < PAGE_ROWS) break;
      if (size > MAX_PART) return { text: lines.join("\n"), next: { part: part + 1, table: i, after: key } };
    }
  }
  lines.push(JSON.stringify({ end: true }));
  return { text: lines.join("\n"), next: null };
}

/** Replaces an object's state with a part of an export, the first one first. Returns whether it was the last one. */
export async function importState(storage: DurableObjectStorage, text: string): Promise<boolean> {
  const lines = text.split("\n");
  const header = JSON.parse(lines[0] ?? "") as StateHeader;
  if (header.part === 0) {
    await storage.deleteAlarm();
    await storage.deleteAll();
  }
  const { alarm, isComplete } = storage.transactionSync(() => importLines(storage, header, lines.slice(1)));
  if (typeof alarm === "number") await storage.setAlarm(alarm);
  await storage.sync();
  return isComplete;
}

/** The key that holds what the last part needs. */
const HEADER_KEY = "restoring";

function importLines(storage: DurableObjectStorage, header: StateHeader, lines: readonly string[]) {
  const { sql, kv } = storage;
  if (header.schema) {
    for (const { type, sql: text } of header.schema) if (type === "table") sql.exec(text);
    kv.put(HEADER_KEY, header);
  }
  let table: CopiedTable | null = null;
  let batch: string[] = [];
  const flush = () => {
    if (!table) return;
    for (const insert of rowInserts(table, batch, { replaces: true })) sql.exec(insert.sql, ...insert.params);
    batch = [];
  };
  for (const line of lines) {
    const isRow = line.startsWith("[") || line.startsWith('{"unusual"');
    if (isRow) {
      batch.push(line);
      continue;
    }
    flush();
    const parsed = JSON.parse(line) as StateLine;
    if ("table" in parsed) table = { name: parsed.table, columns: parsed.columns, key: [] };
    if ("end" in parsed) return { alarm: finishImport(storage), isComplete: true };
  }
  flush();
  return { alarm: null, isComplete: false };
}

/** Creates the indexes and the rest, and returns the time of the alarm. */
function finishImport({ sql, kv }: DurableObjectStorage): number | null {
  const {
    schema = [],
    sequences = [],
    kv: entries = [],
    alarm = null,
  } = kv.get<StateHeader>(HEADER_KEY) ?? {};
  kv.delete(HEADER_KEY);
  for (const { type, sql: text } of schema) if (type !== "table") sql.exec(text);
  for (const { name, seq } of sequences) {
    sql.exec("delete from sqlite_sequence where name = ?", name);
    sql.exec("insert into sqlite_sequence (name, seq) values (?, ?)", name, seq);
  }
  for (const [key, value] of entries) kv.put(key, value);
  return alarm;
}
