import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { DATABASES } from "#db/databases.ts";
import type { DatabaseName } from "#domain/database-names.ts";
import { insertBulk } from "#scripts/seed/bulk.ts";
import { wrongBulkCounters } from "#scripts/seed/check-bulk.ts";
import { parseCount } from "#scripts/seed/parse-count.ts";
import { databasePath } from "#scripts/site/database-file.ts";
import { migrationsOf } from "#scripts/site/migrate.ts";
import { readMigrations } from "#scripts/site/read-migrations.ts";
import { newFolder } from "#tests/support/new-folder.ts";

let state: string;
let databases: Record<DatabaseName, DatabaseSync>;

const COUNTS = {
  users: 300,
  levels: 200,
  ratings: 300,
  comments: 100,
  items: 60,
  inventory: 200,
  buddies: 60,
  presence: 20,
  transactions: 3_000,
  threads: 30,
  replies: 60,
  cases: 40,
  audit_log: 20,
};

describe("made-up rows", () => {
  /** Creates databases with the little that made-up rows are modeled on. */
  beforeEach(() => {
    state = newFolder();
    const opened = DATABASES.map((source) => {
      const path = databasePath(state, source.name);
      mkdirSync(dirname(path), { recursive: true });
      const db = new DatabaseSync(path);
      db.exec("pragma journal_mode = off; pragma synchronous = off");
      const { migrations } = readMigrations(migrationsOf(source));
      for (const { sql } of migrations) db.exec(sql.replaceAll("--> statement-breakpoint", ""));
      if (source.name !== "main") db.prepare("attach ? as site").run(databasePath(state, "main"));
      return [source.name, db] as const;
    });
    databases = Object.fromEntries(opened) as typeof databases;
    databases.main.exec(`insert into users (username, email, password_hash, created_at)
      select 'member_' || value, 'member_' || value || '@example.com', '', 1 from json_each('[1,2,3,4,5]');
    insert into levels (user_id, title, created_at, updated_at) values (1, 'First', 1, 1), (2, 'Second', 1, 1);
    insert into level_revisions (level_id, revision, asset, bytes, blocks, stars, fastest_ms, content, content_hash, goal,
        user_id, created_at)
      select id, 1, 'world', 1, 1, 0, 0, '', '', 1, user_id, 1 from levels;
    insert into items (type_id, user_id, name, uuid, thumbnail, created_at) values (4, 1, 'Shirt', 'shirt', 'picture', 1)`);
  });
  afterEach(() => {
    for (const db of Object.values(databases)) if (db.isOpen) db.close();
  });

  test("leave every counter, balance and search row as their rows add up to", () => {
    for (let times = 0; times < 2; times++) {
      insertBulk(databases, COUNTS);
      expect(wrongBulkCounters(state)).toEqual([]);
    }
  });

  test("are as many as wanted, besides the ledger's row that gives each user their coins", () => {
    insertBulk(databases, { users: 300, levels: 200, transactions: 3_000 });
    const count = (table: string) => databases.main.prepare(`select count(*) as n from ${table}`).get()?.n;
    expect(count("users")).toBe(305);
    expect(count("levels")).toBe(202);
    expect(count("level_revisions")).toBe(202);
    expect(count("transactions")).toBe(3_305);
  });
});

describe("numbers of rows", () => {
  test("can be written with a k or an M, not with other units, signs or fractions, or beyond the largest", () => {
    expect(["500", "20k", "10M", "0"].map(parseCount)).toEqual([500, 20_000, 10_000_000, 0]);
    expect(["", "k", "1m", "1.5M", "-1", "1G", "100M", "123456789"].map(parseCount)).toEqual(
      Array(8).fill(null),
    );
  });
});
