import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { backUp, insertStatements } from "#scripts/deploy/backup.ts";
import { readMigrations } from "#scripts/deploy/migrations.ts";
import { sqlLiteral } from "#scripts/deploy/sql-literal.ts";
import { expectCpuRatio } from "#tests/support/cpu.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "bopolis-backup-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const { migrations } = readMigrations(join(import.meta.dirname, "../../migrations"));

/** A database with this project's schema and some users. */
function siteDatabase(users: number): DatabaseSync {
  const database = new DatabaseSync(":memory:");
  for (const { sql } of migrations) database.exec(sql.replaceAll("--> statement-breakpoint", ""));
  database.exec(`with recursive n(n) as (select 1 union all select n + 1 from n where n < ${users})
    insert into users (username, email, password_hash, created_at) select 'u' || n, 'u' || n, '', 1 from n`);
  return database;
}

/** Backs up a database as if it were on Cloudflare. */
async function backedUp(from: DatabaseSync, file: string) {
  const database = {
    query: async (sql: string) =>
      sql.split(";").flatMap((one) => (one.trim() ? from.prepare(one).all() : [])),
  };
  const counts = await backUp(database as never, join(folder, file));
  return { counts, sql: readFileSync(join(folder, file), "utf8") };
}

/** A new database with an imported backup. A file is imported as one transaction. */
function restored(sql: string): DatabaseSync {
  const database = new DatabaseSync(":memory:");
  database.exec(`begin;${sql};commit;`);
  return database;
}

describe("a backup", () => {
  test("writes values as SQL literals and keeps statements short", () => {
    expect([null, 1.5, "it's", "a\0b", [1, 255]].map(sqlLiteral)).toEqual([
      "NULL",
      "1.5",
      "'it''s'",
      "CAST(X'610062' AS TEXT)",
      "X'01ff'",
    ]);
    const rows = Array.from({ length: 5 }, (_, id) => ({ id, body: "x".repeat(25_000) }));
    const statements = [...insertStatements("t", ["id", "body"], rows)];
    expect(statements).toHaveLength(3);
    expect(Math.max(...statements.map((each) => each.length))).toBeLessThan(100_000);
    expect([...insertStatements("t", ["id"], [])]).toEqual([]);
  });

  test("restores this project's whole database, including tables without row ids", async () => {
    const from = siteDatabase(30);
    from.exec(`with recursive n(n) as (select 1 union all select n + 1 from n where n < 300)
      insert into items (type_id, user_id, name, created_at) select 1 + n % 6, 1 + n % 30, 'Hat ' || n, 1 from n`);
    // More than two pages, ordered by a key of two columns.
    from.exec(`insert into item_prices (item_id, day, count, sum, lowest, highest)
      select i.id, '2026-01-' || (100 + d.value), 1, 1, 1, 1 from items i, json_each('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15]') d`);
    from.exec(
      "insert into inventory (user_id, item_id, type_id, serial, created_at) select 1, id, type_id, 1, 1 from items",
    );
    from.exec(`insert into transactions (key, user_id, type_id, source_type, source_id, coins, created_at)
      select 'k' || id, id, 9, 'site', 0, 5, 1 from users`);
    const { counts, sql } = await backedUp(from, "whole.sql");
    expect(counts.get("item_prices")).toBe(4_500);

    const to = restored(sql);
    const rows = (db: DatabaseSync, table: string) => db.prepare(`select * from "${table}"`).all();
    for (const [table, count] of counts) {
      expect(rows(to, table), table).toEqual(rows(from, table));
      expect(rows(to, table)).toHaveLength(count);
    }
    expect(to.prepare("pragma foreign_key_check").all()).toEqual([]);
    const user =
      "insert into users (username, email, password_hash, created_at) values ('new', 'new', '', 1) returning id";
    // More than a hundred accounts may have been added after the copy.
    expect(to.prepare(user).get()?.id).toBeGreaterThan(130);
    const found = "select count(*) as n from item_search where item_search match 'hat'";
    expect(to.prepare(found).get()).toEqual(from.prepare(found).get());
    to.exec(
      "insert into transactions (key, user_id, type_id, source_type, source_id, coins, created_at) values ('x', 1, 9, 'site', 0, 7, 1)",
    );
    expect(to.prepare("select coins from users where id = 1").get()).toEqual({ coins: 12 });
  });

  test("takes at most 2.6 times the CPU time to restore twice the rows", async () => {
    const ledgerOf = async (rows: number) => {
      const from = siteDatabase(rows / 4);
      // The triggers would take most of the test's time.
      from.exec("drop trigger transactions_insert");
      from.exec(`with recursive n(n) as (select 0 union all select n + 1 from n where n < ${rows - 1})
        insert into transactions (key, user_id, type_id, source_type, source_id, coins, created_at)
        select 'k' || n, 1 + n % ${rows / 4}, 9, 'site', 0, 5, 1 from n`);
      const { counts, sql } = await backedUp(from, `${rows}.sql`);
      expect(counts.get("transactions")).toBe(rows);
      return sql;
    };
    const [small, large] = [await ledgerOf(10_000), await ledgerOf(20_000)];
    expectCpuRatio(
      () => restored(large).close(),
      () => restored(small).close(),
      2.6,
    );
  });
});
