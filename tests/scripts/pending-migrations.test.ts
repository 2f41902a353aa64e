import { mkdirSync, readdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { DATABASES } from "#db/databases.ts";
import { databasePath } from "#scripts/site/database-file.ts";
import { migrationsOf } from "#scripts/site/migrate.ts";
import { pendingMigrationLines } from "#scripts/site/pending-migrations.ts";
import { newFolder } from "#tests/support/new-folder.ts";

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
