import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface Migration {
  /** The file name, as recorded in the database. */
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

const NAME = '[`"]?(\\w+)[`"]?';

/**
 * Returns statements that can break the running version: dropped or renamed tables and columns, dropped indexes and triggers
 * (even if recreated, because they differ), and new unique keys on existing columns. The running version's `on conflict`,
 * `indexed by` and counters rely on all of these. A table rebuilt under its own name (`__new_x` replaces `x`) is fine because
 * migrations are atomic, and so is a generated column that's dropped and added again.
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
  const isColumnRebuild = (statement: string) => {
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
  const isKeyOfNewColumn = (statement: string) => {
    const [, table, column] =
      new RegExp(`^create\\s+unique\\s[^(]*\\bon\\s+${NAME}\\s*\\(\\s*${NAME}`, "i").exec(statement) ?? [];
    const added = new RegExp(
      `\\balter\\s+table\\s+[\`"]?${table}[\`"]?\\s+add\\s+(?:column\\s+)?[\`"]?${column}\\b`,
      "i",
    );
    return column !== undefined && added.test(code);
  };
  const suspects =
    /\balter\s+table\s+\S+\s+(?:drop\s+column|rename)\b[^;]*|\bdrop\s+(?:table|view|index|trigger)\b[^;]*|\bcreate\s+unique\s+index\b[^;]*/gi;
  return (code.match(suspects) ?? [])
    .filter(
      (statement) =>
        !isRebuild(statement) &&
        !isColumnRebuild(statement) &&
        !isKeyOfNewTable(statement) &&
        !isKeyOfNewColumn(statement),
    )
    .map((statement) => statement.replace(/\s+/g, " ").trim());
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
