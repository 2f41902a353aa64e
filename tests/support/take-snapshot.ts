import { SEARCH_REBUILDS } from "#db/search-rebuilds.ts";
import { rowInserts } from "#worker/backup/copied-table.ts";
import { orderTables, query, schemaQuery } from "#worker/backup/manifest.ts";
import { db } from "./browser.ts";

/** Runs statements in one round trip. Returns the rows of each. */
async function run<Row>(statements: readonly { sql: string; params: unknown[] }[]): Promise<Row[][]> {
  const named = statements.map((each, i) => [`s${i}`, query<Row>(each.sql, ...each.params)] as const);
  return Object.values(await db.batch(Object.fromEntries(named)));
}

/**
 * Saves every row of D1. Returns a function that restores exactly these rows and sequences, like Time Travel. Durable
 * Objects, queues and files stay as they are.
 */
export async function takeSnapshot(): Promise<() => Promise<void>> {
  const schema = await db.all(schemaQuery);
  const triggers = schema.filter(({ type }) => type === "trigger");
  const rebuilds = Object.entries(SEARCH_REBUILDS).filter(([name]) =>
    schema.some((one) => one.name === name),
  );
  // Children come first.
  const tables = orderTables(schema).map(({ name }) => name);
  const stored = [...tables.toReversed(), "sqlite_sequence"];
  const columns = await run<{ name: string }>(
    stored.map((table) => query(`select name from pragma_table_info('${table}')`)),
  );
  const rows = await run<Record<string, unknown>>(stored.map((table) => query(`select * from "${table}"`)));
  const inserts = stored.flatMap((table, i) => {
    const names = columns[i]?.map(({ name }) => name) ?? [];
    const lines = rows[i]?.map((row) => JSON.stringify(names.map((name) => row[name] ?? null))) ?? [];
    return rowInserts({ name: table, columns: names }, lines);
  });
  const statements = [
    // Triggers would reject some of these statements and count everything again.
    ...triggers.map(({ name }) => query(`drop trigger "${name}"`)),
    ...[...rebuilds.map(([name]) => name), ...tables, "sqlite_sequence"].map((table) =>
      query(`delete from "${table}"`),
    ),
    ...inserts,
    ...rebuilds.map(([, { sql }]) => query(sql, 0, Number.MAX_SAFE_INTEGER)),
    ...triggers.map(({ sql }) => query(sql)),
  ];
  return async () => {
    await run(statements);
  };
}
