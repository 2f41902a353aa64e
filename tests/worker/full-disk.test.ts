import { testEnv } from "#tests/support/browser.ts";
import { locationCache } from "#worker/http/location-cache.ts";
import { isReadOnly, readOnlyReason } from "#worker/http/read-only.ts";
import { checkRateLimit } from "#worker/http/session.ts";

const MINUTE = 60_000;

/** The bindings of a self-hosted site whose disk responds like this. */
const envOf = (fetch: () => Promise<Response>, others: Partial<Env> = {}): Env => ({
  ...testEnv,
  ...others,
  DISK: { fetch } as unknown as Fetcher,
});
const full = async () => new Response("full");
const failing = (message: string) => () => Promise.reject(new Error(message));

describe("a full disk", () => {
  test("makes the site save nothing, and says why, until there's room again", async () => {
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

  test("counts although the database can't be read", async () => {
    const prepare = () => {
      throw new Error("away");
    };
    const DB = { prepare, withSession: () => ({ prepare }) } as unknown as D1Database;
    expect(await isReadOnly(envOf(full, { DB }), Date.now() + 30 * MINUTE)).toBe(true);
    expect(await isReadOnly(testEnv, Date.now() + 40 * MINUTE)).toBe(false);
  });

  test("lets through calls that can't be counted, and logs it", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    const SEARCH_LIMIT = { limit: failing("database or disk is full: SQLITE_FULL") } as unknown as RateLimit;
    const env = { ...testEnv, RATE_LIMITS: "on", SEARCH_LIMIT } as Env;
    await expect(checkRateLimit(env, "search", "someone")).resolves.toBe(undefined);
    expect(log.mock.calls.join()).toContain("rate limit not counted");
    log.mockRestore();
  });

  test("leaves the location's cache empty instead of failing requests", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    const { default: cache } = caches as unknown as { default: Cache };
    const error = failing("database or disk is full: SQLITE_FULL");
    const match = vi.spyOn(cache, "match").mockImplementation(error);
    const put = vi.spyOn(cache, "put").mockImplementation(error);
    expect(await locationCache.match("https://cache.invalid/a")).toBe(undefined);
    await locationCache.put("https://cache.invalid/a", new Response("a"));
    expect([match.mock.calls.length, put.mock.calls.length, log.mock.calls.length]).toEqual([1, 1, 2]);
    for (const mock of [match, put, log]) mock.mockRestore();
  });
});
