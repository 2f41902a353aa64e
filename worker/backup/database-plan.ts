import type { Database, Statement } from "#db/database.ts";
import { SEARCH_REBUILDS } from "#db/search-rebuilds.ts";
import { type SequenceRow, type Sequences, sequencesOf, sequencesQuery } from "#db/sequences.ts";
import { type ColumnRow, type CopiedTable, columnsQuery, copiedTable, isNumbered } from "./copied-table.ts";
import type { SchemaEntry } from "./manifest.ts";

/** The parts of D1 that a backup copies. */
export interface DatabasePlan {
  schema: SchemaEntry[];
  /** Children come before their parents. */
  tables: CopiedTable[];
  sequences: Sequences;
}

/** Tables of the present moment, which a restored site begins without. */
const OMITTED_TABLES = ["presence", "playing", "host_levels"];

/**
 * The list of archives is copied last and in full. Rows that move while a backup runs are then in its list, in its tables or in
 * both, never in neither (worker/archive/repair-archives.ts).
 */
const ARCHIVE_TABLES = ["archived_cases", "archived_reporters", "archives"];

export const isVirtual = ({ sql }: Pick<SchemaEntry, "sql">): boolean => /^CREATE VIRTUAL TABLE/i.test(sql);

export const query = <Row>(sql: string, ...params: unknown[]): Statement<Row> => ({ sql, params });

export const schemaQuery = query<SchemaEntry>(`select type, name, sql from sqlite_master where sql is not null
  and substr(name, 1, 7) <> 'sqlite_' and substr(name, 1, 4) <> '_cf_' and name not in ('restore_progress', 'd1_deployments') order by rowid`);

/**
 * Returns the tables to copy, children before their parents. In this order, a copy of a live database has hardly any rows whose
 * parent was added later. The list of archives is last. Tables of the full-text search are copies and left out.
 */
export function orderTables(schema: readonly SchemaEntry[]): SchemaEntry[] {
  const shadows = schema.filter(isVirtual).map(({ name }) => `${name}_`);
  const remaining = schema.filter(
    (entry) =>
      entry.type === "table" &&
      !isVirtual(entry) &&
      !/^(sqlite_|_cf_|d1_deployments$)/.test(entry.name) &&
      !shadows.some((prefix) => entry.name.startsWith(prefix)),
  );
  const ordered: SchemaEntry[] = [];
  while (remaining.length) {
    const free = remaining.findIndex(
      ({ name }) => !remaining.some((other) => other.name !== name && parentsOf(other).includes(name)),
    );
    ordered.push(...remaining.splice(Math.max(free, 0), 1));
  }
  const isArchive = ({ name }: SchemaEntry) => ARCHIVE_TABLES.includes(name);
  return [...ordered.filter((entry) => !isArchive(entry)), ...ordered.filter(isArchive)];
}

/** Returns the tables that a table's foreign keys refer to. */
export const parentsOf = ({ sql }: Pick<SchemaEntry, "sql">): string[] =>
  [...sql.matchAll(/REFERENCES\s+[`"]?(\w+)/gi)].map(([, name = ""]) => name);

/** Returns a problem for each full-text table that can't be filled after a restore. */
export const searchProblems = (sql: string): string[] =>
  [...sql.matchAll(/CREATE VIRTUAL TABLE\s+(?:IF NOT EXISTS\s+)?[`"]?(\w+)/gi)]
    .map(([, name = ""]) => name)
    .filter((name) => !(name in SEARCH_REBUILDS))
    .map((name) => `db/search-rebuilds.ts doesn't say how to fill ${name} after a restore.`);

/** Plans a copy of the database as it is: rows that are added from now on are left out where rows are numbered. */
export async function planDatabase(db: Database): Promise<DatabasePlan> {
  const schema = await db.all(schemaQuery);
  const entries = orderTables(schema).filter(({ name }) => !OMITTED_TABLES.includes(name));
  const named = <Row>(sql: (table: string) => string) =>
    Object.fromEntries(entries.map(({ name }) => [`_${name}`, query<Row>(sql(name))]));
  const columns = await db.batch(named<ColumnRow>(columnsQuery));
  const numbered = entries.filter(
    (entry) => !ARCHIVE_TABLES.includes(entry.name) && isNumbered(columns[`_${entry.name}`] ?? [], entry),
  );
  const bounds = await db.batch({
    sequences: query<SequenceRow>(sequencesQuery),
    newest: Object.fromEntries(
      numbered.map(({ name }) => [
        `_${name}`,
        query<{ id: number }>(`select coalesce(max(rowid), 0) as id from "${name}"`),
      ]),
    ),
  });
  const boundOf = (name: string) => bounds.newest[`_${name}`]?.[0]?.id;
  const ledger = boundOf("transactions") ?? 0;
  const tables = entries.map(({ name }): CopiedTable => {
    const bound = boundOf(name);
    const table = copiedTable(name, columns[`_${name}`] ?? []);
    return {
      ...table,
      ...(bound !== undefined && { bound }),
      ...(name === "users" && { values: balancesAsOf(ledger) }),
    };
  });
  return { schema, tables, sequences: sequencesOf(bounds.sequences) };
}

/** SQL for the balances that users had when a row of the ledger was the newest one, so coins always add up. */
function balancesAsOf(id: number): Record<string, string> {
  const later = (column: string) =>
    `(select sum(${column}) from transactions where user_id = users.id and id > ${id})`;
  const newest = `(select coalesce(max(id), 0) from transactions where user_id = users.id and id <= ${id})`;
  const asOf = (column: string, earlier: string) =>
    `case when ledger_id > ${id} then ${earlier} else "${column}" end`;
  return {
    coins: asOf("coins", `coins - ${later("coins")}`),
    xp: asOf("xp", `xp - ${later("xp")}`),
    ledger_id: asOf("ledger_id", newest),
  };
}
