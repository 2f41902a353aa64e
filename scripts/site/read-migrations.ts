import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import type { DatabaseSource } from "#db/databases.ts";

export interface Migration {
  /** The file name, as recorded in the database. */
  name: string;
  sql: string;
}

/** The path of a database's migrations in the project. */
export const migrationsPath = ({ folder }: Pick<DatabaseSource, "folder">): string =>
  posix.join("migrations", folder);

interface Journal {
  entries: { idx: number; when: number; tag: string }[];
}

/** Reads a database's migrations. A new database has none before `npm run db:generate` writes the first one. */
export function readMigrations(folder: string): { migrations: Migration[]; journal: Journal } {
  const journal = join(folder, "meta/_journal.json");
  if (!existsSync(journal)) return { migrations: [], journal: { entries: [] } };
  const names = readdirSync(folder).filter((name) => name.endsWith(".sql"));
  return {
    migrations: names.sort().map((name) => ({ name, sql: readFileSync(join(folder, name), "utf8") })),
    journal: JSON.parse(readFileSync(journal, "utf8")) as Journal,
  };
}

/** Returns the problems with the files' numbers and with the journal. */
export function migrationProblems(migrations: readonly Migration[], journal: Journal): string[] {
  const problems: string[] = [];
  migrations.forEach(({ name, sql }, at) => {
    if (!name.startsWith(`${String(at).padStart(4, "0")}_`))
      problems.push(`migrations/${name} is number ${at} in order, but its name has another number.`);
    if (sql.includes("\r"))
      problems.push(`migrations/${name} has Windows line endings, which D1 can't handle.`);
  });
  const files = migrations.map(({ name }) => name);
  const entries = journal.entries.map(({ tag }) => `${tag}.sql`);
  for (const name of files)
    if (!entries.includes(name)) problems.push(`migrations/${name} isn't in the journal.`);
  for (const name of entries)
    if (!files.includes(name)) problems.push(`The journal lists ${name}, which doesn't exist.`);
  journal.entries.forEach(({ idx, when, tag }, at) => {
    if (idx !== at) problems.push(`The journal's entry ${tag} has number ${idx} at position ${at}.`);
    if (when <= (journal.entries[at - 1]?.when ?? 0))
      problems.push(`The journal's entry ${tag} is older than the previous entry.`);
  });
  return problems;
}
