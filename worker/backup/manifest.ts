import type { Database, Statement } from "#db/database.ts";
import { DATABASES } from "#db/databases.ts";
import { SEARCH_REBUILDS } from "#db/search-rebuilds.ts";
import { type SequenceRow, type Sequences, sequencesOf, sequencesQuery } from "#db/sequences.ts";
import type { DatabaseName } from "#domain/database-names.ts";
import type { Databases } from "../outbox/relay.ts";
import { type ColumnRow, type CopiedTable, columnsQuery, copiedTable, isNumbered } from "./copied-table.ts";

/** The parts of a database that a backup copies. */
interface DatabasePlan {
  schema: SchemaEntry[];
  /** Children come before their parents. */
  tables: CopiedTable[];
  sequences: Sequences;
}

/** The parts of all databases. It's the plan of the main one, with those of the others. */
export interface SitePlan extends DatabasePlan {
  others: Partial<Record<DatabaseName, DatabasePlan>>;
}

/** All tables in the order in which they are copied. */
export const allTables = ({ tables, others }: Pick<SitePlan, "tables" | "others">): CopiedTable[] => [
  ...tables,
  ...Object.values(others).flatMap((plan) => plan.tables),
];

/** Tables of the present moment, which a restored site begins without. */
const OMITTED_TABLES = ["presence", "playing", "host_levels", "ledger_holds"];

export const isVirtual = ({ sql }: Pick<SchemaEntry, "sql">): boolean => /^CREATE VIRTUAL TABLE/i.test(sql);

export const query = <Row>(sql: string, ...params: unknown[]): Statement<Row> => ({ sql, params });

export const schemaQuery = query<SchemaEntry>(`select type, name, sql from sqlite_master where sql is not null
  and substr(name, 1, 7) <> 'sqlite_' and substr(name, 1, 4) <> '_cf_' and name not in ('restore_progress', 'd1_deployments', 'move_changes')
  and name not like 'move~_log~_%' escape '~' order by rowid`);

/** The tables to copy, children first: then hardly any row of a live copy has a parent added later. */
export function orderTables(schema: readonly SchemaEntry[]): SchemaEntry[] {
  const shadows = schema.filter(isVirtual).map(({ name }) => `${name}_`);
  const remaining = schema.filter(
    (entry) =>
      entry.type === "table" &&
      !isVirtual(entry) &&
      !/^(sqlite_|_cf_|d1_deployments$|move_changes$)/.test(entry.name) &&
      !shadows.some((prefix) => entry.name.startsWith(prefix)),
  );
  const ordered: SchemaEntry[] = [];
  while (remaining.length) {
    const free = remaining.findIndex(
      ({ name }) => !remaining.some((other) => other.name !== name && parentsOf(other).includes(name)),
    );
    ordered.push(...remaining.splice(Math.max(free, 0), 1));
  }
  return ordered;
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

/** Plans a copy, main first: later effects are in the copied outboxes. No ledger row may fold meanwhile. */
export async function planSite(databases: Databases): Promise<SitePlan> {
  const main = await planDatabase(databases.main);
  const others: SitePlan["others"] = {};
  for (const { name } of DATABASES)
    if (name !== "main") others[name] = await planDatabase(databases[name], name);
  return { ...main, others };
}

/** Plans a copy of a database as it is: rows that are added from now on are left out where rows are numbered. */
async function planDatabase(db: Database, database?: DatabaseName): Promise<DatabasePlan> {
  const schema = await db.all(schemaQuery);
  const entries = orderTables(schema).filter(({ name }) => !OMITTED_TABLES.includes(name));
  const named = <Row>(sql: (table: string) => string) =>
    Object.fromEntries(entries.map(({ name }) => [`_${name}`, query<Row>(sql(name))]));
  const columns = await db.batch(named<ColumnRow>(columnsQuery));
  const numbered = entries.filter((entry) => isNumbered(columns[`_${entry.name}`] ?? [], entry));
  const bounds = await db.batch({
    sequences: query<SequenceRow>(sequencesQuery),
    positions: entries.some(({ name }) => name === "outbox_positions")
      ? query<PositionRow>("select source, position from outbox_positions")
      : null,
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
      ...(name === "outbox_positions" && { values: positionsAsOf(bounds.positions) }),
      ...(database && { database }),
    };
  });
  return { schema, tables, sequences: sequencesOf(bounds.sequences) };
}

interface PositionRow {
  source: string;
  position: number;
}

/** SQL for the positions when numbered rows were bounded, so later effects are applied again after a restore. */
const positionsAsOf = (rows: readonly PositionRow[]): Record<string, string> => ({
  position: `case source ${rows.map(({ source, position }) => `when '${source}' then ${position}`).join(" ")} when '' then 0 else 0 end`,
});

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

/** A stored file of a backup. */
export interface BackupFile {
  path: string;
  /** The table or the kind of objects that it holds. */
  source: string;
  rows: number;
  /** In bytes, compressed. */
  size: number;
  sha256: string;
}

export const BACKUPS = "backups/";
export const manifestPath = (id: string): string => `${BACKUPS}${id}/manifest.json`;

const hex = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

const sha256 = async (bytes: BufferSource): Promise<string> =>
  hex(await crypto.subtle.digest("SHA-256", bytes));

/** Compresses lines, stores them, and describes the file. Storing it again replaces it. */
export async function putLines(
  bucket: R2Bucket,
  about: Pick<BackupFile, "path" | "source" | "rows">,
  lines: readonly string[],
): Promise<BackupFile> {
  const stream = new Blob([lines.join("\n")]).stream().pipeThrough(new CompressionStream("gzip"));
  const bytes = await new Response(stream).arrayBuffer();
  const hash = await sha256(bytes);
  await bucket.put(about.path, bytes, { httpMetadata: { contentType: "application/gzip" } });
  return { ...about, size: bytes.byteLength, sha256: hash };
}

/** A file of a backup is missing or isn't what the manifest says. */
export class DamagedFile extends Error {
  override name = "DamagedFile";
}

/** Returns the lines of a file. Throws `DamagedFile` unless it's the one that was stored. */
export async function readLines(
  bucket: R2Bucket,
  file: Pick<BackupFile, "path" | "sha256">,
): Promise<string[]> {
  const object = await bucket.get(file.path);
  if (!object) throw new DamagedFile(`${file.path} is missing`);
  const bytes = await object.arrayBuffer();
  if ((await sha256(bytes)) !== file.sha256) throw new DamagedFile(`${file.path} is damaged`);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const text = await new Response(stream).text();
  return text === "" ? [] : text.split("\n");
}

export interface SchemaEntry {
  type: string;
  name: string;
  sql: string;
}

/** The sums that a restored ledger must have. */
export interface LedgerSums {
  rows: number;
  coins: number;
  xp: number;
}

/** Describes a backup. It's stored last: without it, a backup doesn't exist. */
export interface Manifest {
  version: 2;
  id: string;
  /** Milliseconds since 1970. */
  started_at: number;
  finished_at: number;
  schema: SchemaEntry[];
  /** Parents come first. */
  tables: CopiedTable[];
  sequences: Sequences;
  /** The databases besides the main one. */
  others: Partial<Record<DatabaseName, Pick<Manifest, "schema" | "tables" | "sequences">>>;
  ledger: LedgerSums;
  /** The pages of the tables of all databases, in order. */
  pages: BackupFile[];
  /** Which file holds the newest state of each object. */
  indexes: BackupFile[];
  /** The files with the objects' states. Later backups refer to them, too. */
  packs: BackupFile[];
  /** The number of objects by kind. */
  objects: Record<string, number>;
  /** Objects that couldn't be read. An older state of theirs is used, if any. */
  failed: string[];
}

/** The key of the manifest's own hash, beside it in the bucket. */
const HASH_KEY = "sha256";

export async function putManifest(bucket: R2Bucket, manifest: Manifest): Promise<void> {
  const bytes = new TextEncoder().encode(JSON.stringify(manifest));
  await bucket.put(manifestPath(manifest.id), bytes, {
    httpMetadata: { contentType: "application/json" },
    customMetadata: { [HASH_KEY]: await sha256(bytes) },
  });
}

/** Reads a backup's manifest. Throws `DamagedFile` unless it's the one that was stored. */
export async function readManifest(bucket: R2Bucket, id: string): Promise<Manifest> {
  const path = manifestPath(id);
  const object = await bucket.get(path);
  if (!object) throw new DamagedFile(`${path} is missing`);
  const bytes = await object.arrayBuffer();
  const hash = object.customMetadata?.[HASH_KEY];
  if ((await sha256(bytes)) !== hash) throw new DamagedFile(`${path} is damaged`);
  const manifest = JSON.parse(new TextDecoder().decode(bytes)) as Omit<Manifest, "version"> & {
    version: 1 | 2;
  };
  if (manifest.version === 1)
    throw new DamagedFile(`${path} was written by a version before 1.0, which this one can't read`);
  return { ...manifest, version: 2 };
}
