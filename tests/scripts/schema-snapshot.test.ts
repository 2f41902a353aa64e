import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { DATABASES } from "#db/databases.ts";
import { root } from "#scripts/run-script.mjs";
import { migratedDatabase, schemaSnapshot } from "#tests/support/schema-snapshot.ts";

interface Entry {
  type: string;
  name: string;
  sql: string;
}

/** The schema and all rows of a database, shadow tables included, without the times at which migrations ran. */
function contents(database: DatabaseSync) {
  const schema = database
    .prepare("select type, name, sql from sqlite_master order by type, name")
    .all() as unknown as Entry[];
  const rows = schema
    .filter(({ type, sql }) => type === "table" && !/^create virtual/i.test(sql ?? ""))
    .map(({ name }) => {
      const list = database.prepare(`select * from "${name}"`).all();
      return [name, list.map(({ applied_at, ...row }) => row)] as const;
    });
  return { schema, rows: Object.fromEntries(rows) };
}

test.each(DATABASES.map(({ name, folder }) => [name, join(root, "migrations", folder)]))(
  "the snapshot that worker tests start with equals the migrations of the %s database",
  (_, folder) => {
    const database = new DatabaseSync(":memory:");
    for (const statement of schemaSnapshot(folder)) database.exec(statement);
    expect(contents(database)).toEqual(contents(migratedDatabase(folder)));
  },
);
