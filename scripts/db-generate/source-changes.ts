import { DatabaseSync } from "node:sqlite";
import type { Source } from "./sources.ts";
import { isSameSql } from "./sql-words.ts";

interface SchemaEntry {
  kind: Source["kind"];
  name: string;
  sql: string;
}

const ENTRIES = `select case type when 'trigger' then 'trigger' else 'search' end as kind, name, sql from sqlite_master
  where type = 'trigger' or sql like 'create virtual table%' order by name`;

/** Statements that make a migration produce the sources. */
export interface SourceChanges {
  /** To run before the migration's own statements: they'd fail in these triggers. */
  before: string[];
  after: string[];
}

/**
 * Compares the sources with the database that released migrations and the new one make. The new one can drop triggers:
 * a rebuilt table loses its own, and SQLite refuses to rename or drop what another trigger uses.
 */
export function sourceChanges(
  sources: readonly Source[],
  released: readonly string[],
  migration: string,
): SourceChanges {
  using database = new DatabaseSync(":memory:");
  for (const sql of released) database.exec(sql);
  const before = runMigration(database, migration);
  const entries = database.prepare(ENTRIES).all() as unknown as SchemaEntry[];
  return { before, after: changes(entries, sources) };
}

/** Runs a migration. Returns the statements that drop the triggers that stop it. */
function runMigration(database: DatabaseSync, migration: string): string[] {
  const drops: string[] = [];
  for (;;) {
    database.exec("begin");
    try {
      database.exec(drops.join("\n"));
      database.exec(migration);
      database.exec("commit");
      return drops;
    } catch (error) {
      database.exec("rollback");
      const [, trigger] = /^error in trigger (\w+)/.exec((error as Error).message) ?? [];
      const drop = `DROP TRIGGER ${trigger};`;
      if (trigger === undefined || drops.includes(drop)) throw error;
      drops.push(drop);
    }
  }
}

/** The statements that turn a database's triggers and search tables into the sources. */
function changes(entries: readonly SchemaEntry[], sources: readonly Source[]): string[] {
  const drop = ({ kind, name }: { kind: Source["kind"]; name: string }, what: string) => {
    if (kind === "trigger") return `DROP TRIGGER ${name};`;
    throw new Error(
      `${name} was ${what}. Search tables hold rows: add a new one, fill it, and drop the old one by hand.`,
    );
  };
  const removed = entries
    .filter(({ name }) => !sources.some((source) => source.name === name))
    .map((entry) => drop(entry, "removed"));
  const written = sources.flatMap((source) => {
    const entry = entries.find(({ name }) => name === source.name);
    if (entry === undefined) return [source.text];
    return isSameSql(entry.sql, source.text) ? [] : [drop(source, "changed"), source.text];
  });
  return [...removed, ...written];
}
