import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { BOOKMARK_COOKIE } from "#domain/api/bookmarks.ts";
import { levelListRoute } from "#domain/levels/api.ts";
import { starterItemsRoute } from "#domain/starter/api.ts";
import { addUser, Browser, runSql, testEnv, unique } from "#tests/support/browser.ts";
import { parsePage } from "#tests/support/pages.ts";
import { withSession } from "#tests/support/with-session.ts";
import { expectWorkerErrors } from "#tests/support/worker.setup.ts";
import { addLevel } from "#tests/support/world.ts";
import { app } from "#worker/app.ts";
import { SITE_VERSION } from "#worker/http/build-info.ts";
import { cacheClear, cacheGet, cacheSet, locationCacheGet } from "#worker/http/cache.ts";
import { ERROR_SCRIPT_HASH } from "#worker/http/error-script.ts";
import { locationCache } from "#worker/http/location-cache.ts";

// The policy of the built site; the one for hot reload is less strict.
vi.stubEnv("DEV", false);

const ann = await addUser();
const annBrowser = await Browser.signedIn(ann);
const visitor = await Browser.visitor();
const level = await addLevel(ann.id);

const open = async (path: string, browser = visitor) => {
  const response = await browser.fetch(path);
  return { response, ...parsePage(response) };
};

describe("response headers", () => {
  function expectSecure(headers: Headers, path: string) {
    const policy = new Map(
      (headers.get("Content-Security-Policy") ?? "").split("; ").map((rule) => {
        const [name = "", ...sources] = rule.split(" ");
        return [name, sources.join(" ")] as const;
      }),
    );
    expect(headers.get("X-Content-Type-Options"), path).toBe("nosniff");
    expect(headers.get("Cross-Origin-Resource-Policy"), path).toBe("same-origin");
    expect(headers.has("Access-Control-Allow-Origin"), path).toBe(false);
    expect(policy.get("frame-ancestors"), path).toBe("'none'");
    if (!headers.get("Content-Type")?.startsWith("text/html")) {
      // Data and files aren't pages: nothing can run or load in them.
      expect(policy.get("default-src"), path).toBe("'none'");
      return;
    }
    expect(policy.get("script-src"), path).toBe(`'self' '${ERROR_SCRIPT_HASH}'`);
    expect(policy.get("default-src"), path).toBe("'self'");
    expect(policy.get("object-src"), path).toBe("'none'");
    expect(policy.get("base-uri"), path).toBe("'none'");
    expect(policy.get("require-trusted-types-for"), path).toBe("'script'");
    expect(headers.get("X-Frame-Options"), path).toBe("DENY");
    expect(headers.get("Referrer-Policy"), path).toBe("strict-origin-when-cross-origin");
  }

  test("carry the security headers for every kind of response", async () => {
    expect((await open("/")).data.preload).toHaveProperty("/api/home");
    const asset = (await visitor.fetch(`/api/levels/${level}`)).body.level as { file_url: string };
    const script = /src="(\/build\/[^"]+)"/.exec((await open("/")).html)?.[1] ?? "";
    const cached = "/api/levels?order=newest";
    await visitor.fetch(cached);
    const etag = (await visitor.fetch(asset.file_url)).headers.get("ETag") ?? "";
    const kinds: [path: string, status: number, init?: RequestInit][] = [
      ["/", 200],
      ["/nowhere", 404],
      ["/api/session", 200],
      [cached, 200],
      ["/api/nothing", 404],
      ["/api/levels?page=x", 422],
      ["/api/levels?filter=favorited", 401],
      [`/api/levels/${level}/favorite`, 419, { method: "POST" }],
      [`/api/levels/${level}/favorite`, 401, { method: "POST", headers: visitor.writeHeaders() }],
      ["/api/auth/login", 415, { method: "POST", headers: visitor.writeHeaders(), body: "x" }],
      ["/api/openapi.json", 200],
      ["/random-level", 302],
      ["/email/verify/x", 404],
      ["/dev/outbox", 200],
      [asset.file_url, 200],
      [asset.file_url, 304, { headers: { "If-None-Match": etag } }],
      ["/assets/nothing", 404],
      ["/static/favicon.svg", 200],
      ["/favicon.ico", 200],
      ["/manifest.webmanifest", 200],
      ["/service-worker.js", 200],
      ["/offline", 200],
      ["/looks/d/headshot-160.png", 200],
      [script, 200],
      ["/", 200, { method: "HEAD" }],
      ["/", 405, { method: "PUT" }],
    ];
    for (const [path, status, init] of kinds) {
      const response = await visitor.fetch(path, init);
      expect(response.status, path).toBe(status);
      expectSecure(response.headers, path);
    }
  });

  test("forbid shared caching of pages and any caching of API responses", async () => {
    expect((await open("/", annBrowser)).response.headers.get("Cache-Control")).toBe("private, no-cache");
    expect((await annBrowser.fetch("/api/session")).headers.get("Cache-Control")).toBe("no-store");
    expect((await annBrowser.fetch("/api/nothing")).headers.get("Cache-Control")).toBe("no-store");
  });

  test("enforce HTTPS and hide the costs in production", async () => {
    const browser = await Browser.visitor();
    browser.variant = { ENVIRONMENT: "production", DIAGNOSTICS: "off" };
    const { headers } = await browser.fetch("/api/session");
    expect(headers.get("Strict-Transport-Security")).toContain("max-age=31536000");
    expect(headers.has("Server-Timing")).toBe(false);
  });
});

test("other methods treat HEAD like GET without a body", async () => {
  const paths = ["/", `/levels/${level}`, "/nowhere", "/api/levels", "/api/nothing", "/static/favicon.svg"];
  for (const path of paths) {
    const [head, get] = [await visitor.fetch(path, { method: "HEAD" }), await visitor.fetch(path)];
    expect(head.status, path).toBe(get.status);
    expect(head.headers.get("Content-Type"), path).toBe(get.headers.get("Content-Type"));
  }
});

test.each(["PUT", "DELETE", "PATCH", "OPTIONS", "PROPFIND"])("other methods reject %s", async (method) => {
  const pages = ["/", `/levels/${level}`, "/random-level"];
  for (const path of [...pages, "/api/levels", `/api/levels/${level}`, "/api/nothing"]) {
    const response = await annBrowser.fetch(path, { method, headers: annBrowser.writeHeaders() });
    expect(response.status, path).toBe(path === "/api/nothing" ? 404 : 405);
    expect(response.body).toMatchObject({ message: expect.any(String), code: expect.any(String) });
    expect(response.cost.written).toBe(0);
  }
});

test("other methods name the methods that a path has, if it doesn't have the one of the request", async () => {
  const allowed = async (path: string, method: string) => {
    const { status, headers } = await visitor.fetch(path, { method });
    return [status, headers.get("Allow")];
  };
  const read = [405, "GET, HEAD"];
  for (const path of [
    ...["/", "/levels", `/levels/${level}/`, "/random-level", "/robots.txt", "/sitemap.xml"],
    ...["/sitemap/pages.xml", "/manifest.webmanifest", "/service-worker.js", "/offline", "/favicon.ico"],
    ...["/static/favicon.svg", "/assets/nothing", "/looks/d/headshot-160.png"],
    ...["/share/level/1/0123456789abcdef.jpg", "/api/openapi.json", "/api/session", "/health"],
    "/dev/outbox",
  ])
    for (const method of ["POST", "PUT", "DELETE", "OPTIONS"])
      expect(await allowed(path, method), `${method} ${path}`).toEqual(read);
  expect(await allowed("/api/auth/logout", "GET")).toEqual([405, "POST"]);
  expect(await allowed("/api/levels", "PUT")).toEqual([405, "GET, HEAD, POST"]);
  for (const path of ["/nowhere", "/api/nothing", "/forums/x/y/z"])
    expect(await allowed(path, "PUT"), path).toEqual([404, null]);
});

test("other methods reject a malformed host with 400, whatever the path", async () => {
  for (const host of ["u:p@x", "user@localhost", ":@x", "x#y", "x?y", "\\\\x", "ü.de", "a b", "[", "%zz"])
    for (const path of ["/", "/sitemap.xml", "/sitemap/pages.xml", "/service-worker.js", "/assets/x"]) {
      // The constructor of a request would tidy the URL up, or reject it.
      const request = new Proxy(new Request("https://bopolis.test/"), {
        get: (target, key) => {
          if (key === "url") return `http://${host}${path}`;
          const value: unknown = Reflect.get(target, key);
          return typeof value === "function" ? value.bind(target) : value;
        },
      });
      const context = createExecutionContext();
      const response = await app.fetch(request, testEnv, context);
      await waitOnExecutionContext(context);
      expect(await response.json(), host + path).toMatchObject({ code: "bad_address" });
    }
});

test("an internal error returns a 500 without details and logs them with the response's request id", async () => {
  const browser = await Browser.visitor();
  const DB = withSession({
    prepare() {
      throw new Error("secret table at secret.ts:12: SQLITE_ERROR");
    },
  });
  browser.variant = { DB };
  for (const path of ["/api/users/nobody_x", `/levels/${level}`]) {
    const response = await browser.fetch(path);
    expect(response.status).toBe(500);
    expect(JSON.stringify(response.body)).not.toMatch(/secret|stack|\.ts/);
    const logged = expectWorkerErrors().join();
    expect(logged).toContain("secret table");
    expect(logged).toContain(response.headers.get("X-Request-Id"));
  }
});

test("a page view updates the session's last use at most once an hour", async () => {
  const user = await addUser();
  const browser = await Browser.signedIn(user);
  browser.variant = {};
  const seen = async () =>
    (await runSql<{ seen_at: number }>`select seen_at from sessions where user_id = ${user.id}`)[0]
      ?.seen_at ?? 0;
  const recently = Date.now() - 50 * 60_000;
  await runSql`update sessions set seen_at = ${recently} where user_id = ${user.id}`;
  await browser.fetch("/ratings");
  expect(await seen()).toBe(recently);
  await runSql`update sessions set seen_at = 5 where user_id = ${user.id}`;
  await browser.fetch("/ratings");
  expect(await seen()).toBeGreaterThan(recently);
});

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
  test("is returned until it expires, but not to those who have written or heard of something newer", async () => {
    await cacheSet(url, "body", { seconds: 5, bookmarks: OLD, now });
    expect(text(cacheGet(url, {}, now + 4_999))).toBe("body");
    expect(cacheGet(url, {}, now + 5_000)).toBeUndefined();
    expect(await locationCacheGet(url, {}, now + 5_000)).toBeUndefined();
    expect(text(cacheGet(url, OLD, now))).toBe("body");
    expect(cacheGet(url, NEW, now)).toBeUndefined();
    expect(await locationCacheGet(url, NEW, now)).toBeUndefined();
  });

  test("is found in its release's cache of the location by other processes, and expires as there", async () => {
    await cacheSet(url, "body", { seconds: SECONDS, bookmarks: NEW, now });
    await forgetInProcess();
    expect(cacheGet(url, {}, now)).toBeUndefined();
    expect(text(await locationCacheGet(url, {}, now + 3_000))).toBe("body");
    expect(text(cacheGet(url, {}, now + 1_000 * SECONDS - 1))).toBe("body");
    expect(cacheGet(url, {}, now + 1_000 * SECONDS)).toBeUndefined();
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

test("a list costs the next visitor no round trip, and shows a writer their own change", async () => {
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

test("a list that is the same for everyone is cached for members, too", async () => {
  const [visitor, member] = [await Browser.visitor(), await Browser.signedIn(await addUser())];
  const { body } = await visitor.call(starterItemsRoute);
  const cached = await member.call(starterItemsRoute);
  expect(cached.body).toEqual(body);
  expect(cached.cost.roundTrips).toBe(0);
});
