import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { DATABASES } from "#db/databases.ts";
import { MOVES } from "#db/moves.ts";
import { SCHEMA_OUTLINE } from "#db/schema-outline.ts";
import { migrationsPath, readMigrations } from "#scripts/deploy/migrations.ts";
import type { MoveDatabase } from "#scripts/move/move-database.ts";
import { Mover } from "#scripts/move/mover.ts";
import { root } from "#scripts/run-script.mjs";

/** A migrated database in memory. */
function migrated(name: "main" | "play"): DatabaseSync {
  const database = new DatabaseSync(":memory:");
  const source = DATABASES.find((each) => each.name === name);
  if (!source) throw new Error(`There is no database "${name}".`);
  for (const { sql } of readMigrations(join(root, migrationsPath(source))).migrations) database.exec(sql);
  return database;
}

const rows = (database: DatabaseSync, sql: string) => database.prepare(sql).all();

const movable = (database: DatabaseSync): MoveDatabase => ({
  all: <Row>(sql: string) => Promise.resolve(database.prepare(sql).all() as Row[]),
  run(statements) {
    database.exec(`begin; ${statements.map((sql) => `${sql};`).join("\n")} commit`);
    return Promise.resolve();
  },
});

const COUNTS = [
  "select id, plays_count, visitors_count, clears_count, clear_ms_sum from levels order by id",
  "select id, clears_count, plays_sum, first_night from users order by id",
  "select value from counters where name = 'clears'",
];

test("play data moves into its own database, and what it counts for stays", async () => {
  const [main, play] = [migrated("main"), migrated("play")];
  const outlines = [main, play].map((database) => rows(database, SCHEMA_OUTLINE));
  main.exec(`insert into users (id, username, email, password_hash, created_at)
    values (1, 'ann', 'a@example.com', '', 1), (2, 'ben', 'b@example.com', '', 1);
    insert into levels (id, user_id, title, created_at, updated_at) values (1, 1, 'One', 1, 1), (2, 2, 'Two', 1, 1);
    insert into plays (user_id, level_id, visits, seconds, played_at) values (1, 1, 1, 5, 1), (2, 1, 3, 700, 2), (1, 2, 2, 9, 3);
    insert into clears (user_id, level_id, best_ms, cleared_at, content) values (2, 1, 900, 5, 'a'), (1, 2, 800, 6, ''), (1, 1, 700, 7, 'a');
    insert into runs (call, stamp, host_id, user_id, level_id, ms, floor_ms, state, created_at, statistics)
    values ('1:a', 4, 1, 2, 1, 900, 0, 'counted', 5, '{"it''s": 1}'), ('web:1:b', 5, 0, 1, 2, 800, 0, 'waiting', 6, null)`);
  const tables = ["runs", "plays", "clears", "level_contents"];
  const contents = (database: DatabaseSync) =>
    tables.map((name) => rows(database, `select * from ${name} order by 1, 2`));
  const [before, counts] = [contents(main), COUNTS.map((sql) => rows(main, sql))];
  const [move] = MOVES.filter(({ name }) => name === "play");
  if (!move) throw new Error("Nothing moves play data.");
  const mover = new Mover(move, { source: movable(main), target: movable(play), pageRows: 1 });
  expect(await mover.isNeeded()).toBe(true);
  await mover.copy();
  // The version before goes on meanwhile.
  main.exec("update plays set visits = 4, seconds = 800 where user_id = 2");
  main.exec(
    "insert into clears (user_id, level_id, best_ms, cleared_at, content) values (2, 2, 600, 8, 'b')",
  );
  const [later, laterCounts] = [contents(main), COUNTS.map((sql) => rows(main, sql))];
  expect(later).not.toEqual(before);
  expect(laterCounts).not.toEqual(counts);
  await mover.switchOver();
  await mover.clear();
  expect(contents(play)).toEqual(later);
  expect(contents(main).flat()).toEqual([]);
  expect(COUNTS.map((sql) => rows(main, sql))).toEqual(laterCounts);
  expect([main, play].map((database) => rows(database, SCHEMA_OUTLINE))).toEqual(outlines);
  play.exec(`insert into runs (call, stamp, host_id, user_id, level_id, ms, floor_ms, state, created_at)
    values ('1:c', 6, 1, 2, 1, 900, 0, 'counted', 9)`);
  expect(rows(play, "select max(id) as id from runs")).toEqual([{ id: 3 }]);
});
