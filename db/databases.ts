import {
  type AnyDatabaseName,
  ARCHIVE_NAMES,
  type ArchiveName,
  DATABASE_NAMES,
  type DatabaseName,
  isArchive,
  type SchemaName,
} from "#domain/database-names.ts";

/** The name of a database's binding. */
export type DatabaseBinding =
  | "DB"
  | `DB_${Uppercase<Exclude<DatabaseName, "main">>}`
  | Uppercase<ArchiveName>;

/** The bindings of all databases. */
export type DatabaseBindings = Readonly<Record<DatabaseBinding, D1Database>>;

export interface DatabaseSource<Name extends AnyDatabaseName = AnyDatabaseName> {
  name: Name;
  binding: DatabaseBinding;
  schema: SchemaName;
  /**
   * Where its sources are in db/schema, db/triggers, db/search and migrations: `forum`. Those of the main database are directly
   * in these folders. Databases with one schema share a folder.
   */
  folder: string;
}

function bindingOf(name: AnyDatabaseName): DatabaseBinding {
  if (name === "main") return "DB";
  return (isArchive(name) ? name.toUpperCase() : `DB_${name.toUpperCase()}`) as DatabaseBinding;
}

/** The databases that features read and write, the main one first. Each has outboxes. */
export const DATABASES: readonly DatabaseSource<DatabaseName>[] = DATABASE_NAMES.map((name) => ({
  name,
  binding: bindingOf(name),
  schema: name,
  folder: name === "main" ? "" : name,
}));

/** The archives of the ledger. */
export const ARCHIVES: readonly DatabaseSource<ArchiveName>[] = ARCHIVE_NAMES.map((name) => ({
  name,
  binding: bindingOf(name),
  schema: "ledger",
  folder: "ledger",
}));

/** All databases: those that are migrated, deployed, measured and backed up. */
export const ALL_DATABASES: readonly DatabaseSource[] = [...DATABASES, ...ARCHIVES];

/** One database of each schema. */
export const SCHEMA_SOURCES: readonly DatabaseSource[] = [...DATABASES, ...ARCHIVES.slice(0, 1)];

/** Returns a database's binding. */
export const boundDatabase = (bindings: DatabaseBindings, name: AnyDatabaseName): D1Database =>
  bindings[bindingOf(name)];
