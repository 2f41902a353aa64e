import { BOOKMARK_COOKIE } from "#domain/api/bookmarks.ts";
import { levelListRoute } from "#domain/levels/api.ts";
import { starterItemsRoute } from "#domain/starter/api.ts";
import { addUser, Browser, unique } from "#tests/support/browser.ts";
import { addLevel } from "#tests/support/world.ts";
import { SITE_VERSION } from "#worker/http/build-info.ts";
import { cacheClear, cacheGet, cacheSet, locationCacheGet } from "#worker/http/cache.ts";
import { locationCache } from "#worker/http/location-cache.ts";

/** Before and after every state of the tests' database. */
const OLD = { main: "00000000" };
const NEW = { main: "ffffffff" };
const text = (bytes: Uint8Array | undefined) => bytes && new TextDecoder().decode(bytes);
/** A time after every write of this process. */
let now = Date.now();
let url = "";
beforeEach(() => {
  now = Date.now() + 1_000;
  url = `/api/test?n=${unique()}`;
});

/** Longer than a test takes: the location's cache has a clock of its own. */
const SECONDS = 300;

/** Fills the process's own cache with other responses until it has forgotten all before. */
async function forgetInProcess(): Promise<void> {
  const put = vi.spyOn((caches as unknown as { default: Cache }).default, "put").mockResolvedValue();
  for (let i = 0; i < 1_000; i++)
    await cacheSet(`/api/filling?n=${unique()}`, "{}", { seconds: SECONDS, bookmarks: {}, now });
  put.mockRestore();
}

describe("a cached response", () => {
  test("is returned until it expires", async () => {
    await cacheSet(url, "body", { seconds: 5, bookmarks: OLD, now });
    expect(text(cacheGet(url, {}, now + 4_999))).toBe("body");
    expect(cacheGet(url, {}, now + 5_000)).toBeUndefined();
    expect(await locationCacheGet(url, {}, now + 5_000)).toBeUndefined();
  });

  test("isn't for those who have written or heard of something newer", async () => {
    await cacheSet(url, "body", { seconds: 5, bookmarks: OLD, now });
    expect(text(cacheGet(url, OLD, now))).toBe("body");
    expect(cacheGet(url, NEW, now)).toBeUndefined();
    expect(await locationCacheGet(url, NEW, now)).toBeUndefined();
  });

  test("is found in the location's cache by a process that doesn't have it, and expires as there", async () => {
    await cacheSet(url, "body", { seconds: SECONDS, bookmarks: NEW, now });
    await forgetInProcess();
    expect(cacheGet(url, {}, now)).toBeUndefined();
    expect(text(await locationCacheGet(url, {}, now + 3_000))).toBe("body");
    expect(text(cacheGet(url, {}, now + 1_000 * SECONDS - 1))).toBe("body");
    expect(cacheGet(url, {}, now + 1_000 * SECONDS)).toBeUndefined();
  });

  test("is in the location's cache of its own release", async () => {
    await cacheSet(url, "body", { seconds: SECONDS, bookmarks: NEW, now });
    expect(await locationCache.match(`https://cache.invalid/${SITE_VERSION}${url}`)).toBeDefined();
  });

  test("isn't taken from the location by a process that has written since, or that has seen a newer state", async () => {
    await addUser();
    await cacheSet(url, "body", { seconds: SECONDS, bookmarks: OLD, now });
    await forgetInProcess();
    expect(await locationCacheGet(url, {}, now)).toBeUndefined();
    const other = `${url}&other`;
    const before = Date.now();
    await cacheSet(other, "body", { seconds: SECONDS, bookmarks: NEW, now: before });
    cacheClear();
    expect(await locationCacheGet(other, {}, before)).toBeUndefined();
  });

  test("isn't stored if the process has written something since the request came in", async () => {
    const before = Date.now();
    cacheClear();
    await cacheSet(url, "body", { seconds: 5, bookmarks: NEW, now: before });
    expect(cacheGet(url, {}, before)).toBeUndefined();
  });
});

describe("a list", () => {
  test("costs the next visitor no round trip, and shows a writer their own change", async () => {
    const maker = await addUser();
    const visitor = await Browser.visitor();
    const list = { search: `Cached ${unique()}` };
    await visitor.call(levelListRoute, list);
    expect((await visitor.call(levelListRoute, list)).cost.roundTrips).toBe(0);
    await addLevel(maker.id, { title: list.search });
    // Someone who has just signed out, whose cookie names the state with their level.
    visitor.cookies.set(BOOKMARK_COOKIE, "main:ffffffff");
    expect((await visitor.call(levelListRoute, list)).body).toMatchObject({
      data: [{ title: list.search }],
    });
  });

  test("that is the same for everyone is cached for members, too", async () => {
    const [visitor, member] = [await Browser.visitor(), await Browser.signedIn(await addUser())];
    const { body } = await visitor.call(starterItemsRoute);
    const cached = await member.call(starterItemsRoute);
    expect(cached.body).toEqual(body);
    expect(cached.cost.roundTrips).toBe(0);
  });
});
