import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { DATABASES } from "#db/databases.ts";
import * as forumSchema from "#db/schema/forum/index.ts";
import * as mainSchema from "#db/schema/index.ts";
import * as playSchema from "#db/schema/play/index.ts";
import type { DatabaseName } from "#domain/database-names.ts";
import { root } from "#scripts/run-script.mjs";
import { databasePath, pathById, refuseOldData } from "#scripts/site/database-file.ts";
import { migrationProblems, migrationsPath, readMigrations } from "#scripts/site/read-migrations.ts";
import { declaredBindings } from "#tests/support/deploy-config.ts";
import { newFolder } from "#tests/support/new-folder.ts";
import { migratedDatabase, schemaSnapshot } from "#tests/support/schema-snapshot.ts";
import { searchProblems } from "#worker/backup/manifest.ts";
import { OUTBOXES } from "#worker/outbox/relay.ts";

const text = (file: string) => readFileSync(join(root, file), "utf8");

test("wrangler.toml binds the databases of the list, in its order, with their migrations and local files", () => {
  const blocks = text("wrangler.toml").split("[[d1_databases]]").slice(1);
  const values = blocks.map((block) =>
    Object.fromEntries(
      [...(block.split("[[")[0] ?? "").matchAll(/^(\w+) = "(.*)"$/gm)].map(([, key, value]) => [key, value]),
    ),
  );
  expect(values).toEqual(
    DATABASES.map((source) => ({
      binding: source.binding,
      database_name: source.name === "main" ? "bopolis" : `bopolis-${source.name}`,
      migrations_dir: migrationsPath(source),
    })),
  );
  expect(new Set(DATABASES.map(({ name }) => databasePath("state", name))).size).toBe(DATABASES.length);
});

test("worker/env.ts declares every database and no other", () => {
  const declared = declaredBindings(text("worker/env.ts")).filter(({ type }) => type === "D1Database");
  expect(declared.map(({ name }) => name)).toEqual(DATABASES.map(({ binding }) => binding));
});

test.each(DATABASES)(
  "the migrations of $name are complete, and its search tables can be filled again",
  (source) => {
    const { migrations, journal } = readMigrations(join(root, migrationsPath(source)));
    expect(migrations.length).toBeGreaterThan(0);
    expect(migrationProblems(migrations, journal)).toEqual([]);
    expect(searchProblems(migrations.map(({ sql }) => sql).join(";"))).toEqual([]);
  },
);

const SCHEMAS: Record<DatabaseName, object> = { main: mainSchema, forum: forumSchema, play: playSchema };

test.each(DATABASES)("$name has the tables of an outbox", ({ name }) => {
  const tables = Object.values(SCHEMAS[name]).filter((table) => is(table, SQLiteTable));
  const outbox = ["outbox", "outbox_progress", "outbox_positions", "outbox_failures"];
  expect(tables.map(getTableName)).toEqual(expect.arrayContaining(outbox));
});

test("no other folder of migrations exists than those of the list", () => {
  const folders = readdirSync(join(root, "migrations"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== "meta")
    .map(({ name }) => name);
  const listed = DATABASES.flatMap(({ folder }) => folder || []);
  expect(folders.sort()).toEqual(listed.sort());
});

test("every database besides the main one has an outbox in both directions", () => {
  expect(OUTBOXES).toEqual(
    DATABASES.slice(1).flatMap(({ name }) => [
      { source: "main", target: name },
      { source: name, target: "main" },
    ]),
  );
});

test("data of a version before 1.0 is refused, and an empty folder isn't", () => {
  const state = newFolder();
  expect(() => refuseOldData(state)).not.toThrow();
  const file = pathById(state, "00000000-0000-0000-0000-000000000000");
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, "");
  expect(() => refuseOldData(state)).toThrow(/written by a version before 1\.0/);
});

/** The schema and all rows of a database, shadow tables included, without the times at which migrations ran. */
function contents(database: DatabaseSync) {
  const schema = database
    .prepare("select type, name, sql from sqlite_master order by type, name")
    .all() as Record<"type" | "name" | "sql", string>[];
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
