import { testEnv } from "#tests/support/browser.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import { expectWorkerErrors } from "#tests/support/worker.setup.ts";
import { addLevel } from "#tests/support/world.ts";
import { app } from "#worker/app.ts";
import { SITE_VERSION } from "#worker/http/build-info.ts";
import { cachedResponse } from "#worker/http/cached-response.ts";
import { POINT_BLOBS, POINT_DOUBLES, writeRequestPoint } from "#worker/http/request-points.ts";

const context = { waitUntil: () => {}, passThroughOnException: () => {} } as unknown as ExecutionContext;

/** A data set that stores its points, and rejects what Cloudflare rejects. */
function dataset() {
  const points: Record<string, unknown>[] = [];
  const ANALYTICS: AnalyticsEngineDataset = {
    writeDataPoint({ indexes = [], blobs = [], doubles = [] } = {}) {
      expect(indexes).toHaveLength(1);
      expect(String(indexes[0]).length).toBeLessThanOrEqual(96);
      expect(blobs.length).toBeLessThanOrEqual(20);
      expect(doubles.length).toBeLessThanOrEqual(20);
      expect(doubles.every((value) => Number.isFinite(value))).toBe(true);
      const values = [...blobs, ...doubles];
      points.push(Object.fromEntries([...POINT_BLOBS, ...POINT_DOUBLES].map((name, i) => [name, values[i]])));
    },
  };
  return { points, ANALYTICS };
}

const request = (path: string) =>
  new Request(`https://site.example${path}`, { cf: { colo: "FRA", country: "DE" } as never });
const get = (path: string, env: Partial<Env>) => app.fetch(request(path), { ...testEnv, ...env }, context);

describe("a data point", () => {
  test("has the declared route of a request, its place and its cost, and nothing about a person", async () => {
    const browser = await signedInUser();
    const { id } = browser;
    const level = await addLevel(id);
    const { points, ANALYTICS } = dataset();
    browser.variant = { ANALYTICS };
    await browser.fetch(`/api/levels/${level}?secret=1`);
    expect(points).toEqual([
      {
        method: "GET",
        route: "/api/levels/:id",
        status: "200",
        colo: expect.any(String),
        country: expect.any(String),
        version: SITE_VERSION,
        cache: "miss",
        weight: 1,
        ms: expect.any(Number),
        d1_ms: expect.any(Number),
        // One to the main database, one to play data.
        d1_rounds: 2,
        d1_rows_read: expect.any(Number),
        d1_rows_written: 0,
        d1_retries: 0,
        object_calls: expect.any(Number),
        object_ms: expect.any(Number),
      },
    ]);
    expect(JSON.stringify(points)).not.toContain("secret");
  });

  test("has few routes: pages by their path, all unknown paths together, and those from the cache of a process", async () => {
    const { points, ANALYTICS } = dataset();
    await get("/users/stranger-1", { ANALYTICS });
    await get("/a/b/c", { ANALYTICS });
    await get("/api/unknown/77", { ANALYTICS });
    expect(points.map(({ route, status, colo, country }) => [route, status, colo, country])).toEqual([
      [expect.stringMatching(/^\/users\/:username/), "404", "FRA", "DE"],
      ["/*", "404", "FRA", "DE"],
      ["/*", "404", "FRA", "DE"],
    ]);
    const path = "/api/levels?page=1&per_page=3";
    await get(path, {});
    expect(cachedResponse(request(path), { ...testEnv, ANALYTICS })?.status).toBe(200);
    expect(points.slice(3)).toMatchObject([{ route: "cached", cache: "hit", status: "200", d1_rounds: 0 }]);
  });

  test("is written for every failure, and otherwise for a share of the requests with their weight", async () => {
    const { points, ANALYTICS } = dataset();
    const env = { ANALYTICS, ANALYTICS_SHARE: "0" };
    await get("/api/levels?page=1&per_page=4", env);
    await get("/login", { ...env, SESSION_SECRET: "" });
    expect(points).toMatchObject([{ status: "503", weight: 1 }]);
    expectWorkerErrors();
    const point = { method: "GET", route: "/", colo: "", country: "", version: "1", cache: "miss" };
    const cost = { ms: 1, d1_ms: 0, d1_rounds: 0, d1_rows_read: 0, d1_rows_written: 0, d1_retries: 0 };
    const describePoint = () => ({ ...point, ...cost, object_calls: 0, object_ms: 0 });
    const sampled = dataset();
    for (const value of [0, 0.24, 0.25, 0.99])
      writeRequestPoint(
        { ...testEnv, ANALYTICS: sampled.ANALYTICS, ANALYTICS_SHARE: "0.25" },
        200,
        describePoint,
        () => value,
      );
    expect(sampled.points).toMatchObject([{ weight: 4 }, { weight: 4 }]);
  });

  test("isn't described, and costs nothing, where nothing is bound", () => {
    const fail = () => {
      throw new Error("described");
    };
    expect(() => writeRequestPoint(testEnv, 500, fail)).not.toThrow();
  });
});
