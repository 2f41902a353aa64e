/**
 * The databases that features read and write. A new one takes an entry here, its binding in wrangler.toml and worker/env.ts, and
 * its folders of schema and migrations (db/databases.ts).
 */
export const DATABASE_NAMES = ["main", "forum", "play"] as const;
export type DatabaseName = (typeof DATABASE_NAMES)[number];

const SHARDS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] as const;
export type ArchiveName = `ledger_${(typeof SHARDS)[number]}`;

/** The databases with the ledger's old rows, which are never changed. All have one schema. */
export const ARCHIVE_NAMES: readonly ArchiveName[] = SHARDS.map((shard) => `ledger_${shard}` as const);

/** Returns the archive with a user's old rows. */
export const archiveOf = (userId: number): ArchiveName =>
  ARCHIVE_NAMES[userId % ARCHIVE_NAMES.length] ?? "ledger_0";

export type AnyDatabaseName = DatabaseName | ArchiveName;

export const isArchive = (name: AnyDatabaseName): name is ArchiveName => name.startsWith("ledger_");

/** The schema of a database. The archives share one. */
export type SchemaName = DatabaseName | "ledger";
export const SCHEMA_NAMES: readonly SchemaName[] = [...DATABASE_NAMES, "ledger"];
