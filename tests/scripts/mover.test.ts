import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DATABASES } from "#db/databases.ts";
import { MOVES, type Move } from "#db/moves.ts";
import { SCHEMA_OUTLINE } from "#db/schema-outline.ts";
import { readMigrations } from "#scripts/deploy/migrations.ts";
import type { MoveDatabase } from "#scripts/move/move-database.ts";
import { MoveMismatch, type MoveOptions, Mover } from "#scripts/move/mover.ts";
import { root } from "#scripts/run-script.mjs";

const [FORUM] = MOVES;

/** The schemas after all migrations, which take longer. */
const SCHEMAS = DATABASES.map(({ folder }) => {
  using database = new DatabaseSync(":memory:");
  for (const { sql } of readMigrations(join(root, "migrations", folder)).migrations) database.exec(sql);
  const entries = database
    .prepare("select sql from sqlite_master where sql is not null and name not like 'sqlite%' order by rowid")
    .all() as { sql: string }[];
  const search = entries
    .filter(({ sql }) => /^create virtual/i.test(sql))
    .map(({ sql }) => /table (\w+)/i.exec(sql)?.[1]);
  const isShadow = ({ sql }: { sql: string }) =>
    search.some((name) => sql.startsWith(`CREATE TABLE '${name}_`));
  return {
    sql: entries
      .filter((entry) => !isShadow(entry))
      .map(({ sql }) => `${sql};`)
      .join("\n"),
    outline: database.prepare(SCHEMA_OUTLINE).all(),
  };
});

/** Thrown in place of a statement, as if the process died there. */
class Killed extends Error {}

/** A database in memory that can die before or after any call. */
class TestDatabase implements MoveDatabase {
  readonly sqlite = new DatabaseSync(":memory:");
  /** Calls until it dies; -1 never. */
  left = -1;

  constructor(schema: string) {
    this.sqlite.exec(schema);
    this.sqlite.exec("pragma foreign_keys = on");
  }

  all<Row>(sql: string): Promise<Row[]> {
    this.#count();
    return Promise.resolve(this.sqlite.prepare(sql).all() as Row[]);
  }

  run(statements: readonly string[]): Promise<void> {
    this.#count();
    this.sqlite.exec("begin");
    try {
      for (const sql of statements) this.sqlite.exec(sql);
      this.sqlite.exec("commit");
    } catch (error) {
      this.sqlite.exec("rollback");
      throw error;
    }
    this.#count();
    return Promise.resolve();
  }

  #count(): void {
    if (this.left === 0) throw new Killed();
    if (this.left > 0) this.left--;
  }

  rows(sql: string): unknown[] {
    return this.sqlite.prepare(sql).all();
  }
}

const TABLES = (FORUM as Move).tables;
const contents = (database: TestDatabase) =>
  TABLES.map((name) => {
    const columns = database
      .rows(`select name from pragma_table_info('${name}') order by name`)
      .map((row) => (row as { name: string }).name);
    return database.rows(`select ${columns.join(", ")} from ${name} order by ${columns.join(", ")}`);
  });
const totals = (database: TestDatabase) =>
  database.rows(
    "select name, value from counters where (name glob 'threads:*' or name glob 'replies:*') and value <> 0 order by name",
  );
const found = (database: TestDatabase, word: string) =>
  database.rows(`select rowid from post_search where post_search match '${word}' order by rowid`);

/** Writes of version 0.4 in its forums. */
function write(database: TestDatabase, n: number, kind: number): void {
  const one = (sql: string) => database.sqlite.exec(sql);
  const thread = `(select max(id) from threads where id <= ${1 + (n % 7)})`;
  switch (kind) {
    case 0:
      one(`insert into threads (subforum_id, user_id, title, created_at, last_reply_at)
        values (${1 + (n % 3)}, ${1 + (n % 2)}, 'Title ${n} ''quoted''', ${n}, ${n});
        insert into replies (thread_id, position, user_id, body, created_at)
        select max(id), 0, 1, 'opening ${n} wörd', ${n} from threads`);
      break;
    case 1:
      one(`insert into replies (thread_id, position, user_id, body, created_at)
        select id, replies_count + 1, 2, 'reply ${n} line
break', ${n} from threads where id = ${thread}`);
      break;
    case 2:
      one(`update replies set body = 'edited ${n}', edits_count = edits_count + 1 where id = ${1 + (n % 9)};
        insert into reply_edits (reply_id, user_id, body, created_at) values (${1 + (n % 9)}, 1, 'before ${n}', ${n})`);
      break;
    case 3:
      one(`update threads set deleted_at = case when deleted_at is null then ${n} end where id = ${thread}`);
      break;
    case 4:
      one(`insert into bookmarks (user_id, thread_id, created_at) select ${1 + (n % 2)}, id, ${n} from threads where id = ${thread}
        on conflict do nothing`);
      break;
    case 5:
      one(`delete from bookmarks where user_id = ${1 + (n % 2)}`);
      break;
    case 6:
      one(`insert into thread_visits (user_id, thread_id, position, seen_at) select 1, id, ${n}, ${n} from threads where id = ${thread}
        on conflict do update set position = excluded.position`);
      break;
    case 7:
      one(`update threads set title = 'Renamed ${n}', subforum_id = ${1 + (n % 3)} where id = ${thread}`);
      break;
    default:
      one(
        `update replies set deleted_at = case when deleted_at is null then ${n} end where id = ${1 + (n % 9)} and position > 0`,
      );
  }
}

function oldSite(): { source: TestDatabase; target: TestDatabase } {
  const [source, target] = SCHEMAS.map(({ sql }) => new TestDatabase(sql));
  if (!source || !target) throw new Error("There are two databases.");
  source.sqlite.exec(`insert into users (id, username, email, password_hash, created_at)
    values (1, 'ann', 'a@example.com', '', 1), (2, 'ben', 'b@example.com', '', 1)`);
  return { source, target };
}

const mover = (site: { source: TestDatabase; target: TestDatabase }, options: Partial<MoveOptions> = {}) =>
  new Mover(FORUM as Move, { ...site, pageRows: 2, ...options });

/** The data of the old site, which it must have after the move. */
const snapshot = (source: TestDatabase) => ({
  contents: contents(source),
  totals: totals(source),
  opening: found(source, "opening"),
  edited: found(source, "edited"),
});

function expectMoved(
  { source, target }: ReturnType<typeof oldSite>,
  before: ReturnType<typeof snapshot>,
): void {
  expect({
    contents: contents(target),
    totals: totals(target),
    opening: found(target, "opening"),
    edited: found(target, "edited"),
  }).toEqual(before);
  const counted = target.rows("select user_id, value from bookmark_counts where value <> 0 order by user_id");
  expect(counted).toEqual(
    target.rows(
      "select user_id, count(*) as value from bookmarks where hidden = 0 group by user_id order by user_id",
    ),
  );
  expect(contents(source).flat()).toEqual([]);
  expect([source, target].map((database) => database.rows(SCHEMA_OUTLINE))).toEqual(
    SCHEMAS.slice(0, 2).map(({ outline }) => outline),
  );
}

describe("moving the forums into their own database", () => {
  test("copies everything, empties the old tables without changing counts, and leaves both schemas as migrated", async () => {
    const site = oldSite();
    for (let n = 0; n < 60; n++) write(site.source, n, n < 8 ? 0 : n % 9);
    const before = snapshot(site.source);
    const users = site.source.rows("select id, bookmarks_count from users");
    const move = mover(site);
    expect(await move.isNeeded()).toBe(true);
    await move.switchOver();
    expect(() => write(site.source, 1, 1)).toThrow(/moved to another database/);
    await move.clear();
    expectMoved(site, before);
    expect(site.source.rows("select id, bookmarks_count from users")).toEqual(users);
    expect(await move.isNeeded()).toBe(false);
    // A version from before the move fails, rather than writing where nothing reads.
    expect(() => write(site.source, 1, 0)).toThrow(/moved to another database/);
  });

  test("needs nothing on a new site", async () => {
    const site = oldSite();
    expect(await mover(site).isNeeded()).toBe(false);
    expect(await mover(site).phase()).toBe("cleared");
  });

  test("goes on after it was killed anywhere, while the old version writes until the end", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(200), fc.nat(8)), { minLength: 1, maxLength: 40 }),
        fc.array(
          fc.tuple(fc.nat(60), fc.boolean(), fc.array(fc.tuple(fc.nat(200), fc.nat(8)), { maxLength: 5 })),
          {
            maxLength: 8,
          },
        ),
        fc.nat(90),
        async (first, kills, lastKill) => {
          const site = oldSite();
          for (let n = 0; n < 3; n++) write(site.source, n, 0);
          for (const [n, kind] of first) write(site.source, n, kind);
          for (const [calls, atSource, writes] of kills) {
            site[atSource ? "source" : "target"].left = calls;
            await mover(site, {
              onStep: () => {
                const next = writes.shift();
                if (next) write(site.source, ...next);
              },
            })
              .copy()
              .catch((error: unknown) => {
                if (!(error instanceof Killed)) throw error;
              });
            site.source.left = site.target.left = -1;
            for (const [n, kind] of writes) write(site.source, n, kind);
          }
          const before = snapshot(site.source);
          // Nothing writes from here on.
          site.target.left = lastKill;
          const end = async () => {
            const move = mover(site);
            await move.switchOver();
            await move.clear();
          };
          await end().catch((error: unknown) => {
            if (!(error instanceof Killed)) throw error;
          });
          site.target.left = -1;
          await end();
          expectMoved(site, before);
        },
      ),
      { numRuns: 40 },
    );
  });

  test("opens the old tables again if the new version didn't start, and catches up later", async () => {
    const site = oldSite();
    for (let n = 0; n < 30; n++) write(site.source, n, n < 5 ? 0 : n % 9);
    await mover(site).switchOver();
    await mover(site).reopen();
    for (let n = 30; n < 60; n++) write(site.source, n, n % 9);
    const before = snapshot(site.source);
    await mover(site, { verify: "sums" }).switchOver();
    await mover(site).clear();
    expectMoved(site, before);
  });

  test("starts over if the old database has lost its log of changes", async () => {
    const site = oldSite();
    for (let n = 0; n < 20; n++) write(site.source, n, n < 5 ? 0 : n % 9);
    await mover(site).copy();
    site.source.sqlite.exec("drop table move_changes");
    for (const { name } of site.source.rows("select name from sqlite_master where name like 'move_log%'") as {
      name: string;
    }[])
      site.source.sqlite.exec(`drop trigger ${name}`);
    for (let n = 20; n < 40; n++) write(site.source, n, n % 9);
    const before = snapshot(site.source);
    await mover(site).switchOver();
    await mover(site).clear();
    expectMoved(site, before);
  });

  test.each(["rows", "sums"] as const)("refuses to end with other rows, by %s", async (verify) => {
    const site = oldSite();
    for (let n = 0; n < 20; n++) write(site.source, n, n < 5 ? 0 : n % 9);
    await mover(site).copy();
    site.target.sqlite.exec("update threads set title = 'Another title' where id = 2");
    await expect(mover(site, { verify }).switchOver()).rejects.toThrow(MoveMismatch);
    expect(await mover(site).phase()).toBe("copying");
  });
});
