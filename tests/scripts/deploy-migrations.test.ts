import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { breakingChanges, breakingProblems } from "#scripts/deploy/breaking-changes.ts";
import {
  migrationFile,
  migrationProblems,
  planMigrations,
  readMigrations,
} from "#scripts/deploy/migrations.ts";
import { searchProblems } from "#worker/backup/database-plan.ts";

describe("migrations", () => {
  const named = (...names: string[]) => names.map((name) => ({ name, sql: "select 1;" }));
  const journal = (...tags: string[]) => ({ entries: tags.map((tag, idx) => ({ idx, when: idx + 1, tag })) });

  test("of this project are in order, match the journal, and don't break the running version", () => {
    const own = readMigrations(join(import.meta.dirname, "../../migrations"));
    expect(migrationProblems(own.migrations, own.journal)).toEqual([]);
    expect([...breakingChanges(own.migrations).keys()]).toEqual([]);
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

  test("aren't applied to a database of a version before 1.0", () => {
    expect(planMigrations(named("0000_version_1.sql"), ["0000_foundation.sql"])).toEqual({
      pending: [],
      unknown: [],
      problems: [expect.stringContaining("has data of a version before 1.0, which this version can't read.")],
    });
  });

  test("record themselves in wrangler's own table", () => {
    expect(migrationFile({ name: "0000_a.sql", sql: "select 1" })).toMatch(
      /^CREATE TABLE IF NOT EXISTS d1_migrations [^;]+;\nselect 1;\nINSERT INTO d1_migrations \(name\) VALUES \('0000_a.sql'\);\n$/,
    );
  });
});

describe("a migration breaks the running version", () => {
  const RELEASED = `
    CREATE TABLE users (id integer PRIMARY KEY NOT NULL, name text NOT NULL, bio text, coins integer DEFAULT 0 NOT NULL,
      size integer GENERATED ALWAYS AS (length(name)) VIRTUAL);
    CREATE UNIQUE INDEX users_name ON users (name);
    CREATE INDEX users_coins ON users (coins);
    CREATE TRIGGER users_insert AFTER INSERT ON users BEGIN UPDATE users SET coins = 1 WHERE id = new.id; END;
    CREATE VIEW rich AS SELECT id FROM users WHERE coins > 10;
    CREATE VIRTUAL TABLE user_search USING fts5(name);`;
  const changesOf = (sql: string) => {
    const files = [RELEASED, sql].map((text, at) => ({ name: `000${at}_a.sql`, sql: text }));
    return (breakingChanges(files, 1).get("0001_a.sql") ?? []).map(({ change }) => change);
  };
  /** Rebuilds the table as drizzle-kit does. */
  const rebuilt = (columns: string) => `CREATE TABLE __new_users (${columns});
    INSERT INTO __new_users (id, name) SELECT id, name FROM users;
    DROP VIEW rich; DROP TABLE users; ALTER TABLE __new_users RENAME TO users;
    CREATE UNIQUE INDEX users_name ON users (name);
    CREATE INDEX users_coins ON users (coins);
    CREATE TRIGGER users_insert AFTER INSERT ON users BEGIN UPDATE users SET coins = 1 WHERE id = new.id; END;
    CREATE VIEW rich AS SELECT id FROM users WHERE coins > 10;`;
  const COLUMNS = "id integer PRIMARY KEY NOT NULL, name text NOT NULL";
  const REST = "size integer GENERATED ALWAYS AS (length(name)) VIRTUAL";

  test.each([
    [
      "drops a table",
      "CREATE TABLE a (b text); DROP TABLE user_search;",
      "drops the search table user_search",
    ],
    ["drops a column", "ALTER TABLE users DROP COLUMN bio;", "drops the column users.bio"],
    ["renames a column", "ALTER TABLE users RENAME COLUMN bio TO about;", "drops the column users.bio"],
    ["drops an index", "DROP INDEX users_coins;", "drops the index users_coins"],
    [
      "changes an index",
      "DROP INDEX users_coins; CREATE INDEX users_coins ON users (coins, id);",
      "changes the index users_coins",
    ],
    ["drops a unique key", "DROP INDEX users_name;", "drops the unique key users (name)"],
    [
      "adds a unique key to columns that exist",
      "CREATE UNIQUE INDEX users_bio ON users (bio);",
      "adds the unique key users (bio)",
    ],
    [
      "adds a unique key to a new column that the running version fills with a default",
      "ALTER TABLE users ADD rank integer DEFAULT 0 NOT NULL; CREATE UNIQUE INDEX users_rank ON users (rank);",
      "adds the unique key users (rank)",
    ],
    ["drops a trigger", "DROP TRIGGER users_insert;", "drops the trigger users_insert"],
    [
      "replaces a trigger in another form",
      "DROP TRIGGER users_insert; CREATE TRIGGER users_insert AFTER INSERT ON users BEGIN SELECT 1; END;",
      "changes the trigger users_insert",
    ],
    [
      "adds a trigger that rejects writes",
      "CREATE TRIGGER users_guard BEFORE DELETE ON users BEGIN SELECT raise(abort, 'never'); END;",
      "adds the trigger users_guard, which rejects writes",
    ],
    ["drops a view", "DROP VIEW rich;", "drops the view rich"],
    [
      "changes a view",
      "DROP VIEW rich; CREATE VIEW rich AS SELECT id FROM users WHERE coins > 20;",
      "changes the view rich",
    ],
    [
      "changes a search table",
      "DROP TABLE user_search; CREATE VIRTUAL TABLE user_search USING fts5(name, bio);",
      "changes the search table user_search",
    ],
    [
      "changes the type of a column",
      rebuilt(`${COLUMNS}, bio integer, coins integer DEFAULT 0 NOT NULL, ${REST}`),
      "changes the type of users.bio",
    ],
    [
      "requires a column that could be null",
      rebuilt(`${COLUMNS}, bio text DEFAULT '' NOT NULL, coins integer DEFAULT 0 NOT NULL, ${REST}`),
      "requires users.bio, which could be null",
    ],
    [
      "adds a check",
      rebuilt(`${COLUMNS}, bio text, coins integer DEFAULT 0 NOT NULL CHECK (coins >= 0), ${REST}`),
      "adds a check to users: coins > = 0",
    ],
    [
      "adds a foreign key to a column that exists",
      rebuilt(`${COLUMNS}, bio text, coins integer DEFAULT 0 NOT NULL REFERENCES users (id), ${REST}`),
      "adds the foreign key users.coins → users",
    ],
  ])("if it %s", (_, sql, change) => {
    expect(changesOf(sql)).toContain(change);
  });

  test("if it adds a required column without a default, or drops a default", () => {
    const table = (columns: string) =>
      `CREATE TABLE __new_a (${columns}); DROP TABLE a; ALTER TABLE __new_a RENAME TO a;`;
    const files = [
      { name: "0000_a.sql", sql: "CREATE TABLE a (b integer DEFAULT 0 NOT NULL);" },
      { name: "0001_b.sql", sql: table("b integer NOT NULL, c text NOT NULL") },
    ];
    expect(
      breakingChanges(files, 1)
        .get("0001_b.sql")
        ?.map(({ change }) => change),
    ).toEqual(["drops the default of a.b", "adds the required column a.c without a default"]);
  });

  test.each([
    ["only adds", "CREATE TABLE a (b integer PRIMARY KEY); CREATE INDEX users_bio ON users (bio);"],
    [
      "adds a column",
      "ALTER TABLE users ADD rank integer DEFAULT 0 NOT NULL; ALTER TABLE users ADD mood text;",
    ],
    [
      "adds a key of a new column that the running version leaves null",
      "ALTER TABLE users ADD code text; CREATE UNIQUE INDEX users_code ON users (code) WHERE code is not null;",
    ],
    ["adds keys of a new table", "CREATE TABLE a (b integer); CREATE UNIQUE INDEX a_b ON a (b);"],
    [
      "rebuilds a table in the same form",
      rebuilt(`${COLUMNS}, bio text, coins integer DEFAULT 0 NOT NULL, ${REST}`),
    ],
    [
      "recreates a generated column",
      "ALTER TABLE users DROP COLUMN size; ALTER TABLE users ADD COLUMN size integer GENERATED ALWAYS AS (length(name) + 1) VIRTUAL;",
    ],
    [
      "recreates an index in the same form, written in another way",
      "DROP INDEX users_coins; create index `users_coins` on `users` (`coins`);",
    ],
    ["changes only data", "UPDATE users SET coins = 5; DELETE FROM users WHERE id = 1;"],
    ["adds a trigger", "CREATE TRIGGER users_more AFTER UPDATE ON users BEGIN SELECT 1; END;"],
  ])("not if it %s", (_, sql) => {
    expect(changesOf(sql)).toEqual([]);
  });

  test("not if a trigger that rejects writes rejects fewer of them, and nothing else", () => {
    const guard = (condition: string, body = "SELECT raise(abort, 'never')") =>
      `CREATE TRIGGER users_guard BEFORE DELETE ON users ${condition} BEGIN ${body}; END;`;
    const changeTo = (after: string, before = guard("")) => {
      const files = [RELEASED, before, `DROP TRIGGER users_guard; ${after}`].map((sql, at) => ({
        name: `000${at}_a.sql`,
        sql,
      }));
      return (
        breakingChanges(files, 2)
          .get("0002_a.sql")
          ?.map(({ change }) => change) ?? []
      );
    };
    const change = ["changes the trigger users_guard"];
    expect(changeTo(guard("WHEN old.coins > 0"))).toEqual([]);
    expect(changeTo(guard("WHEN old.coins > 0", "SELECT raise(abort, 'other')"))).toEqual(change);
    expect(changeTo(guard("WHEN old.coins > 0", "SELECT raise(abort, 'never'); SELECT 1"))).toEqual(change);
    expect(changeTo(guard("").replace("DELETE", "UPDATE"))).toEqual(change);
    expect(changeTo(guard("WHEN old.coins > 0"), guard("WHEN old.coins > 9"))).toEqual(change);
    const work = "UPDATE users SET coins = 1";
    expect(changeTo(guard("WHEN old.coins > 0", work), guard("", work))).toEqual(change);
  });

  test("not if a trigger also fills columns that are new, and nothing else", () => {
    const count = (columns: string, values: string, update: string, more = "") =>
      `CREATE TRIGGER users_count AFTER INSERT ON users BEGIN INSERT INTO sums (name, n${columns}) SELECT new.name, 1${values}
        WHERE new.coins > 0 ON CONFLICT (name) DO UPDATE SET n = n + 1${update};${more} END;`;
    const before = `CREATE TABLE sums (name text PRIMARY KEY, n integer, last integer); ${count("", "", "")}`;
    const changeTo = (after: string) => {
      const change = `ALTER TABLE sums ADD newest integer; DROP TRIGGER users_count; ${after}`;
      const files = [RELEASED, before, change].map((sql, at) => ({ name: `000${at}_a.sql`, sql }));
      return breakingChanges(files, 2).get("0002_a.sql")?.length ?? 0;
    };
    expect(changeTo(count(", newest", ", new.id", ", newest = excluded.newest"))).toBe(0);
    expect(changeTo(count(", newest", ", new.id", ""))).toBe(0);
    expect(changeTo(count(", last", ", new.id", ", last = excluded.last"))).toBe(1);
    expect(changeTo(count("", "", ", n = 0"))).toBe(1);
    expect(changeTo(count(", newest", ", (SELECT 1)", ""))).toBe(1);
    expect(changeTo(count("", "", " WHERE n < 9"))).toBe(1);
    expect(changeTo(count("", "", "", " DELETE FROM sums;"))).toBe(1);
    expect(changeTo("")).toBe(1);
  });

  test("unless it contracts what an earlier deployment has expanded", () => {
    const files = [
      { name: "0000_a.sql", sql: RELEASED },
      { name: "0001_expand.sql", sql: "CREATE INDEX users_rich ON users (coins, id);" },
      { name: "0002_contract.sql", sql: "-- contract: 0001_expand\nDROP INDEX users_coins;" },
    ];
    expect(breakingProblems(files, ["0000_a.sql", "0001_expand.sql"])).toEqual([]);
    expect(breakingProblems(files, ["0000_a.sql"])).toEqual([
      expect.stringMatching(/^migrations\/0002_contract.sql drops the index users_coins\. Add the new index/),
      "First deploy a version that has migrations/0001_expand.sql and not 0002_contract.sql, then this one.",
      expect.stringContaining("--allow-breaking"),
    ]);
    expect(
      breakingProblems(
        files,
        files.map(({ name }) => name),
      ),
    ).toEqual([]);
  });

  test("and is named when SQLite rejects it", () => {
    expect(() => breakingChanges([{ name: "0000_a.sql", sql: "CREATE TABLE;" }])).toThrow(
      /^migrations\/0000_a\.sql can't be applied: /,
    );
  });
});
