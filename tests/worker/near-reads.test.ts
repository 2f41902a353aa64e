import { sql } from "drizzle-orm";
import { API_ROUTES } from "#domain/api/api-routes.ts";
import { BOOKMARK_HEADER } from "#domain/api/bookmark-header.ts";
import { BOOKMARK_COOKIE, parseBookmarks } from "#domain/api/bookmarks.ts";
import { needsPrimary } from "#domain/api/route.ts";
import { sessionRoute } from "#domain/auth/api.ts";
import { createCommentRoute } from "#domain/comments/api.ts";
import { favoriteLevelRoute, levelListRoute, levelRoute } from "#domain/levels/api.ts";
import { createOutfitRoute } from "#domain/outfits/api.ts";
import { deviceListRoute } from "#domain/security/api.ts";
import { auditRoute } from "#domain/staff/api.ts";
import { readServed } from "#tests/lagging-copy/connect-lagging-copy.ts";
import { addUser, Browser, countRows, runSql, testEnv } from "#tests/support/browser.ts";
import { connectSocket } from "#tests/support/socket.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import { laggingReads } from "#tests/support/with-session.ts";
import { addLevel } from "#tests/support/world.ts";
import { SESSION_COOKIE } from "#worker/http/session.ts";

const maker = await addUser();
const PRIMARY = new Set(["first-primary"]);
const startsOf = (calls: { start: string }[]) => new Set(calls.map(({ start }) => start));
const level = await addLevel(maker.id, { title: "Near" });

/** A member's browser whose reads near it come from an empty copy. */
async function laggingBrowser(options?: Parameters<typeof laggingReads>[0]) {
  const { DB, calls } = laggingReads(options);
  const browser = Object.assign(await signedInUser(), { isForgetful: true, variant: { DB } });
  return { browser, calls };
}

describe("a route", () => {
  test("reads the primary if it writes, is for staff or hosts, or says so, and the nearest copy otherwise", () => {
    const near = API_ROUTES.filter((route) => !needsPrimary(route));
    for (const { method, access, fresh } of near) {
      expect(method).toBe("GET");
      expect(["public", "member"]).toContain(access);
      expect(fresh).not.toBe(true);
    }
    const fresh = API_ROUTES.filter((route) => route.method === "GET" && route.fresh).map(({ path }) => path);
    expect(fresh.sort()).toEqual([
      "/.well-known/jwks.json",
      "/api/auth/export",
      "/api/auth/sessions",
      "/api/builds/{id}/history",
      "/api/builds/{id}/state",
      "/api/notifications/settings",
      "/api/push",
      "/api/standing",
    ]);
  });

  test("that is the same for everyone has a lifetime in the cache", () => {
    for (const { path, sameForAll, cacheSeconds, access } of API_ROUTES)
      if (sameForAll) expect([access, cacheSeconds], path).toEqual(["public", expect.any(Number)]);
  });

  test("that reads near begins its session at any copy, one that needs the primary there", async () => {
    const { browser, calls } = await laggingBrowser({ stale: () => false });
    await browser.call(levelRoute, { id: level });
    expect(calls.map(({ start }) => start)).not.toContain("first-primary");
    calls.length = 0;
    await browser.call(deviceListRoute);
    await browser.call(favoriteLevelRoute, { id: level });
    expect(calls.length).toBeGreaterThan(1);
    expect(startsOf(calls)).toEqual(PRIMARY);
  });

  test("for staff reads the primary", async () => {
    const browser = await signedInUser({ role: "admin" });
    const { DB, calls } = laggingReads();
    browser.variant = { DB };
    expect((await browser.call(auditRoute)).status).toBe(200);
    expect(startsOf(calls)).toEqual(PRIMARY);
  });
});

describe("a copy that lags behind", () => {
  test("signs no one out: the primary is asked once about a session that it doesn't have", async () => {
    const { browser, calls } = await laggingBrowser();
    const cookie = browser.cookies.get(SESSION_COOKIE);
    const response = await browser.call(sessionRoute);
    expect(response.body).toMatchObject({ user: { id: browser.id } });
    expect(calls.map(({ start }) => start)).toEqual(["first-unconstrained", "first-primary"]);
    expect(browser.cookies.get(SESSION_COOKIE)).toBe(cookie);
    expect(response.headers.getSetCookie().join()).not.toContain(SESSION_COOKIE);
  });

  test("doesn't decide about a page either", async () => {
    const { browser, calls } = await laggingBrowser();
    const { status, body } = await browser.fetch(`/levels/${level}`);
    expect(status).toBe(200);
    expect(body.text).toContain("Near");
    expect(calls.map(({ start }) => start)).toContain("first-primary");
  });

  test("doesn't decide that something doesn't exist, also for visitors", async () => {
    const browser = await Browser.visitor();
    browser.isForgetful = true;
    const { DB } = laggingReads();
    browser.variant = { DB };
    expect((await browser.call(levelRoute, { id: level })).status).toBe(200);
    expect((await browser.call(levelRoute, { id: 999_999_999 })).status).toBe(404);
  });

  test("can serve an ended session for a moment, but neither writes nor fresh routes accept it", async () => {
    const { browser, calls } = await laggingBrowser({ stale: () => false });
    // The copy has the session: what it reads is what was there before it ended.
    await runSql`delete from sessions where user_id = ${browser.id}`;
    expect((await browser.call(favoriteLevelRoute, { id: level })).status).toBe(401);
    expect(startsOf(calls)).toEqual(PRIMARY);
  });

  test("is passed over if it fails, such as for a bookmark that isn't valid", async () => {
    const { browser } = await laggingBrowser();
    const bad = ["main:ffffffff-ffffffff", "main:'; drop table users", "main:%00", "x".repeat(10_000)];
    for (const bookmark of bad) {
      const headers = { [BOOKMARK_HEADER]: bookmark };
      expect((await browser.call(levelRoute, { id: level }, { headers })).status).toBe(200);
    }
  });
});

describe("a bookmark", () => {
  test("comes with what a member read or wrote, in a header or a cookie, and the next read waits for it", async () => {
    const { browser, calls } = await laggingBrowser();
    const written = await browser.call(favoriteLevelRoute, { id: level });
    const bookmark = written.headers.get(BOOKMARK_HEADER) ?? "";
    expect(parseBookmarks(bookmark).main).toBeTruthy();
    calls.length = 0;
    const headers = { [BOOKMARK_HEADER]: bookmark };
    const { body } = await browser.call(levelRoute, { id: level }, { headers });
    expect(body).toMatchObject({ level: { favorited: true } });
    expect(new Set(calls.map(({ start }) => `main:${start}`))).toEqual(new Set([bookmark]));
    calls.length = 0;
    browser.cookies.set(BOOKMARK_COOKIE, bookmark);
    await browser.call(levelRoute, { id: level });
    expect(calls.map(({ start }) => start)).not.toContain("first-unconstrained");
  });

  test("isn't given to visitors who only read, whose responses are cached", async () => {
    expect((await (await Browser.visitor()).call(levelListRoute)).headers.get(BOOKMARK_HEADER)).toBeNull();
  });

  test("comes with the events about what was written", async () => {
    const [writer, reader] = [await signedInUser(), await signedInUser()];
    const socket = await connectSocket(reader);
    const own = await addLevel(reader.id);
    const session = testEnv.DB.withSession("first-primary");
    await session.prepare("select 1").run();
    const before = session.getBookmark() ?? "";
    await writer.call(createCommentRoute, { type: "level", id: own, body: "First!" });
    await socket.one("Notified");
    const event = socket.received.find((text) => text.includes('"Notified"')) ?? "";
    const { bookmark } = JSON.parse(event) as { bookmark: string };
    // The response can know a later state than the event, because others write meanwhile.
    expect((parseBookmarks(bookmark).main ?? "") > before).toBe(true);
  });
});

const create = (browser: Browser) => browser.call(createOutfitRoute, { name: "Sunday" });
const countOutfits = (user: { id: number }) => countRows("outfits", sql`user_id = ${user.id}`);

test("a write runs again with the current role, and then once", async () => {
  const user = await addUser({ role: "moderator" });
  expect((await create(await Browser.signedIn(user))).status).toBe(201);
  expect(await countOutfits(user)).toBe(1);
});

const isLagging = "LAGGING_COPY" in testEnv;

test.runIf(isLagging)("the copy serves members' reads, and the primary their writes", async () => {
  const browser = await Browser.signedIn(await addUser());
  browser.isForgetful = true;
  const before = await readServed(testEnv);
  await expect
    .poll(async () => {
      await browser.call(levelListRoute);
      return (await readServed(testEnv)).copy;
    })
    .toBeGreaterThan(before.copy);
  expect((await readServed(testEnv)).primary).toBeGreaterThanOrEqual(before.primary);
});
