import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface Migration {
  /** File name, as the database remembers it. */
  name: string;
  sql: string;
}

interface Journal {
  entries: { idx: number; when: number; tag: string }[];
}

export function readMigrations(folder: string): { migrations: Migration[]; journal: Journal } {
  const names = readdirSync(folder).filter((name) => name.endsWith(".sql"));
  return {
    migrations: names.sort().map((name) => ({ name, sql: readFileSync(join(folder, name), "utf8") })),
    journal: JSON.parse(readFileSync(join(folder, "meta/_journal.json"), "utf8")) as Journal,
  };
}

/** Whether the files are numbered without a gap and are those of the journal, in its order. */
export function migrationProblems(migrations: readonly Migration[], journal: Journal): string[] {
  const problems: string[] = [];
  migrations.forEach(({ name, sql }, at) => {
    if (!name.startsWith(`${String(at).padStart(4, "0")}_`))
      problems.push(`migrations/${name} is number ${at} in order, and its name says otherwise.`);
    if (sql.includes("\r"))
      problems.push(`migrations/${name} has Windows line ends, which D1 stumbles over.`);
  });
  const files = migrations.map(({ name }) => name);
  const entries = journal.entries.map(({ tag }) => `${tag}.sql`);
  for (const name of files)
    if (!entries.includes(name)) problems.push(`migrations/${name} is not in the journal.`);
  for (const name of entries)
    if (!files.includes(name)) problems.push(`The journal names ${name}; there is no such file.`);
  journal.entries.forEach(({ idx, when, tag }, at) => {
    if (idx !== at) problems.push(`The journal's entry ${tag} has number ${idx} at place ${at}.`);
    if (when <= (journal.entries[at - 1]?.when ?? 0))
      problems.push(`The journal's entry ${tag} is older than the one before.`);
  });
  return problems;
}

export interface MigrationPlan {
  pending: Migration[];
  /** Applied to the database and unknown to this code: it is ahead of us. */
  unknown: string[];
  problems: string[];
}

/** Which migrations a database still needs. */
export function planMigrations(migrations: readonly Migration[], applied: readonly string[]): MigrationPlan {
  const names = migrations.map(({ name }) => name);
  const pending = migrations.filter(({ name }) => !applied.includes(name));
  const last = Math.max(-1, ...applied.map((name) => names.indexOf(name)));
  return {
    pending,
    unknown: applied.filter((name) => !names.includes(name)),
    problems: pending
      .filter(({ name }) => names.indexOf(name) < last)
      .map(
        ({ name }) =>
          `migrations/${name} comes before one that is applied: migrations are only ever added at the end.`,
      ),
  };
}

const NAME = '[`"]?(\\w+)[`"]?';

/**
 * Statements that may break the version still running: dropped or renamed tables and columns, dropped indexes and triggers (also
 * where they are created again, as they are different then), and new unique keys of existing tables. Its `on conflict`,
 * `indexed by` and counters rely on all of these. Not among them is a table that is rebuilt under its own name (`__new_x`, filled,
 * put in the place of `x`), as a migration is applied as a whole, nor a generated column that is dropped and added again.
 */
export function breakingStatements(sql: string): string[] {
  const code = sql.replace(/--.*$/gm, "").replace(/'(?:[^']|'')*'/g, "''");
  const rebuilt = new Set(
    [...code.matchAll(/\balter\s+table\s+[`"]?__new_(\w+)[`"]?\s+rename\s+to\s+[`"]?(\w+)/gi)].flatMap(
      ([, from, to]) => (from && from === to ? [from] : []),
    ),
  );
  const created = new Set(
    [...code.matchAll(new RegExp(`\\bcreate\\s+table\\s+(?:if\\s+not\\s+exists\\s+)?${NAME}`, "gi"))].map(
      ([, table]) => table,
    ),
  );
  const isRebuild = (statement: string) => {
    const [, table] = /^(?:drop\s+table|alter\s+table)\s+[`"]?(?:__new_)?(\w+)/i.exec(statement) ?? [];
    return table !== undefined && rebuilt.has(table) && !/\b(?:column|view)\b/i.test(statement);
  };
  const isColumnAgain = (statement: string) => {
    const [, table, column] =
      /^alter\s+table\s+[`"]?(\w+)[`"]?\s+drop\s+column\s+[`"]?(\w+)/i.exec(statement) ?? [];
    const again = new RegExp(
      `\\balter\\s+table\\s+[\`"]?${table}[\`"]?\\s+add\\s+column\\s+[\`"]?${column}[\`"]?\\s[^;]*\\bgenerated\\b`,
      "i",
    );
    return column !== undefined && again.test(code);
  };
  const isKeyOfNewTable = (statement: string) => {
    const [, table] = new RegExp(`^create\\s+unique\\s[^(]*\\bon\\s+${NAME}`, "i").exec(statement) ?? [];
    return table !== undefined && created.has(table);
  };
  const suspects =
    /\balter\s+table\s+\S+\s+(?:drop\s+column|rename)\b[^;]*|\bdrop\s+(?:table|view|index|trigger)\b[^;]*|\bcreate\s+unique\s+index\b[^;]*/gi;
  return (code.match(suspects) ?? [])
    .filter((statement) => !isRebuild(statement) && !isColumnAgain(statement) && !isKeyOfNewTable(statement))
    .map((statement) => statement.replace(/\s+/g, " ").trim());
}

/**
 * A migration with its own entry in wrangler's bookkeeping, as one file. Files are imported as a whole or not at all;
 * `wrangler d1 migrations apply --remote` goes another way, which cuts triggers at an inner END.
 */
export function migrationFile({ name, sql }: Migration): string {
  return `CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL);
${sql.trimEnd().replace(/;?$/, ";")}
INSERT INTO d1_migrations (name) VALUES ('${name.replaceAll("'", "''")}');
`;
}
