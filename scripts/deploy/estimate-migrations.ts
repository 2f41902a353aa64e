import { splitStatements, sqlWords } from "../db-generate/sql-words.ts";
import { MEASURED_RATES } from "./measured-rates.ts";
import type { Migration } from "./migrations.ts";

/** D1's machines differ and are shared, and an estimate says "at most". */
const CAUTION = 2;

type Rates = typeof MEASURED_RATES.rates;

/**
 * Rows per second that a statement gets through: `index` adds rows to an index, `write` inserts, changes or deletes them with
 * their triggers, `search` adds their text to a search table, `scan` only reads them. Half of what was measured.
 */
export const RATES = Object.fromEntries(
  Object.entries(MEASURED_RATES.rates).map(([work, rate]) => [work, rate / CAUTION]),
) as Rates;

type RowWork = keyof typeof RATES;

/** D1 ends a statement after this time. */
const D1_LIMIT_SECONDS = 30;

/** A statement whose time grows with rows. */
export interface RowStatement {
  sql: string;
  work: RowWork;
  /** The tables whose rows it works on or reads. */
  tables: string[];
}

export interface StatementEstimate extends RowStatement {
  rows: number;
  seconds: number;
}

export interface MigrationEstimate {
  name: string;
  seconds: number;
  /** Those with rows; the others take no time worth mentioning. */
  statements: StatementEstimate[];
}

/** Separates statements of a migration, which can lack their semicolons. */
const BREAKPOINT = /--> statement-breakpoint/;

/** Runs a query on a site's database. */
type Query = (sql: string) => Promise<Record<string, unknown>[]>;

const after = (words: readonly string[], word: string) => {
  const at = words.indexOf(word);
  return at < 0 ? [] : [words[at + 1] ?? ""];
};

/** The tables after `from` and `join`. */
const sourcesIn = (words: readonly string[]) =>
  words.flatMap((word, at) => (word === "from" || word === "join" ? [words[at + 1] ?? ""] : []));

/** Returns what a statement does to rows. Null if its time doesn't depend on them: new tables, columns, triggers. */
export function rowStatement(sql: string, searchTables: ReadonlySet<string>): RowStatement | null {
  const words = sqlWords(sql);
  const head = words.slice(0, 3).join(" ");
  const text = sql.replace(/^(?:--.*\n)+/, "").replace(/\s+/g, " ");
  const statement = (work: RowWork, tables: string[]) => ({
    sql: text,
    work,
    tables: [...new Set(tables)].filter((table) => /^\w+$/.test(table)),
  });
  if (/^create (?:unique )?index/.test(head)) return statement("index", after(words, "on"));
  if (/^alter table/.test(head)) {
    const table = words[2] ?? "";
    if (words[3] === "drop") return statement("write", [table]);
    // SQLite checks all rows against the new rule.
    return words.includes("check") ? statement("scan", [table]) : null;
  }
  if (head.startsWith("drop table")) return statement("scan", [words.at(-1) ?? ""]);
  if (words[0] === "update") return statement("write", [words[1] ?? "", ...sourcesIn(words)]);
  if (words[0] === "delete") return statement("write", sourcesIn(words));
  if (words[0] !== "insert" && words[0] !== "with") return null;
  const [target = ""] = after(words, "into");
  const sources = sourcesIn(words);
  // `insert into t(t) values ('rebuild')` reads the table that a search table indexes.
  if (searchTables.has(target)) return statement("search", sources);
  return sources.length > 0 ? statement("write", sources) : null;
}

/** Names of search tables in the SQL of migrations. */
const searchTablesIn = (migrations: readonly Migration[]): Set<string> =>
  new Set(
    migrations.flatMap(({ sql }) =>
      [...sql.matchAll(/create\s+virtual\s+table\s+[`"]?(\w+)/gi)].map(([, name]) => name ?? ""),
    ),
  );

/**
 * Estimates how long pending migrations take on a database, from its rows and measured rates. Counts rows by the largest id, which
 * reads one row per table.
 */
export async function estimateMigrations(
  migrations: readonly Migration[],
  applied: readonly string[],
  query: Query,
): Promise<MigrationEstimate[]> {
  const pending = migrations.filter(({ name }) => !applied.includes(name));
  const searchTables = searchTablesIn(migrations);
  const found = pending.map(({ name, sql }) => ({
    name,
    statements: sql
      .split(BREAKPOINT)
      .flatMap(splitStatements)
      .flatMap((statement) => rowStatement(statement, searchTables) ?? []),
  }));
  const rows = await countRows(
    [...new Set(found.flatMap(({ statements }) => statements.flatMap(({ tables }) => tables)))],
    query,
  );
  return found.map(({ name, statements }) => {
    const estimates = statements.map((statement) => {
      const count = statement.tables.reduce((sum, table) => sum + (rows.get(table) ?? 0), 0);
      return { ...statement, rows: count, seconds: count / RATES[statement.work] };
    });
    return {
      name,
      seconds: estimates.reduce((sum, { seconds }) => sum + seconds, 0),
      statements: estimates.filter((estimate) => estimate.rows > 0),
    };
  });
}

/** Tables that a migration creates itself aren't there yet. They count as empty. */
async function countRows(tables: readonly string[], query: Query): Promise<Map<string, number>> {
  if (tables.length === 0) return new Map();
  const existing = new Set(
    (await query("select name from sqlite_master where type = 'table'")).map(({ name }) => String(name)),
  );
  const counted = tables.filter((table) => existing.has(table));
  if (counted.length === 0) return new Map();
  const columns = counted.map((table) => `(select coalesce(max(rowid), 0) from "${table}") as "${table}"`);
  const [row = {}] = await query(`select ${columns.join(", ")}`);
  return new Map(counted.map((table) => [table, Number(row[table])]));
}

const formatSeconds = (seconds: number) =>
  seconds < 1 ? "less than a second" : `about ${Math.ceil(seconds)} s`;

const MAX_SQL_LENGTH = 100;
const shorten = (sql: string) => (sql.length > MAX_SQL_LENGTH ? `${sql.slice(0, MAX_SQL_LENGTH)} …` : sql);

const describeStatement = ({ sql, rows, seconds }: StatementEstimate) =>
  `${shorten(sql)}: ${rows.toLocaleString("en")} rows, ${formatSeconds(seconds)}`;

/** Returns lines for the operator: a migration's time, and each statement that takes a second or more. */
export const estimateLines = ({ name, seconds, statements }: MigrationEstimate): string[] => [
  `${name} takes ${formatSeconds(seconds)}`,
  ...statements
    .filter((statement) => statement.seconds >= 1)
    .map((statement) => `  ${describeStatement(statement)}`),
];

/** Returns the statements that D1 would end before they are done. */
export function slowProblems(estimates: readonly MigrationEstimate[]): string[] {
  const problems = estimates.flatMap(({ name, statements }) =>
    statements
      .filter(({ seconds }) => seconds > D1_LIMIT_SECONDS)
      .map((statement) => `migrations/${name}: ${describeStatement(statement)}`),
  );
  if (problems.length === 0) return [];
  return [
    ...problems,
    `Cloudflare ends a statement after ${D1_LIMIT_SECONDS} s. See docs/operations.md (Large migrations). To try it anyway, add --allow-slow: a migration that is ended changes nothing.`,
  ];
}
