import { hostname } from "node:os";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { DATABASES } from "#db/databases.ts";
import { RemoteDatabase } from "#scripts/deploy/database.ts";
import { DeployState } from "#scripts/deploy/deploy-state.ts";
import { replaceSessionSecret, rewindSite } from "#scripts/deploy/operations.ts";
import { withOperatorAccess } from "#scripts/deploy/operator-access.ts";
import { Wrangler } from "#scripts/deploy/wrangler.ts";
import { CloudflareAccount } from "#tests/support/cloudflare-account.ts";
import { deployConfig } from "#tests/support/deploy-config.ts";

const url = "https://bopolis.mine.workers.dev";

/** A deployed site with two levels, and how to reach it. */
function deployedSite() {
  const account = new CloudflareAccount();
  account.database.exec(`create table levels (id integer primary key autoincrement);
    create table sessions (id text primary key) without rowid;
    insert into levels default values; insert into sessions values ('a'), ('b')`);
  const wrangler = new Wrangler(account.run);
  account.forum.exec("create table threads (id integer primary key autoincrement)");
  account.play.exec("create table runs (id integer primary key autoincrement)");
  const databases = DATABASES.map((source) => new RemoteDatabase(wrangler, deployConfig(), source));
  const [database] = databases;
  if (!database) throw new Error("There are databases.");
  const state = new DeployState(database);
  vi.stubGlobal("fetch", account.fetch);
  return { account, wrangler, database, databases, state, url };
}

/** A site whose newest version failed, so the one before has all traffic again. */
async function siteAfterFailedRelease() {
  const site = deployedSite();
  const { account, wrangler } = site;
  await wrangler.text(["deploy"], { env: { WRANGLER_OUTPUT_FILE_PATH: "/dev/null" } });
  await wrangler.text(["versions", "upload"], { env: { WRANGLER_OUTPUT_FILE_PATH: "/dev/null" } });
  expect(account.traffic).toEqual(new Map([["v1", 100]]));
  await expect(wrangler.text(["secret", "put", "A"], { input: "1" })).rejects.toThrow(
    /isn't currently deployed/,
  );
  account.changes.length = 0;
  return site;
}

beforeEach(() => void vi.spyOn(console, "log").mockImplementation(() => {}));
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
const logged = () => vi.mocked(console.log).mock.calls.flat().join("\n");

describe("access to the operator's endpoints", () => {
  test("needs no new version, lasts as long as the command, and stores no token", async () => {
    const site = await siteAfterFailedRelease();
    await withOperatorAccess(site, async ({ client }) => {
      await client?.backUp();
      const rows = site.account.database.prepare("select * from d1_deployments").all();
      expect(rows).toMatchObject([{ name: expect.stringMatching(/^operator [\w-]{43}$/), value: "" }]);
    });
    expect(site.account.operatorCalls).toContain("POST backup");
    expect(site.account.changes).toEqual([]);
    expect(site.account.database.prepare("select * from d1_deployments").all()).toEqual([]);
  });

  test("uses the secret of a version that doesn't accept tokens", async () => {
    const site = deployedSite();
    await site.wrangler.text(["deploy"], { env: { WRANGLER_OUTPUT_FILE_PATH: "/dev/null" } });
    site.account.acceptsTokens = false;
    await withOperatorAccess(site, async ({ client }) => void (await client?.backUp()));
    expect(site.account.operatorCalls).toContain("POST backup");
  });

  test("is impossible to such a version if it isn't the newest", async () => {
    const site = await siteAfterFailedRelease();
    site.account.acceptsTokens = false;
    await withOperatorAccess(site, async ({ client }) => expect(client).toBeNull());
    expect(site.account.traffic).toEqual(new Map([["v1", 100]]));
  });
});

describe("a rewind after a release that failed", () => {
  test("rewinds all databases and makes the objects forget", async () => {
    const site = await siteAfterFailedRelease();
    const bookmark = site.account.saveState();
    site.account.database.exec("insert into levels default values");
    site.account.forum.exec("insert into threads default values");
    await rewindSite(site, bookmark);
    const { account } = site;
    expect(account.database.prepare("select id from levels").all()).toEqual([{ id: 1 }]);
    expect(account.forum.prepare("select id from threads").all()).toEqual([]);
    expect(logged()).toMatch(/--rewind bookmark-\d+,bookmark-\d+/);
    expect(account.operatorCalls).toContain("POST rewound");
    expect(account.changes).toEqual([]);
    account.database.exec("insert into levels default values");
    const newest = account.database.prepare("select max(id) as id from levels").get();
    expect(Number(newest?.id)).toBeGreaterThan(2);
  });

  test("rewinds the database of a version that accepts no operator", async () => {
    const site = await siteAfterFailedRelease();
    site.account.acceptsTokens = false;
    const bookmark = site.account.saveState();
    site.account.database.exec("insert into levels default values");
    await rewindSite(site, bookmark);
    expect(site.account.database.prepare("select id from levels").all()).toEqual([{ id: 1 }]);
    expect(logged()).toContain("weren't called");
  });
});

describe("the lock of a rewind", () => {
  const lockOf = ({ database }: CloudflareAccount) =>
    database.prepare("select value from d1_deployments where name = 'lock'").get()?.value;

  test.each(["before the first deployment", "during another one"])(
    "is held again at once if the database is rewound to a time %s",
    async (time) => {
      const site = await siteAfterFailedRelease();
      const { account, state } = site;
      const old = JSON.stringify({ id: "old", owner: "ann" });
      if (time.startsWith("during")) await state.lock(old, Date.now(), Date.now() + 60_000);
      const bookmark = account.saveState();
      await state.write({ url, object_tag: "v2" });
      await state.unlock(old);
      const holders: unknown[] = [];
      account.commandFault = (line) => {
        // The sequences are raised after the rewind, and the lock is released at the end.
        if (/update sqlite_sequence/i.test(line)) holders.push(lockOf(account));
        return undefined;
      };
      account.database.exec("insert into levels default values");
      await rewindSite(site, bookmark);
      // Of the other databases first, and then of the main one.
      expect(holders).toEqual(Array.from({ length: 3 }, () => expect.stringContaining(hostname())));
      expect(lockOf(account)).toBeUndefined();
      // The worker wasn't rewound.
      expect(await state.read()).toEqual({ url, object_tag: "v2" });
    },
  );
});

describe("replacing the session secret", () => {
  const sessionsOf = ({ database }: CloudflareAccount) => database.prepare("select id from sessions").all();

  test("takes effect at once", async () => {
    const { account, wrangler, database } = deployedSite();
    await wrangler.text(["deploy"], { env: { WRANGLER_OUTPUT_FILE_PATH: "/dev/null" } });
    await replaceSessionSecret(wrangler, database);
    expect(account.traffic).toEqual(new Map([["v2", 100]]));
    expect(account.secrets.get("v2")?.SESSION_SECRET).toMatch(/^[\w-]{43}$/);
    expect(sessionsOf(account)).toHaveLength(2);
  });

  test("after a release that failed ends all sessions, gives the failed version no traffic, and holds for the next one", async () => {
    const { account, wrangler, database } = await siteAfterFailedRelease();
    await replaceSessionSecret(wrangler, database);
    expect(account.traffic).toEqual(new Map([["v1", 100]]));
    expect(sessionsOf(account)).toEqual([]);
    expect(logged()).toContain("not live yet");
    await wrangler.text(["versions", "upload"], { env: { WRANGLER_OUTPUT_FILE_PATH: "/dev/null" } });
    expect(account.secrets.get("v4")?.SESSION_SECRET).toMatch(/^[\w-]{43}$/);
  });
});
