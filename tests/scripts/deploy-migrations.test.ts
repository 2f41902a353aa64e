import { migrationsFile, pendingMigrations } from "#scripts/deploy/database.ts";
import { migrationProblems } from "#scripts/site/read-migrations.ts";

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
