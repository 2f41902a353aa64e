import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { D1Database } from "@cloudflare/workers-types";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { describe, expect, test } from "vitest";
import {
  estimateLines,
  estimateMigrations,
  RATES,
  rowStatement,
  slowProblems,
} from "#scripts/deploy/estimate-migrations.ts";
import { migrate } from "#scripts/site/migrate.ts";

describe("the time of a migration", () => {
  const SEARCH = new Set(["level_search"]);

  test.each([
    ["CREATE INDEX a ON levels (title)", "index", ["levels"]],
    ["-- why\nCREATE UNIQUE INDEX `a` ON `levels` (`title`) WHERE `x` = 1", "index", ["levels"]],
    [
      "UPDATE levels SET n = (SELECT count(*) FROM clears WHERE level_id = levels.id)",
      "write",
      ["levels", "clears"],
    ],
    ["DELETE FROM mails WHERE sent_at < 1", "write", ["mails"]],
    ["INSERT INTO copies (id) SELECT id FROM items JOIN users ON true", "write", ["items", "users"]],
    ["INSERT INTO level_search (rowid, title) SELECT id, title FROM levels", "search", ["levels"]],
    ["ALTER TABLE levels DROP COLUMN title", "write", ["levels"]],
    ["ALTER TABLE levels ADD n integer CHECK (n > 0)", "scan", ["levels"]],
    ["DROP TABLE levels", "scan", ["levels"]],
  ])("grows with rows: %s", (sql, work, tables) => {
    expect(rowStatement(sql, SEARCH)).toMatchObject({ work, tables });
  });

  test.each([
    "CREATE TABLE a (b integer)",
    "ALTER TABLE a ADD b integer DEFAULT 0 NOT NULL",
    "CREATE TRIGGER a AFTER INSERT ON b BEGIN UPDATE levels SET n = 1; END",
    "DROP TRIGGER a",
    "DROP INDEX a",
    "INSERT INTO a (b) VALUES (1)",
  ])("doesn't depend on rows: %s", (sql) => {
    expect(rowStatement(sql, SEARCH)).toBeNull();
  });

  const files = [
    { name: "0000_a.sql", sql: "CREATE TABLE a (id integer PRIMARY KEY, b text);" },
    {
      name: "0001_b.sql",
      sql: "CREATE TABLE c (d text);--> statement-breakpoint\nINSERT INTO c SELECT b FROM a;--> statement-breakpoint\nCREATE INDEX c_d ON c (d);",
    },
    { name: "0002_c.sql", sql: "ALTER TABLE a ADD e text;" },
  ];
  const estimate = (rows: number) => {
    const database = new DatabaseSync(":memory:");
    database.exec(files[0]?.sql ?? "");
    database.prepare("insert into a (id) values (?)").run(rows);
    return estimateMigrations(files, ["0000_a.sql"], async (sql) => database.prepare(sql).all());
  };

  test("is estimated from the rows of its tables, and shown with its slow statements", async () => {
    const estimates = await estimate(5 * RATES.write);
    expect(estimates.map(({ name, seconds }) => [name, seconds])).toEqual([
      ["0001_b.sql", 5],
      ["0002_c.sql", 0],
    ]);
    expect(estimates.flatMap(estimateLines)).toEqual([
      "0001_b.sql takes about 5 s",
      `  INSERT INTO c SELECT b FROM a;: ${(5 * RATES.write).toLocaleString("en")} rows, about 5 s`,
      "0002_c.sql takes less than a second",
    ]);
    expect(slowProblems(estimates)).toEqual([]);
  });

  test("includes statements that end at a breakpoint or at the end of the file, without a semicolon", async () => {
    const database = new DatabaseSync(":memory:");
    database.exec("create table a (b text); insert into a (rowid) values (10)");
    const sql =
      "update a set b = 1\n--> statement-breakpoint\ndelete from a\n--> statement-breakpoint\ncreate index a_b on a (b)";
    const [estimate] = await estimateMigrations([{ name: "0001_b.sql", sql }], [], async (query) =>
      database.prepare(query).all(),
    );
    expect(estimate?.statements.map(({ work, rows }) => [work, rows])).toEqual([
      ["write", 10],
      ["write", 10],
      ["index", 10],
    ]);
  });

  test("is a problem if a statement takes longer than D1 allows", async () => {
    expect(slowProblems(await estimate(31 * RATES.write))).toEqual([
      expect.stringMatching(/^migrations\/0001_b\.sql: INSERT INTO c .* about 31 s$/),
      expect.stringContaining("--allow-slow"),
    ]);
  });
});

test("a migration that fails changes nothing, is named, and those before it stay", async () => {
  const folder = mkdtempSync(join(tmpdir(), "bopolis-migrations-"));
  const write = (name: string, ...statements: string[]) =>
    writeFileSync(join(folder, name), statements.join("\n--> statement-breakpoint\n"));
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({ modules: true, script: "export default {}", d1Databases: ["DB"] }),
  );
  try {
    const d1 = (await miniflare.getD1Database("DB")) as unknown as D1Database;
    write("0000_a.sql", "create table a (b text)", "insert into a values ('old')");
    write("0001_b.sql", "update a set b = 'new'", "create table c (d text)", "create tabel e (f text)");
    await expect(migrate(d1, folder)).rejects.toThrow(
      /The migration 0001_b\.sql failed.*as it was before it/,
    );
    const rows = await d1
      .prepare("select b, (select count(*) from sqlite_master where name = 'c') as c from a")
      .all();
    expect(rows.results).toEqual([{ b: "old", c: 0 }]);
    write("0001_b.sql", "update a set b = 'new'");
    expect(await migrate(d1, folder)).toBe(1);
    expect(await d1.prepare("select b from a").first("b")).toBe("new");
  } finally {
    await miniflare.dispose();
    rmSync(folder, { recursive: true });
  }
});
