import { sql } from "drizzle-orm";
import type { error_groups } from "#db/schema/index.ts";
import { ERROR_LIMITS, OTHER_ERRORS } from "#domain/system/errors.ts";
import { Browser, countRows, ORIGIN, runSql, type TestResponse, testEnv } from "#tests/support/browser.ts";
import { StoppedClock } from "#tests/support/stopped-clock.ts";
import { withSession } from "#tests/support/with-session.ts";
import { expectWorkerErrors } from "#tests/support/worker.setup.ts";
import { errorLog } from "#worker/http/error-log.ts";
import { ERROR_SCRIPT, ERROR_SCRIPT_HASH, ERRORS_PATH } from "#worker/http/error-script.ts";
import { addSecurityHeaders } from "#worker/http/headers.ts";
import { logError } from "#worker/http/log.ts";
import { runSchedule } from "#worker/schedule.ts";

const groups = () =>
  runSql<typeof error_groups.$inferSelect>`select * from error_groups order by first_at, key`;
const hours = () => runSql<{ hour: number; kind: string; count: number }>`select * from error_hours`;

const DAY_MS = 24 * 60 * 60 * 1000;
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const CHROME = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/142.0.0.0 Safari/537.36";
const STACK = `TypeError: x\n    at f (${ORIGIN}/build/a1b2c3d.js:1:23)`;

let browser: Browser;
let clock: StoppedClock;

beforeEach(async () => {
  errorLog.clear();
  await runSql`delete from error_groups`;
  await runSql`delete from error_hours`;
  browser = await Browser.visitor();
  // Waits for what is stored after the response.
  browser.variant = {};
  clock = new StoppedClock();
});
afterEach(() => clock.restore());

/** Sends a body like a browser. Writes are spread out beyond ten in a minute, so a minute passes before each. */
function send(body: unknown, type = "text/plain;charset=UTF-8", headers = {}): Promise<TestResponse> {
  clock.advance(60_000);
  return browser.fetch(ERRORS_PATH, {
    method: "POST",
    body: typeof body === "string" ? body : JSON.stringify(body),
    headers: { "Content-Type": type, Origin: ORIGIN, "User-Agent": FIREFOX, ...headers },
  });
}

const pageError = (message: string, fields = {}) => ({
  message,
  stack: STACK,
  path: "/users/ann",
  version: "1.2.3",
  ...fields,
});

const violation = (fields = {}) => ({
  type: "csp-violation",
  body: {
    documentURL: `${ORIGIN}/levels?search=ann`,
    effectiveDirective: "script-src-elem",
    blockedURL: "https://evil.test/a.js?token=secret",
    sourceFile: `${ORIGIN}/build/a.js`,
    lineNumber: 3,
    columnNumber: 9,
    ...fields,
  },
});

describe("errors of a page", () => {
  test("are grouped without numbers, queries, names or users", async () => {
    expect((await send(pageError("TypeError: level 7 is gone"))).status).toBe(204);
    await send(pageError("TypeError: level 12 is gone"), "text/plain", { "User-Agent": CHROME });
    expect(await groups()).toMatchObject([
      {
        kind: "script",
        message: "TypeError: level # is gone",
        source: "/build/a1b2c3d.js:1:23",
        stack: "at f (/build/a1b2c3d.js:1:23)",
        page: "/users/:username",
        version: "1.2.3",
        browsers: "Firefox on Linux, Chrome on Windows",
        requests: "",
        count: 2,
        first_at: Date.now() - 60_000,
        last_at: Date.now(),
        state: "open",
      },
    ]);
    expect((await hours()).reduce((sum, { count }) => sum + count, 0)).toBe(2);
  });

  test("open a resolved group again, and leave an ignored one ignored", async () => {
    for (const state of ["resolved", "ignored"]) {
      await send(pageError(`Error: ${state}`));
      await runSql`update error_groups set state = ${state} where message = ${`Error: ${state}`}`;
      await send(pageError(`Error: ${state}`));
    }
    expect((await groups()).map(({ state, count }) => [state, count])).toEqual([
      ["open", 2],
      ["ignored", 2],
    ]);
  });

  test("of extensions are ignored, and those from other sites, without a message, malformed or too large rejected", async () => {
    const stack = "Error: x\n    at f (chrome-extension://abc/content.js:1:2)";
    expect((await send(pageError("Error: x", { stack }))).status).toBe(204);
    expect((await send(pageError("Error"), "text/plain", { Origin: "https://evil.test" })).status).toBe(419);
    expect((await send(pageError(""))).status).toBe(422);
    expect((await send(pageError("x".repeat(1_001)))).status).toBe(422);
    expect((await send("{")).status).toBe(400);
    expect((await send([])).status).toBe(422);
    expect((await send(pageError("x", { stack: "x".repeat(ERROR_LIMITS.reportBytes) }))).status).toBe(413);
    expect(await groups()).toEqual([]);
  });

  test("are limited per IP address", async () => {
    const keys: unknown[] = [];
    const WRITE_LIMIT = {
      limit: async ({ key }: { key: string }) => {
        keys.push(key);
        return { success: false };
      },
    };
    browser.variant = { WRITE_LIMIT: WRITE_LIMIT as unknown as RateLimit, RATE_LIMITS: "on" };
    const response = await send(pageError("Error"), "text/plain", { "CF-Connecting-IP": "192.0.2.7" });
    expect(response.status).toBe(429);
    expect(keys).toEqual(["errors:192.0.2.7"]);
    expect(await groups()).toEqual([]);
  });

  test("by one network that invents errors don't hide those of others", async () => {
    const word = (n: number) => String.fromCharCode(97 + Math.floor(n / 26), 97 + (n % 26));
    const sendFrom = (ip: string, message: string) =>
      send(pageError(`Error: ${message}`), "text/plain", { "CF-Connecting-IP": ip });
    const WRITE_LIMIT = { limit: async () => ({ success: true }) };
    browser.variant = { WRITE_LIMIT: WRITE_LIMIT as unknown as RateLimit, RATE_LIMITS: "on" };
    // All in the same hour: a minute passes before each.
    clock.advance(Math.ceil(Date.now() / 3_600_000) * 3_600_000 - Date.now());
    for (let n = 0; n < 40; n++) await sendFrom(`2001:db8:0:1::${n}`, `flood ${word(n)}`);
    await sendFrom("2001:db8:0:2::1", "real");
    await sendFrom("2001:db8:0:1::1", `flood ${word(0)}`);
    const stored = await groups();
    expect(stored.map(({ message }) => message).sort()).toEqual(
      [OTHER_ERRORS, "Error: real", ...[0, 1, 2].map((n) => `Error: flood ${word(n)}`)].sort(),
    );
    expect(stored.find(({ message }) => message === OTHER_ERRORS)).toMatchObject({ count: 37, stack: "" });
    // Known ones count on.
    expect(stored.find(({ message }) => message === "Error: flood aa")).toMatchObject({ count: 2 });
    // And the next hour has space again.
    clock.advance(3_600_000);
    await sendFrom("2001:db8:0:1::1", "flood later");
    expect((await groups()).map(({ message }) => message)).toContain("Error: flood later");
  });

  test("make at most 30 new groups of a kind in an hour, and the others count in one group", async () => {
    const words = Array.from(
      { length: ERROR_LIMITS.newGroups + 5 },
      (_, i) => `${String.fromCharCode(97 + (i % 26))}${"z".repeat(i)}`,
    );
    clock.restore();
    clock = new StoppedClock();
    for (const word of words) errorLog.add({ kind: "script", message: word, source: "", version: "1" });
    await errorLog.flush(testEnv, Date.now());
    const stored = await groups();
    expect(stored).toHaveLength(ERROR_LIMITS.newGroups + 1);
    expect(stored.find(({ message }) => message === OTHER_ERRORS)).toMatchObject({
      count: 5,
      source: "",
      stack: "",
    });
    // Known groups and other kinds still count.
    errorLog.add({ kind: "script", message: words[0] ?? "", source: "", version: "1" });
    errorLog.add({ kind: "server", message: "new", source: "GET /", version: "1" });
    await errorLog.flush(testEnv, Date.now());
    const later = await groups();
    expect(later.find(({ message }) => message === words[0])).toMatchObject({ count: 2 });
    expect(later.find(({ kind }) => kind === "server")).toMatchObject({ message: "new" });
  });

  test("come from a script that the policy allows by its hash", async () => {
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(ERROR_SCRIPT));
    expect(`sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`).toBe(ERROR_SCRIPT_HASH);
    const { body } = await browser.fetch("/");
    expect(body.text).toContain(`<script>${ERROR_SCRIPT}</script>`);
    expect(body.text).toMatch(/<meta name="version" content="[^"]+">/);
  });
});

describe("violations of the Content-Security-Policy", () => {
  test("are accepted in both formats, as one group", async () => {
    const old = {
      "csp-report": {
        "document-uri": `${ORIGIN}/levels/7`,
        "effective-directive": "script-src-elem",
        "blocked-uri": "https://evil.test/a.js?token=secret",
        "source-file": `${ORIGIN}/build/a.js`,
        "line-number": 3,
        "column-number": 9,
      },
    };
    expect((await send(old, "application/csp-report", { Origin: "null" })).status).toBe(204);
    const reports = [violation(), { type: "deprecation", body: { id: "x" } }];
    expect((await send(reports, "application/reports+json; charset=utf-8")).status).toBe(204);
    expect(await groups()).toMatchObject([
      {
        kind: "csp",
        message: "script-src-elem blocked evil.test",
        source: "/build/a.js:3:9",
        page: "/levels",
        count: 2,
      },
    ]);
    expect(JSON.stringify(await groups())).not.toMatch(/secret|search/);
  });

  test("of other sites and of extensions are ignored, and malformed ones are rejected", async () => {
    const reports = [
      violation({ documentURL: "https://evil.test/" }),
      violation({ sourceFile: "moz-extension://abc/x.js" }),
    ];
    expect((await send(reports, "application/reports+json")).status).toBe(204);
    expect((await send([{ type: "csp-violation" }], "application/reports+json")).status).toBe(422);
    expect((await send({ "csp-report": 7 }, "application/csp-report")).status).toBe(422);
    expect(await groups()).toEqual([]);
  });

  test("beyond ten in a request are ignored", async () => {
    const reports = Array.from({ length: 14 }, (_, i) =>
      violation({ effectiveDirective: `img-src-${"x".repeat(i)}` }),
    );
    await send(reports, "application/reports+json");
    const counts = (await groups()).map(({ count }) => count);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(ERROR_LIMITS.reports);
  });

  test("are sent by browsers to the path in the policy of every page", async () => {
    // The policy of the built site; the one for hot reload is less strict.
    vi.stubEnv("DEV", false);
    const { headers } = await browser.fetch("/levels");
    expect(headers.get("Reporting-Endpoints")).toBe(`errors="${ERRORS_PATH}"`);
    expect(headers.get("Content-Security-Policy")).toContain(`; report-uri ${ERRORS_PATH};`);
    expect(headers.get("Content-Security-Policy")).not.toContain("report-to");
    const inProduction = new Headers({ "Content-Type": "text/html" });
    addSecurityHeaders(inProduction, { ...testEnv, ENVIRONMENT: "production" });
    expect(inProduction.get("Content-Security-Policy")).toMatch(/; report-to errors$/);
    vi.unstubAllEnvs();
  });
});

describe("responses of 500 and above", () => {
  const broken = { BUCKET: { get: () => Promise.reject(new Error("R2 is away")) } as unknown as R2Bucket };
  const PICTURE = `/assets/${"a".repeat(8)}-aaaa-4aaa-8aaa-${"a".repeat(12)}.png`;

  test("are grouped by route and error, with the newest request ids", async () => {
    browser.variant = broken;
    const ids: (string | null)[] = [];
    for (let i = 0; i < 2; i++) {
      clock.advance(60_000);
      const response = await browser.fetch(PICTURE);
      expect(response.status).toBe(503);
      ids.unshift(response.headers.get("X-Request-Id"));
    }
    expect(expectWorkerErrors().join()).toContain("R2 is away");
    const [group] = await groups();
    expect(group).toMatchObject({
      kind: "server",
      message: "Error: R2 is away",
      count: 2,
      requests: ids.join(" "),
    });
    expect(group?.source).toMatch(/^GET \/assets\/:/);
    expect(group?.stack).toContain("at ");
  });

  test("write nothing while the site is healthy", async () => {
    await browser.fetch("/");
    await browser.fetch("/no-such-page");
    expect(await countRows("error_groups")).toBe(0);
    expect(await countRows("error_hours")).toBe(0);
  });

  test("are stored later if the database is away", async () => {
    const DB = withSession({
      prepare: () => ({ bind: () => ({}) }),
      batch: () => Promise.reject(new Error("D1 is away")),
    });
    clock.advance(60_000);
    errorLog.add({ kind: "server", message: "first", source: "GET /", version: "1" });
    await errorLog.flush({ ...testEnv, DB }, Date.now());
    expect(expectWorkerErrors().join()).toContain("errors not stored");
    expect(await groups()).toEqual([]);
    await browser.fetch("/api/session");
    expect(await groups()).toMatchObject([{ message: "first", count: 1 }]);
  });

  test("cost one round trip for any number of errors, and at most one each 5 seconds beyond ten a minute", async () => {
    clock.advance(60_000);
    let flushes = 0;
    for (let request = 0; request < 100; request++) {
      for (let i = 0; i < 10; i++)
        errorLog.add({ kind: "server", message: "x".repeat(i + 1), source: "GET /", version: "1" });
      if (errorLog.isDue(Date.now())) {
        await errorLog.flush(testEnv, Date.now());
        flushes++;
      }
      clock.advance(100);
    }
    // Ten at once, and one in each of the two steps of 5 seconds.
    expect(flushes).toBeLessThanOrEqual(12);
    await errorLog.flush(testEnv, Date.now());
    expect((await groups()).map(({ count }) => count)).toEqual(Array(10).fill(100));
  });
});

test("failures that the site survives are grouped by their event in the log", async () => {
  clock.advance(60_000);
  logError("mail failed", { mail: 7 }, new Error("550 mailbox 12 unavailable"));
  logError("mail failed", { mail: 8 }, new Error("550 mailbox 13 unavailable"));
  expectWorkerErrors();
  await browser.fetch("/api/session");
  expect(await groups()).toMatchObject([
    { kind: "background", message: "Error: # mailbox # unavailable", source: "mail failed", count: 2 },
  ]);
});

test("the schedule deletes groups after 30 days, and of each kind all but the newest 200", async () => {
  const now = Date.now();
  await runSql`with recursive n (i) as (select 1 union all select i + 1 from n where i < 210)
      insert into error_groups (key, kind, message, source, stack, page, version, browsers, requests, count, first_at, last_at)
      select 'k' || i, 'script', i, '', '', '', '', '', '', 1, ${now} - i, ${now} - i from n
      union all select 'old', 'csp', 'old', '', '', '', '', '', '', 1, 1, ${now - 31 * DAY_MS}
      union all select 'new', 'csp', 'new', '', '', '', '', '', '', 1, 1, ${now - 29 * DAY_MS}`;
  await runSql`insert into error_hours (hour, kind, count)
    values (1, 'csp', 1), (${now / 3_600_000}, 'csp', 1)`;
  await runSchedule({ ...testEnv, STARTER_ITEMS: "off" });
  expect(await countRows("error_groups", sql`kind = 'script'`)).toBe(ERROR_LIMITS.groups);
  expect(await countRows("error_groups", sql`key in ('k1', 'k200', 'new')`)).toBe(3);
  expect(await countRows("error_hours")).toBe(1);
});
