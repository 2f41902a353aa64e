import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { DATABASES } from "#db/databases.ts";
import { RemoteDatabase } from "#scripts/deploy/database.ts";
import { DeployState } from "#scripts/deploy/deploy-state.ts";
import { migrationsPath, readMigrations } from "#scripts/deploy/migrations.ts";
import { RemoteMoves } from "#scripts/deploy/remote-moves.ts";
import { Wrangler } from "#scripts/deploy/wrangler.ts";
import { root } from "#scripts/run-script.mjs";
import { CloudflareAccount } from "#tests/support/cloudflare-account.ts";
import { deployConfig } from "#tests/support/deploy-config.ts";

beforeEach(() => void vi.spyOn(console, "log").mockImplementation(() => {}));
afterEach(() => void vi.restoreAllMocks());

const URL = "https://bopolis.mine.workers.dev";
const rows = (database: DatabaseSync, sql: string) => database.prepare(sql).all();

/** A site whose version has the forums in its main database, migrated for the next version. */
function oldSite() {
  const account = new CloudflareAccount();
  for (const [i, source] of DATABASES.entries())
    for (const { sql } of readMigrations(join(root, migrationsPath(source))).migrations)
      account[(["database", "forum", "play"] as const)[i] ?? "database"].exec(sql);
  account.database.exec(`insert into users (id, username, email, password_hash, created_at) values (1, 'ann', 'a@example.com', '', 1);
    insert into threads (subforum_id, user_id, title, created_at, last_reply_at) values (1, 1, 'It''s here; really', 1, 1), (2, 1, 'Two', 2, 2);
    insert into replies (thread_id, position, user_id, body, created_at) select id, 0, 1, 'Hello; "world"', 1 from threads;
    insert into bookmarks (user_id, thread_id, created_at) values (1, 1, 1)`);
  const wrangler = new Wrangler(account.run);
  const config = deployConfig();
  const state = new DeployState(new RemoteDatabase(wrangler, config));
  const moves = () =>
    new RemoteMoves({ wrangler, config, state, sleep: account.sleep, extendLock: async () => {} });
  account.traffic = new Map([["v1", 100]]);
  return { account, moves, state };
}

const readOnlyOf = ({ database }: CloudflareAccount) =>
  rows(database, "select value from site_values where name = 'read_only'").map(({ value }) => value);
const titles = (database: DatabaseSync) =>
  rows(database, "select title from threads order by id").map(({ title }) => title);

describe("a deployment that moves rows to another database", () => {
  test("copies them while the site goes on, and ends in read-only mode before the version starts", async () => {
    const { account, moves } = oldSite();
    await moves().copy();
    expect(readOnlyOf(account)).toEqual([]);
    account.database.exec("update threads set title = 'Changed meanwhile' where id = 2");
    const deployment = moves();
    const url = await deployment.withMovedRows(async (hasMoved) => {
      expect(hasMoved).toBe(true);
      expect(readOnlyOf(account)).toEqual(["on"]);
      expect(account.slept).toBeGreaterThanOrEqual(10_000);
      expect(titles(account.forum)).toEqual(["It's here; really", "Changed meanwhile"]);
      expect(() => account.database.exec("update threads set title = 'Too late'")).toThrow(/moved/);
      account.traffic = new Map([["v2", 100]]);
      return URL;
    });
    expect([url, readOnlyOf(account)]).toEqual([URL, ["off"]]);
    await deployment.clear();
    expect(titles(account.database)).toEqual([]);
    expect(rows(account.forum, "select name, value from counters order by name")).toMatchObject([
      { name: "replies:1", value: 0 },
      { name: "replies:2", value: 0 },
      { name: "threads:1", value: 1 },
      { name: "threads:2", value: 1 },
    ]);
  });

  test("lets the version before go on if the new one can't be released, and catches up the next time", async () => {
    const { account, moves } = oldSite();
    const failure = new Error("The upload failed.");
    await expect(moves().withMovedRows(() => Promise.reject(failure))).rejects.toThrow(failure);
    expect(readOnlyOf(account)).toEqual(["off"]);
    account.database.exec("update threads set title = 'Still here' where id = 1");
    await moves().withMovedRows(async () => {
      account.traffic = new Map([["v2", 100]]);
      return URL;
    });
    expect(titles(account.forum)).toEqual(["Still here", "Two"]);
  });

  test("stays read-only if it's unknown whether the new version runs, and ends with the next run", async () => {
    const { account, moves } = oldSite();
    const lost = new Error("The response was lost.");
    await expect(
      moves().withMovedRows(() => {
        account.traffic = new Map([["v2", 100]]);
        return Promise.reject(lost);
      }),
    ).rejects.toThrow(lost);
    expect(readOnlyOf(account)).toEqual(["on"]);
    const next = moves();
    await next.withMovedRows(async () => URL);
    await next.clear();
    expect([readOnlyOf(account), titles(account.database), titles(account.forum)]).toEqual([
      ["off"],
      [],
      ["It's here; really", "Two"],
    ]);
  });

  test("keeps the read-only mode that its operator had turned on", async () => {
    const { account, moves } = oldSite();
    account.database.exec("insert into site_values (name, value) values ('read_only', 'on')");
    await moves().withMovedRows(async () => URL);
    expect(readOnlyOf(account)).toEqual(["on"]);
  });

  test("happens once", async () => {
    const { account, moves, state } = oldSite();
    const first = moves();
    await first.withMovedRows(async () => URL);
    // The rows aren't cleared yet, but the version has started.
    const hasMoved: boolean[] = [];
    const release = async (moved: boolean) => {
      hasMoved.push(moved);
      return URL;
    };
    await moves().withMovedRows(release);
    await first.clear();
    await moves().copy();
    await moves().withMovedRows(release);
    expect(hasMoved).toEqual([false, false]);
    expect(await state.read()).toMatchObject({ moved: "forum" });
    expect(titles(account.forum)).toHaveLength(2);
  });
});
