import { inserts, type SchemaEntry, SEARCH, tablesToCopy, type Value } from "#scripts/deploy/backup.ts";
import { db } from "./browser.ts";

/** Rows of each statement, in one round trip. */
const run = <Row>(statements: readonly string[]) =>
  db.batch(statements.map((text) => ({ sql: text, params: [] }))) as Promise<Row[][]>;

/**
 * Remembers every row of D1 and returns a function that brings exactly these rows and sequences back, as Time Travel does.
 * Durable Objects, queues and files stay as they are.
 */
export async function pointInTime(): Promise<() => Promise<void>> {
  const [schema = []] = await run<SchemaEntry>([
    "select type, name, sql from sqlite_master where sql is not null",
  ]);
  const triggers = schema.filter(({ type }) => type === "trigger");
  // Children first.
  const tables = tablesToCopy(schema).map(({ name }) => name);
  const stored = [...tables.toReversed(), "sqlite_sequence"];
  const columns = await run<{ name: string }>(
    stored.map((table) => `select name from pragma_table_info('${table}')`),
  );
  const rows = await run<Record<string, Value>>(stored.map((table) => `select * from "${table}"`));
  const statements = [
    // They would forbid some of this, and count all of it again.
    ...triggers.map(({ name }) => `drop trigger "${name}"`),
    ...[...Object.keys(SEARCH), ...tables, "sqlite_sequence"].map((table) => `delete from "${table}"`),
    ...stored.flatMap((table, i) => [
      ...inserts(table, columns[i]?.map(({ name }) => name) ?? [], rows[i] ?? []),
    ]),
    ...Object.values(SEARCH),
    ...triggers.map((trigger) => trigger.sql ?? ""),
  ];
  return async () => {
    await run(statements);
  };
}
