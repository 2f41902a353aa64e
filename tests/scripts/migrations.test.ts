import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { D1Database } from "@cloudflare/workers-types";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { DATABASES } from "#db/databases.ts";
import { migrationsFile, pendingMigrations } from "#scripts/deploy/database.ts";
import { databasePath } from "#scripts/site/database-file.ts";
import { migrate, migrationsOf } from "#scripts/site/migrate.ts";
import { pendingMigrationLines } from "#scripts/site/pending-migrations.ts";
import { migrationProblems } from "#scripts/site/read-migrations.ts";
import { newFolder } from "#tests/support/new-folder.ts";

let folder: string;
let miniflare: Miniflare;
let d1: D1Database;

beforeAll(async () => {
  const script = { modules: true, script: "export default {}" } as const;
  miniflare = new Miniflare(convertV4MiniflareOptions({ ...script, d1Databases: { DB: "test" }, cf: false }));
  d1 = (await miniflare.getD1Database("DB")) as unknown as D1Database;
});
afterAll(async () => {
  await miniflare.dispose();
});

const write = (name: string, ...statements: string[]) =>
  writeFileSync(join(folder, name), statements.join("\n--> statement-breakpoint\n"));
const names = async (sql: string) =>
  (await d1.prepare(sql).all<{ name: string }>()).results.map(({ name }) => name);
const applied = () => names("select name from d1_migrations order by id");
const tables = () =>
  names("select name from sqlite_master where type = 'table' and name like 't_' order by name");

test("migrating a local database applies each migration once, and a bad one not at all", async () => {
  folder = newFolder();
  write("0000_one.sql", "create table t1 (id integer);", "create table t2 (id integer);");
  expect(await migrate(d1, folder)).toBe(1);
  expect(await migrate(d1, folder)).toBe(0);

  write("0001_two.sql", "create table t3 (id integer);");
  write("0002_bad.sql", "create table t4 (id integer);", "insert into missing values (1);");
  await expect(migrate(d1, folder)).rejects.toThrow(
    /^✗ The migration 0002_bad\.sql failed, and the database is as it was before it: .*no such table: missing/,
  );
  expect(await applied()).toEqual(["0000_one.sql", "0001_two.sql"]);
  expect(await tables()).toEqual(["t1", "t2", "t3"]);

  write("0002_bad.sql", "create table t4 (id integer);");
  expect(await migrate(d1, folder)).toBe(1);
  expect(await tables()).toEqual(["t1", "t2", "t3", "t4"]);
});

let state: string;
beforeEach(() => {
  state = newFolder();
});

const namesOf = (source: (typeof DATABASES)[number]): string[] =>
  readdirSync(migrationsOf(source))
    .filter((name) => name.endsWith(".sql"))
    .sort();

/** Creates a database that has had these migrations. */
function createDatabase(source: (typeof DATABASES)[number], names: readonly string[]): void {
  const path = databasePath(state, source.name);
  mkdirSync(dirname(path), { recursive: true });
  using db = new DatabaseSync(path);
  db.exec("create table d1_migrations (id integer primary key, name text unique)");
  const insert = db.prepare("insert into d1_migrations (name) values (?)");
  for (const name of names) insert.run(name);
}

test("a site whose databases are up to date has no pending migrations", async () => {
  for (const source of DATABASES) createDatabase(source, namesOf(source));
  expect(pendingMigrationLines(state)).toEqual([]);
});

test("the pending migrations of every database are listed, and a missing database counts as empty", async () => {
  const [main, ...others] = DATABASES;
  if (!main) throw new Error("A site has a database.");
  createDatabase(main, namesOf(main));
  const lines = pendingMigrationLines(state);
  expect(lines).toHaveLength(others.length);
  for (const name of others.flatMap(namesOf)) expect(lines.join("\n")).toContain(name);
});

describe("migrations", () => {
  const named = (...names: string[]) => names.map((name) => ({ name, sql: "select 1;" }));
  const journal = (...tags: string[]) => ({ entries: tags.map((tag, idx) => ({ idx, when: idx + 1, tag })) });

  test.each([
    ["a gap", named("0000_a.sql", "0002_b.sql"), journal("0000_a", "0002_b"), 1],
    ["a file that isn't in the journal", named("0000_a.sql", "0001_b.sql"), journal("0000_a"), 1],
    ["an entry without a file", named("0000_a.sql"), journal("0000_a", "0001_b"), 1],
    ["a duplicate number", named("0000_a.sql", "0000_b.sql"), journal("0000_a", "0000_b"), 1],
    ["Windows line endings", [{ name: "0000_a.sql", sql: "select 1;\r\n" }], journal("0000_a"), 1],
    [
      "a journal out of order",
      named("0000_a.sql", "0001_b.sql"),
      { entries: journal("0000_a", "0001_b").entries.reverse() },
      3,
    ],
  ])("are rejected with %s", (_, files, entries, count) => {
    expect(migrationProblems(files, entries)).toHaveLength(count);
  });

  test("are applied once, and only at the end", () => {
    const files = named("0000_a.sql", "0001_b.sql", "0002_c.sql");
    const pending = (...applied: string[]) => pendingMigrations(files, applied, "migrations");
    expect(pending()).toHaveLength(3);
    expect(pending("0000_a.sql", "0001_b.sql")).toEqual(named("0002_c.sql"));
    expect(pending("0000_a.sql", "0001_b.sql", "0002_c.sql")).toEqual([]);
    expect(() => pending("0000_a.sql", "0002_c.sql")).toThrow("migrations/0001_b.sql comes before");
    // Of a newer version, whose migrations stay when an older one is deployed.
    expect(pending("0000_a.sql", "0001_b.sql", "0002_c.sql", "0003_d.sql")).toEqual([]);
  });

  test("aren't applied to a database of a version before 1.0", () => {
    const apply = () => pendingMigrations(named("0000_version_1.sql"), ["0000_foundation.sql"], "migrations");
    expect(apply).toThrow("has data of a version before 1.0, which this version can't read.");
  });

  test("record themselves in wrangler's own table, in one file", () => {
    expect(migrationsFile([...named("0000_a.sql"), { name: "0001_b.sql", sql: "select 2" }])).toMatch(
      /^CREATE TABLE IF NOT EXISTS d1_migrations [^;]+;\nselect 1;\nINSERT INTO d1_migrations \(name\) VALUES \('0000_a.sql'\);\nselect 2;\nINSERT INTO [^;]+'0001_b.sql'\);\n$/,
    );
  });
});
