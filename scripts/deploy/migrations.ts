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

/** Names the folder of migrations in problems, which name them as those of the main database. */
export const inFolder = (problems: readonly string[], path: string): string[] =>
  problems.map((problem) => problem.replaceAll("migrations/", `${path}/`));

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

/** Whether a database has migrations, but not the one with which 1.0 begins. */
export const isBeforeVersion1 = ([first]: readonly Migration[], applied: readonly string[]): boolean =>
  first !== undefined && applied.length > 0 && !applied.includes(first.name);

export interface MigrationPlan {
  pending: Migration[];
  /** Applied to the database but missing in this code. */
  unknown: string[];
  problems: string[];
}

/** Compares the migrations with those applied to a database. */
export function planMigrations(migrations: readonly Migration[], applied: readonly string[]): MigrationPlan {
  const names = migrations.map(({ name }) => name);
  const pending = migrations.filter(({ name }) => !applied.includes(name));
  if (isBeforeVersion1(migrations, applied))
    return {
      pending: [],
      unknown: [],
      problems: [
        "The database has data of a version before 1.0, which this version can't read. Nothing was changed. Deploy a new site under another name, or go on with the version that made it.",
      ],
    };
  const last = Math.max(-1, ...applied.map((name) => names.indexOf(name)));
  return {
    pending,
    unknown: applied.filter((name) => !names.includes(name)),
    problems: pending
      .filter(({ name }) => names.indexOf(name) < last)
      .map(
        ({ name }) => `migrations/${name} comes before an applied migration. Only add migrations at the end.`,
      ),
  };
}

/**
 * Returns a migration and its entry in wrangler's table as one file. Files are imported atomically.
 * `wrangler d1 migrations apply --remote` works differently and cuts off triggers at an inner END.
 */
export function migrationFile({ name, sql }: Migration): string {
  return `CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL);
${sql.trimEnd().replace(/;?$/, ";")}
INSERT INTO d1_migrations (name) VALUES ('${name.replaceAll("'", "''")}');
`;
}
