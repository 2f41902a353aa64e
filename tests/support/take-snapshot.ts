import type { Statement } from "#db/database.ts";
import {
  insertStatements,
  type SchemaEntry,
  SEARCH_REBUILDS,
  type SqlValue,
  tablesToCopy,
} from "#scripts/deploy/backup.ts";
import { db } from "./browser.ts";

/** Runs statements in one round trip. Returns the rows of each. */
async function run<Row>(statements: readonly string[]): Promise<Row[][]> {
  const named = statements.map((text, i): [string, Statement<Row>] => [`s${i}`, { sql: text, params: [] }]);
  return Object.values(await db.batch(Object.fromEntries(named)));
}

/**
 * Saves every row of D1. Returns a function that restores exactly these rows and sequences, like Time Travel. Durable
 * Objects, queues and files stay as they are.
 */
export async function takeSnapshot(): Promise<() => Promise<void>> {
  const [schema = []] = await run<SchemaEntry>([
    "select type, name, sql from sqlite_master where sql is not null",
  ]);
  const triggers = schema.filter(({ type }) => type === "trigger");
  // Children come first.
  const tables = tablesToCopy(schema).map(({ name }) => name);
  const stored = [...tables.toReversed(), "sqlite_sequence"];
  const columns = await run<{ name: string }>(
    stored.map((table) => `select name from pragma_table_info('${table}')`),
  );
  const rows = await run<Record<string, SqlValue>>(stored.map((table) => `select * from "${table}"`));
  const statements = [
    // Triggers would reject some of these statements and count everything again.
    ...triggers.map(({ name }) => `drop trigger "${name}"`),
    ...[...Object.keys(SEARCH_REBUILDS), ...tables, "sqlite_sequence"].map(
      (table) => `delete from "${table}"`,
    ),
    ...stored.flatMap((table, i) => [
      ...insertStatements(table, columns[i]?.map(({ name }) => name) ?? [], rows[i] ?? []),
    ]),
    ...Object.values(SEARCH_REBUILDS),
    ...triggers.map((trigger) => trigger.sql ?? ""),
  ];
  return async () => {
    await run(statements);
  };
}
