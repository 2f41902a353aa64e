import { DATABASE_NAMES, type DatabaseName } from "#domain/database-names.ts";

export type DatabaseBinding = "DB" | `DB_${Uppercase<Exclude<DatabaseName, "main">>}`;

export type DatabaseBindings = Readonly<Record<DatabaseBinding, D1Database>>;

export interface DatabaseSource {
  name: DatabaseName;
  binding: DatabaseBinding;
  /** Its folder in db/schema, db/triggers, db/search and migrations; the main database has none. */
  folder: string;
}

/** Returns the name of a database's binding, which is also its id on this machine: wrangler.toml has no ids. */
export const databaseBinding = (name: DatabaseName): DatabaseBinding =>
  name === "main" ? "DB" : (`DB_${name.toUpperCase()}` as DatabaseBinding);

/** All databases, the main one first. Each has outboxes. */
export const DATABASES: readonly DatabaseSource[] = DATABASE_NAMES.map((name) => ({
  name,
  binding: databaseBinding(name),
  folder: name === "main" ? "" : name,
}));

export const boundDatabase = (bindings: DatabaseBindings, name: DatabaseName): D1Database =>
  bindings[databaseBinding(name)];
