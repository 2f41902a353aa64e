import { join, posix } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { generateSQLiteDrizzleJson, generateSQLiteMigration } from "drizzle-kit/api";
import { DATABASES } from "#db/databases.ts";
import * as forum from "#db/schema/forum/index.ts";
import * as main from "#db/schema/index.ts";
import * as play from "#db/schema/play/index.ts";
import type { DatabaseName } from "#domain/database-names.ts";
import { tablesWithoutRowid, withoutRowids } from "#scripts/db-generate/generate-migration.ts";
import { sourceChanges } from "#scripts/db-generate/source-changes.ts";
import { parseSources, readSources, type Source } from "#scripts/db-generate/sources.ts";
import { splitStatements } from "#scripts/db-generate/sql-words.ts";
import { root } from "#scripts/run-script.mjs";
import { readMigrations } from "#scripts/site/read-migrations.ts";

const databases = DATABASES.map((database) => ({
  ...database,
  sources: readSources(root, database),
  released: readMigrations(join(root, "migrations", database.folder)).migrations.map(({ sql }) => sql),
}));

function openMigrated(migrations: readonly string[]): DatabaseSync {
  const database = new DatabaseSync(":memory:");
  for (const sql of migrations) database.exec(sql);
  return database;
}

describe.each(databases)(
  "the sources of triggers and search tables of $name",
  ({ folder, released, sources }) => {
    test("are what the migrations leave in the database, and have a comment that says why", () => {
      expect(sourceChanges(sources, released, "")).toEqual({ before: [], after: [] });
      expect(sources.filter(({ why }) => why === "").map(({ name }) => name)).toEqual([]);
    });

    test("are in the file of their table", () => {
      using database = openMigrated(released);
      const tables = database.prepare("select name, tbl_name as 'table' from sqlite_master").all();
      const tableOf = new Map(tables.map((row) => [row.name, String(row.table)]));
      const place = ({ kind, name }: Source) =>
        posix.join(kind === "search" ? "db/search" : "db/triggers", folder, `${tableOf.get(name)}.sql`);
      expect(sources.map(({ file }) => file)).toEqual(sources.map(place));
    });

    test("use no table of another database", () => {
      using database = openMigrated(released);
      // SQLite looks for the tables of all triggers only when it renames one.
      expect(() => database.exec("alter table outbox rename to renamed")).not.toThrow();
    });
  },
);

test("a file of sources contains nothing but triggers and search tables", () => {
  expect(() => parseSources("a.sql", "CREATE INDEX a_b ON a (b);")).toThrow(/a\.sql/);
});

const SCHEMAS: Record<DatabaseName, Record<string, unknown>> = { main, forum, play };

test.each(databases)(
  "the migrations of $name make the tables of its schema",
  async ({ name, folder, released }) => {
    const statements = await generateSQLiteMigration(
      await generateSQLiteDrizzleJson({}),
      await generateSQLiteDrizzleJson(SCHEMAS[name]),
    );
    const tables = withoutRowids(statements.join("\n"), await tablesWithoutRowid(root, { folder }));
    const sqlOf = (migrations: readonly string[]) => {
      using database = openMigrated(migrations);
      const rows = database
        .prepare(
          "select name, sql from sqlite_master where type in ('table', 'index') and sql not null order by name",
        )
        .all() as unknown as { name: string; sql: string }[];
      const virtual = rows.filter(({ sql }) => /^create virtual/i.test(sql));
      return rows.filter((row) => !virtual.some((search) => row.name.startsWith(search.name)));
    };
    expect(sqlOf(released)).toEqual(sqlOf([tables]));
  },
);

/** Two tables and the triggers that the released migration created. */
const TABLES =
  "CREATE TABLE parts (id integer PRIMARY KEY, size integer); CREATE TABLE sums (id integer PRIMARY KEY, size integer);";
const insertTrigger = `-- The sum of all parts.
CREATE TRIGGER parts_insert AFTER INSERT ON parts BEGIN
  UPDATE sums SET size = CASE WHEN size IS NULL THEN new.size ELSE size + new.size END;
END;`;
const deleteTrigger = `-- A part leaves its sum.
CREATE TRIGGER parts_delete AFTER DELETE ON parts BEGIN
  UPDATE sums SET size = size - old.size;
END;`;
const RELEASED = [TABLES, insertTrigger, deleteTrigger];
const changesFor = (source: string, migration = "") =>
  sourceChanges(parseSources("parts.sql", source), RELEASED, migration);

describe("changes of the sources", () => {
  test("are none for another spelling of the same triggers, unless the case of a string differs", () => {
    const spelled = insertTrigger
      .replace("parts_insert AFTER", '"parts_insert"\n  after')
      .replace("ON parts", "ON `parts` -- all of them\n");
    expect(changesFor(`${spelled}\n\n${deleteTrigger}`)).toEqual({ before: [], after: [] });
    const guard = (text: string) =>
      `CREATE TRIGGER a BEFORE DELETE ON parts BEGIN SELECT raise(abort, '${text}'); END;`;
    expect(sourceChanges(parseSources("a.sql", guard("No")), [TABLES, guard("no")], "").after).toHaveLength(
      2,
    );
  });

  test("create an added trigger with its comment, drop a removed one, and replace a changed one", () => {
    const added =
      "-- Sizes never change.\nCREATE TRIGGER parts_update BEFORE UPDATE ON parts BEGIN SELECT raise(abort, 'no'); END;";
    expect(changesFor(`${insertTrigger}\n${deleteTrigger}\n${added}`).after).toEqual([added]);
    expect(changesFor(insertTrigger).after).toEqual(["DROP TRIGGER parts_delete;"]);
    const changed = deleteTrigger.replace("- old.size", "- old.size - 1");
    expect(changesFor(`${insertTrigger}\n${changed}`).after).toEqual(["DROP TRIGGER parts_delete;", changed]);
  });

  const both = `${insertTrigger}\n${deleteTrigger}`;
  const rebuild = (
    table: string,
  ) => `CREATE TABLE __new_${table} (id integer PRIMARY KEY, size integer NOT NULL);
INSERT INTO __new_${table} SELECT id, size FROM ${table};
DROP TABLE ${table};
ALTER TABLE __new_${table} RENAME TO ${table};`;

  test("restore the triggers that a rebuilt table loses", () => {
    expect(changesFor(both, rebuild("parts"))).toEqual({ before: [], after: [insertTrigger, deleteTrigger] });
  });

  test("drop triggers of other tables before a rebuild of the table they use", () => {
    const { before, after } = changesFor(both, rebuild("sums"));
    expect(before.toSorted()).toEqual(["DROP TRIGGER parts_delete;", "DROP TRIGGER parts_insert;"]);
    expect(after).toEqual([insertTrigger, deleteTrigger]);
    using database = openMigrated([...RELEASED, ...before, rebuild("sums"), ...after]);
    const triggers = database.prepare("select name from sqlite_master where type = 'trigger'").all();
    expect(triggers).toHaveLength(2);
  });

  test("report a migration that fails for another reason", () => {
    expect(() => changesFor(both, "DROP TABLE missing;")).toThrow(/missing/);
  });

  test("create an added search table, and stop at a changed or removed one", () => {
    const table = "CREATE VIRTUAL TABLE part_search USING fts5(name);";
    expect(sourceChanges(parseSources("a.sql", table), [], "").after).toEqual([table]);
    expect(() => sourceChanges([], [table], "")).toThrow(/part_search was removed/);
    const other = parseSources("a.sql", table.replace("name", "label"));
    expect(() => sourceChanges(other, [table], "")).toThrow(/part_search was changed/);
  });
});

test("SQL is split after statements, not inside triggers or strings", () => {
  const parts = ["-- a; b\nselect ';';", insertTrigger, "/* ; */ select 1;"];
  expect(splitStatements(parts.join("\n"))).toEqual(parts);
});
