import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { searchProblems } from "#scripts/deploy/backup.ts";
import {
  breakingStatements,
  migrationFile,
  migrationProblems,
  planMigrations,
  readMigrations,
} from "#scripts/deploy/migrations.ts";

describe("migrations", () => {
  const named = (...names: string[]) => names.map((name) => ({ name, sql: "select 1;" }));
  const journal = (...tags: string[]) => ({ entries: tags.map((tag, idx) => ({ idx, when: idx + 1, tag })) });

  /** Released before this check covered dropped indexes and triggers. */
  const RELEASED = [
    "0004_economy.sql",
    "0005_play.sql",
    "0007_forums.sql",
    "0008_forum_reads.sql",
    "0010_staff.sql",
    "0011_item_review.sql",
  ];

  test("of this project are in order, match the journal, and don't break the running version", () => {
    const own = readMigrations(join(import.meta.dirname, "../../migrations"));
    expect(migrationProblems(own.migrations, own.journal)).toEqual([]);
    const breaking = own.migrations.filter(({ sql }) => breakingStatements(sql).length > 0);
    expect(breaking.map(({ name }) => name)).toEqual(RELEASED);
    expect(own.migrations.flatMap(({ sql }) => searchProblems(sql))).toEqual([]);
  });

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
    expect(planMigrations(files, []).pending).toHaveLength(3);
    expect(planMigrations(files, ["0000_a.sql", "0001_b.sql"]).pending).toEqual(named("0002_c.sql"));
    expect(planMigrations(files, ["0000_a.sql", "0001_b.sql", "0002_c.sql"])).toMatchObject({
      pending: [],
      problems: [],
    });
    expect(planMigrations(files, ["0000_a.sql", "0002_c.sql"]).problems).toHaveLength(1);
    expect(planMigrations(files.slice(0, 1), ["0000_a.sql", "0001_b.sql"]).unknown).toEqual(["0001_b.sql"]);
  });

  test("are breaking if they drop or rename tables or columns", () => {
    expect(
      breakingStatements("ALTER TABLE a DROP COLUMN b;\nDROP TABLE `c`;\nalter table d rename to e;"),
    ).toHaveLength(3);
    expect(
      breakingStatements(
        "-- drop table a\nCREATE TRIGGER t BEGIN DELETE FROM a; END; select 'drop table a';",
      ),
    ).toEqual([]);
  });

  test("are breaking if they drop or change an index, a unique key or a trigger", () => {
    const key = "CREATE UNIQUE INDEX `reports_once` ON `reports` (`case_id`,`reporter_id`);";
    expect(breakingStatements(`DROP INDEX \`reports_once\`; ${key}`)).toHaveLength(2);
    expect(breakingStatements(key)).toHaveLength(1);
    expect(breakingStatements("drop index if exists a; DROP TRIGGER b;")).toEqual([
      "drop index if exists a",
      "DROP TRIGGER b",
    ]);
    expect(
      breakingStatements("DROP TRIGGER t; CREATE TRIGGER t AFTER INSERT ON a BEGIN SELECT 1; END;"),
    ).toHaveLength(1);
  });

  test("aren't breaking if they add indexes, or keys of new tables", () => {
    expect(
      breakingStatements(
        "CREATE TABLE `a` (`b` integer); CREATE UNIQUE INDEX `a_once` ON `a` (`b`); CREATE INDEX `c_d` ON `c` (`d`);",
      ),
    ).toEqual([]);
  });

  test("aren't breaking if they add keys of new columns, which the running version doesn't write", () => {
    const key = "CREATE UNIQUE INDEX `a_c` ON `a` (`c`) WHERE `a`.`c` is not null;";
    expect(breakingStatements(`ALTER TABLE \`a\` ADD \`c\` text; ${key}`)).toEqual([]);
    expect(breakingStatements(`ALTER TABLE \`a\` ADD \`d\` text; ${key}`)).toHaveLength(1);
    expect(breakingStatements(`ALTER TABLE \`b\` ADD \`c\` text; ${key}`)).toHaveLength(1);
  });

  test("aren't breaking if they rebuild a table under its own name", () => {
    expect(breakingStatements("DROP TABLE `a`; ALTER TABLE `__new_a` RENAME TO `a`;")).toEqual([]);
    expect(breakingStatements("DROP TABLE `b`; ALTER TABLE `__new_a` RENAME TO `a`;")).toHaveLength(1);
    expect(breakingStatements("DROP TABLE `a`; ALTER TABLE `__new_a` RENAME TO `b`;")).toHaveLength(2);
    expect(breakingStatements("ALTER TABLE `a` RENAME TO `__new_a`;")).toHaveLength(1);
  });

  test("aren't breaking if they recreate a generated column", () => {
    const drop = "ALTER TABLE `a` DROP COLUMN `b`;";
    expect(
      breakingStatements(`${drop} ALTER TABLE \`a\` ADD COLUMN \`b\` integer GENERATED ALWAYS AS (1);`),
    ).toEqual([]);
    expect(breakingStatements(`${drop} ALTER TABLE \`a\` ADD COLUMN \`b\` integer;`)).toHaveLength(1);
    expect(
      breakingStatements(`${drop} ALTER TABLE \`a\` ADD COLUMN \`c\` integer GENERATED ALWAYS AS (1);`),
    ).toHaveLength(1);
  });

  test("record themselves in wrangler's own table", () => {
    expect(migrationFile({ name: "0000_a.sql", sql: "select 1" })).toMatch(
      /^CREATE TABLE IF NOT EXISTS d1_migrations [^;]+;\nselect 1;\nINSERT INTO d1_migrations \(name\) VALUES \('0000_a.sql'\);\n$/,
    );
  });
});
