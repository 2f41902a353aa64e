import { sql } from "drizzle-orm";
import { Database, Meter, statement } from "#db/database.ts";
import type { Route } from "#domain/api/route.ts";
import { logoutRoute } from "#domain/auth/api.ts";
import { forgotPasswordRoute } from "#domain/auth/sign-in/api.ts";
import { toggleBlockRoute } from "#domain/blocks/api.ts";
import { readSubforumRoute } from "#domain/forums/api.ts";
import { favoriteLevelRoute } from "#domain/levels/api.ts";
import { notificationListRoute } from "#domain/notifications/api.ts";
import { updatePushRoute } from "#domain/push/api.ts";
import { startExportRoute, updateAccountRoute, updateBioRoute } from "#domain/settings/api.ts";
import { createAccountOwner, PASSWORD } from "#tests/support/account-owner.ts";
import { type Browser, countRows, db, ORIGIN, runSql, testEnv } from "#tests/support/browser.ts";
import { openRoomPath } from "#tests/support/room-hosts.ts";
import { browserWith } from "#tests/support/sign-up.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import { faultyDatabase } from "#tests/support/with-session.ts";
import { expectWorkerErrors } from "#tests/support/worker.setup.ts";
import { addLevel } from "#tests/support/world.ts";
import { app } from "#worker/app.ts";
import { buildSocketResponse } from "#worker/build/socket-routes.ts";
import { locationCache } from "#worker/http/location-cache.ts";
import { isReadOnly, readOnlyReason, readOnlyStatement } from "#worker/http/read-only.ts";
import { checkRateLimit } from "#worker/http/session.ts";
import { roomSocketResponse } from "#worker/room/routes.ts";

const LOST = "D1_ERROR: Network connection lost.";
const AWAY = "the database is away";

/** Fails the first `count` calls. */
function failing(count: number, text = LOST) {
  let left = count;
  return faultyDatabase(testEnv.DB, () => (left-- > 0 ? text : null));
}

/** Sends a visitor's GET to a site with other bindings, and waits for the work that continues after the response. */
async function get(path: string, bindings: Partial<Env>): Promise<Response> {
  const later: Promise<unknown>[] = [];
  const context = {
    waitUntil: (work: Promise<unknown>) => later.push(work),
    passThroughOnException: () => {},
  } as unknown as ExecutionContext;
  const request = new Request(`https://site.example${path}`);
  const response = await app.fetch(request, { ...testEnv, ...bindings }, context);
  await Promise.allSettled(later);
  return response;
}

const read = statement<{ one: number }>(sql`select 1 as one`);
const write = statement(sql`update counters set value = value where name = 'none'`);

describe("a transient error of D1", () => {
  test("is retried twice and counted, then fails a read; an overloaded database isn't asked again", async () => {
    const { database, calls } = failing(2);
    const meter = new Meter();
    expect(await new Database(database, meter).all(read)).toEqual([{ one: 1 }]);
    expect([calls(), meter.retries]).toEqual([3, 2]);
    const third = failing(3);
    await expect(new Database(third.database).all(read)).rejects.toMatchObject({ fault: "transient" });
    expect(third.calls()).toBe(3);
    const overloaded = failing(1, "D1_ERROR: D1 DB is overloaded. Too many requests queued.");
    await expect(new Database(overloaded.database).all(read)).rejects.toMatchObject({ fault: "overloaded" });
    expect(overloaded.calls()).toBe(1);
  });

  test("fails a write at once, unless it's idempotent", async () => {
    const once = failing(1);
    await expect(new Database(once.database).batch({ read, write })).rejects.toMatchObject({
      fault: "transient",
    });
    expect(once.calls()).toBe(1);
    const again = failing(1);
    await new Database(again.database).batch({ read, write }, { idempotent: true });
    expect(again.calls()).toBe(2);
  });
});

describe("a write whose response was lost", () => {
  /** Calls an endpoint whose first write to a table is stored, but seems to fail. */
  async function callWithLoss(table: string, route: Route, args: Parameters<Browser["call"]>[1]) {
    const browser = await signedInUser();
    const { id } = browser;
    let left = 1;
    const isWrite = new RegExp(`(insert into|update|delete from) ${table}\\b`);
    const lossy = (database: D1Database) =>
      faultyDatabase(database, (text) => (isWrite.test(text) && left-- > 0 ? LOST : null), "after").database;
    browser.variant = { DB: lossy(testEnv.DB), DB_FORUM: lossy(testEnv.DB_FORUM) };
    const response = await browser.call(route, args);
    expect(left).toBeLessThan(1);
    return { id, response };
  }

  test("is repeated if it only sets values, and the user notices nothing", async () => {
    const bio = await callWithLoss("users", updateBioRoute, { bio: "Hello" });
    expect(bio.response.status).toBe(200);
    expect(await runSql`select bio from users where id = ${bio.id}`).toEqual([{ bio: "Hello" }]);
    const settings = await callWithLoss("users", updateAccountRoute, { appear_offline: true });
    expect(settings.response.status).toBe(200);
    const read = await callWithLoss("forum_visits", readSubforumRoute, { subforum: 1 });
    expect(read.response.status).toBe(200);
    const push = await callWithLoss("push_settings", updatePushRoute, { chat: false });
    expect(push.response.status).toBe(200);
    expect(await runSql`select chat from push_settings where user_id = ${push.id}`).toEqual([{ chat: 0 }]);
  });

  test("isn't repeated if it adds something: the user decides", async () => {
    const level = await addLevel((await signedInUser()).id);
    const { id, response } = await callWithLoss("favorites", favoriteLevelRoute, { id: level });
    expect(response.status).toBe(503);
    expect(await countRows("favorites", sql`user_id = ${id}`)).toBe(1);
    expectWorkerErrors();
  });
});

describe("a fault of the site's surroundings", () => {
  test.each([
    [AWAY, "unavailable", "10"],
    ["D1_ERROR: D1 DB is overloaded. Too many requests queued.", "overloaded", "5"],
    ["D1_ERROR: Exceeded maximum DB size.", "cannot_save", "300"],
    ["D1_ERROR: no such table: levels: SQLITE_ERROR", "unavailable", "30"],
  ])("of D1 responds with 503 and Retry-After: %s", async (text, code, retryAfter) => {
    const response = await get("/api/levels?page=1&per_page=7", { DB: failing(99, text).database });
    expect(response.status).toBe(503);
    expect(response.headers.get("Retry-After")).toBe(retryAfter);
    expect(await response.json()).toMatchObject({ code });
    expect(expectWorkerErrors().join()).toContain("unavailable");
  });

  test("of D1 ends a member's request with its first call, so a silent database is waited for once", async () => {
    const browser = await signedInUser();
    let calls = 0;
    const { database } = faultyDatabase(testEnv.DB, (query) => {
      // The error itself is stored after the response.
      if (!query.includes("error_groups")) calls++;
      return AWAY;
    });
    browser.variant = { DB: database };
    expect((await browser.call(notificationListRoute)).status).toBe(503);
    expect(calls).toBe(1);
    expectWorkerErrors();
  });

  test("of D1 shows a page that reloads itself", async () => {
    const response = await get("/levels", { DB: failing(99, AWAY).database });
    expect(response.status).toBe(503);
    expect(response.headers.get("Content-Type")).toContain("text/html");
    const html = await response.text();
    expect(html).toContain("be right back");
    expect(html).not.toContain(AWAY);
    expectWorkerErrors();
  });

  test("of an object responds to sockets of rooms with 503, and so does one of D1 to those of the builder", async () => {
    const browser = await signedInUser();
    const Cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const socket = (path: string) =>
      new Request(ORIGIN + path, { headers: { Cookie, Origin: ORIGIN, Upgrade: "websocket" } });
    const LEVEL_ROOM = {
      getByName: () => ({ fetch: async () => Promise.reject(new Error("broken")) }),
    } as unknown as Env["LEVEL_ROOM"];
    const room = await roomSocketResponse(socket(openRoomPath(7, 0)), { ...testEnv, LEVEL_ROOM });
    const { database } = failing(99, AWAY);
    const build = await buildSocketResponse(socket("/api/builds/7/live"), { ...testEnv, DB: database });
    for (const response of [room, build]) {
      expect([response?.status, response?.headers.get("Retry-After")]).toEqual([503, "10"]);
      expect(await response?.json()).toMatchObject({ code: "unavailable" });
    }
    expectWorkerErrors();
  });

  test("of an object whose stub can't be had responds with 503, too", async () => {
    const THROTTLE = {
      getByName: () => {
        throw new Error("no such namespace");
      },
    } as unknown as Env["THROTTLE"];
    const browser = await browserWith({ THROTTLE, RATE_LIMITS: "on" });
    const response = await browser.call(forgotPasswordRoute, { email: "a@example.com" });
    expect([response.status, response.body.code]).toEqual([503, "unavailable"]);
    expectWorkerErrors();
  });

  test("of a queue, or of R2 for a picture, responds with 503", async () => {
    const browser = await createAccountOwner();
    const EXPORTS = { send: async () => Promise.reject(new Error("away")) } as unknown as Env["EXPORTS"];
    browser.variant = { ...browser.variant, EXPORTS };
    const response = await browser.call(startExportRoute, { password: PASSWORD });
    expect([response.status, response.headers.get("Retry-After")]).toEqual([503, "10"]);
    expectWorkerErrors();
    const BUCKET = { get: async () => Promise.reject(new Error("gone")) } as unknown as R2Bucket;
    const picture = await get(`/assets/${crypto.randomUUID()}`, { BUCKET });
    expect([picture.status, picture.headers.get("Retry-After")]).toEqual([503, "10"]);
    expectWorkerErrors();
  });

  test("of a secret responds with 503, names it in the log alone, and leaves the rest of the site up", async () => {
    const response = await get("/login", { SESSION_SECRET: "" });
    expect(response.status).toBe(503);
    expect(await response.text()).not.toContain("SESSION_SECRET");
    expect(expectWorkerErrors().join()).toContain("missing secret: SESSION_SECRET");
    expect((await get("/api/levels", { SESSION_SECRET: "" })).status).toBe(200);
  });

  test("doesn't hide a bug: any other error is a 500", async () => {
    const { database } = failing(99, 'D1_ERROR: near "selekt": syntax error at offset 0: SQLITE_ERROR');
    expect((await get("/api/levels?page=1&per_page=8", { DB: database })).status).toBe(500);
    expectWorkerErrors();
  });
});

describe("read-only mode", () => {
  const setRow = async (value: "on" | "off", now: number) => {
    await db.all(readOnlyStatement(value));
    return isReadOnly(testEnv, now);
  };

  test("refuses to save, but lets members read and sign out", async () => {
    const browser = await signedInUser();
    const later = Date.now() + 10_000;
    expect(await setRow("on", later)).toBe(true);
    const refused = await browser.call(toggleBlockRoute, { username: "anyone" });
    expect(refused.headers.get("Retry-After")).toBe("60");
    expect(refused.body.code).toBe("read_only");
    expect((await browser.fetch("/api/levels")).status).toBe(200);
    expect((await browser.call(logoutRoute)).status).toBe(200);
    expect(await setRow("off", later + 10_000)).toBe(false);
  });

  test("is on by the variable alone, without a read, and is unknown to be on while the row can't be read", async () => {
    const { database, calls } = failing(99, AWAY);
    const at = Date.now() + 60_000;
    expect(await isReadOnly({ ...testEnv, DB: database, READ_ONLY: "on" }, at)).toBe(true);
    expect(calls()).toBe(0);
    expect(await isReadOnly({ ...testEnv, DB: database }, at)).toBe(false);
    expect(await isReadOnly({ ...testEnv, DB: database }, at + 2_000)).toBe(false);
    expect(calls()).toBe(1);
    expectWorkerErrors();
  });

  test("is read again before it expires, and no one waits for that", async () => {
    const at = Date.now() + 90_000;
    await setRow("off", at);
    await db.all(readOnlyStatement("on"), { idempotent: true });
    expect(await isReadOnly(testEnv, at + 4_000)).toBe(false);
    await expect.poll(() => isReadOnly(testEnv, at + 4_000)).toBe(true);
    await setRow("off", at + 20_000);
  });

  test("is read again after the clock was put back", async () => {
    const at = Date.now() + 120_000;
    expect(await setRow("on", at)).toBe(true);
    expect(await setRow("off", at - 30_000)).toBe(false);
  });
});

const MINUTE = 60_000;

/** The bindings of a self-hosted site whose disk responds like this. */
const envOf = (fetch: () => Promise<Response>, others: Partial<Env> = {}): Env => ({
  ...testEnv,
  ...others,
  DISK: { fetch } as unknown as Fetcher,
});

const full = async () => new Response("full");

const rejecting = (message: string) => () => Promise.reject(new Error(message));

test("a full disk makes the site save nothing, and says why, until there's room again", async () => {
  const now = Date.now();
  expect(await readOnlyReason(envOf(full), now + 10 * MINUTE)).toBe(
    "the disk is full, so nothing can be saved",
  );
  expect(
    await readOnlyReason(
      envOf(async () => new Response("")),
      now + 20 * MINUTE,
    ),
  ).toBe(null);
});

test("a full disk counts although the database can't be read", async () => {
  const prepare = () => {
    throw new Error("away");
  };
  const DB = { prepare, withSession: () => ({ prepare }) } as unknown as D1Database;
  expect(await isReadOnly(envOf(full, { DB }), Date.now() + 30 * MINUTE)).toBe(true);
  expect(await isReadOnly(testEnv, Date.now() + 40 * MINUTE)).toBe(false);
});

test("a full disk lets through calls that can't be counted, and logs it", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  const SEARCH_LIMIT = {
    limit: rejecting("database or disk is full: SQLITE_FULL"),
  } as unknown as RateLimit;
  const env = { ...testEnv, RATE_LIMITS: "on", SEARCH_LIMIT } as Env;
  await expect(checkRateLimit(env, "search", "someone")).resolves.toBe(undefined);
  expect(log.mock.calls.join()).toContain("rate limit not counted");
  log.mockRestore();
});

test("a full disk leaves the location's cache empty instead of rejecting requests", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  const { default: cache } = caches as unknown as { default: Cache };
  const error = rejecting("database or disk is full: SQLITE_FULL");
  const match = vi.spyOn(cache, "match").mockImplementation(error);
  const put = vi.spyOn(cache, "put").mockImplementation(error);
  expect(await locationCache.match("https://cache.invalid/a")).toBe(undefined);
  await locationCache.put("https://cache.invalid/a", new Response("a"));
  expect([match.mock.calls.length, put.mock.calls.length, log.mock.calls.length]).toEqual([1, 1, 2]);
  for (const mock of [match, put, log]) mock.mockRestore();
});
