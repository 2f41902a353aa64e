import { createExecutionContext, createMessageBatch, getQueueResult } from "cloudflare:test";
import { sql } from "drizzle-orm";
import type { HealthReport } from "#domain/health/api.ts";
import { systemRoute } from "#domain/system/api.ts";
import { SCHEDULE_JOBS } from "#domain/system/schedule.ts";
import { countRows, db, firstRow, runSql, testEnv } from "#tests/support/browser.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import { faultyDatabase, laggingReads, withSession } from "#tests/support/with-session.ts";
import { expectWorkerErrors } from "#tests/support/worker.setup.ts";
import { app } from "#worker/app.ts";
import { HEALTH_CHECKS } from "#worker/health/checks.ts";
import { countDeadLetters, deleteOldDeadLetters } from "#worker/health/heartbeats.ts";
import { findMissingFiles } from "#worker/health/missing-files.ts";
import { runChecks } from "#worker/health/run-checks.ts";
import { RecentCounts } from "#worker/http/recent-counts.ts";
import site from "#worker/index.ts";

const MINUTE = 60_000;
const now = Date.now();

const broken = (message: string): never => {
  throw new Error(message);
};
/** A binding whose every method throws. */
const away = <T>(message: string): T => new Proxy({}, { get: () => () => broken(message) }) as T;

/** A binding whose every call never ends. */
const hanging = <T>(): T => new Proxy({}, { get: () => () => new Promise(() => {}) }) as T;

async function check(names: string[], bindings: Partial<Env> = {}, at = now): Promise<HealthReport> {
  const list = HEALTH_CHECKS.filter(({ name }) => names.includes(name));
  expect(list).toHaveLength(names.length);
  return runChecks({ ...testEnv, ...bindings }, list, at);
}
const one = async (name: string, bindings: Partial<Env> = {}, at = now) =>
  (await check([name], bindings, at)).checks[0];

const recordRun = (job: string, succeeded: number | null, failed: number | null, error: string | null) =>
  runSql`insert into schedule_runs (job, took_ms, succeeded_at, failed_at, error)
      values (${job}, 1, ${succeeded}, ${failed}, ${error})
      on conflict do update
        set succeeded_at = excluded.succeeded_at, failed_at = excluded.failed_at, error = excluded.error`;

beforeEach(async () => {
  for (const table of ["schedule_runs", "heartbeats", "mails", "dead_letters"])
    await runSql`delete from ${sql.raw(table)}`;
  for (const job of SCHEDULE_JOBS) await recordRun(job, now - MINUTE, null, null);
});

describe("the check of the database's copies", () => {
  test("says that reads come from the primary where there is no copy", async () => {
    if ("LAGGING_COPY" in testEnv) return;
    expect(await one("copies")).toMatchObject({ status: "ok", detail: "reads come from the primary" });
  });

  test("measures how far the nearest copy is behind, and names one that is too far", async () => {
    let reads = 0;
    const { DB } = laggingReads({ stale: () => ++reads < 3 });
    const report = await one("copies", { DB });
    expect(report?.status).toBe("ok");
    expect(report?.detail).toMatch(/^the nearest copy was less than \d+ ms behind$/);
    expect(await one("copies", { DB: laggingReads().DB })).toMatchObject({
      status: "degraded",
      detail: "the nearest copy is more than 2000 ms behind",
    });
  });
});

test("GET /health responds to everyone, uncached, with each part of the site, and to HEAD", async () => {
  const context = { waitUntil: () => {}, passThroughOnException: () => {} } as unknown as ExecutionContext;
  const get = (method: string) =>
    app.fetch(new Request("https://site.example/health", { method }), testEnv, context);
  const response = await get("GET");
  const report = (await response.json()) as HealthReport;
  // A busy machine can be slow, which is named.
  expect(report.checks.filter(({ status }) => status === "down")).toEqual([]);
  expect(response.status).toBe(200);
  expect(response.headers.get("Cache-Control")).toBe("no-store");
  expect(report.version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(report.checks.map(({ name }) => name)).toEqual(HEALTH_CHECKS.map(({ name }) => name));
  const head = await get("HEAD");
  expect([head.status, await head.text()]).toEqual([200, ""]);
});

test("GET /health never adds rows, however often it's called", async () => {
  const count = async () => (await firstRow<{ n: number }>`select count(*) as n from heartbeats`)?.n;
  await check(["d1_write", "queues"]);
  const before = await count();
  for (let i = 1; i < 5; i++) await check(["d1_write", "queues"], {}, now + i * MINUTE);
  expect(await count()).toBe(before);
});

describe("a fault", () => {
  test("of D1 is named, and the rest is still checked", async () => {
    const report = await check(["d1_read", "d1_write", "r2", "jobs"], { DB: away("no such host") });
    expect(report.status).toBe("down");
    expect(report.checks).toMatchObject([
      { name: "d1_read", status: "down", detail: "no such host" },
      { name: "d1_write", status: "down", detail: "no such host" },
      { name: "r2", status: "ok" },
      { name: "jobs", status: "degraded", detail: expect.stringContaining("unknown") },
    ]);
  });

  test("of D1 that is slow is named, and is no reason to call the site down", async () => {
    let measuredMs = 0;
    const prepared = (native: D1PreparedStatement): object => ({
      bind: (...values: unknown[]) => prepared(native.bind(...values)),
      all: async () => {
        const rows = await native.all();
        measuredMs += 600;
        return rows;
      },
    });
    const clock = vi.spyOn(performance, "now").mockImplementation(() => measuredMs);
    onTestFinished(() => clock.mockRestore());
    const slow = withSession({ prepare: (sql: string) => prepared(testEnv.DB.prepare(sql)) });
    expect(await check(["d1_read", "d1_write"], { DB: slow })).toMatchObject({
      status: "degraded",
      checks: [
        { status: "degraded", detail: expect.stringMatching(/^reading is slow: \d+ ms$/) },
        { status: "degraded", detail: expect.stringMatching(/^writing is slow: \d+ ms$/) },
      ],
    });
  });

  test("of D1 that is full is named by the write alone", async () => {
    const full = (text: string) =>
      faultyDatabase(testEnv.DB, (query) => (/insert|update|delete/.test(query) ? text : null)).database;
    for (const text of [
      "D1_ERROR: Exceeded maximum DB size.",
      "D1_ERROR: database or disk is full: SQLITE_FULL",
    ])
      expect(await check(["d1_read", "d1_write"], { DB: full(text) })).toMatchObject({
        status: "down",
        checks: [{ status: "ok" }, { status: "down", detail: text }],
      });
  });

  test("that makes a check wait is named after its time limit, with the check's own status", async () => {
    const { GAME_HOST } = testEnv;
    const [objects, files] = await Promise.all([
      one("objects", { GAME_HOST: { getByName: () => hanging() } as unknown as Env["GAME_HOST"] }),
      one("r2", { BUCKET: hanging() }),
    ]);
    expect(objects).toMatchObject({ status: "degraded", detail: "no response from GameHost" });
    expect(files).toMatchObject({ status: "down", detail: "not finished after 3000 ms" });
    expect(await one("objects", { GAME_HOST })).toMatchObject({ status: "ok" });
  });

  test("of R2 or Stripe is named", async () => {
    expect(await one("r2", { BUCKET: away("bucket missing") })).toMatchObject({
      status: "down",
      detail: "bucket missing",
    });
    const closed = { STRIPE_STAND_IN: "http://127.0.0.1:9", STRIPE_SECRET_KEY: "sk_test_1" };
    expect(await one("stripe", closed, now + MINUTE)).toMatchObject({
      status: "degraded",
      detail: expect.stringContaining("Stripe doesn't respond"),
    });
  });

  test("of one class of objects is named and leaves the site up; without any, it's down", async () => {
    const namespace = <T>() => ({ getByName: () => away("thrown") }) as T;
    expect(await one("objects", { USER_HUB: namespace(), THROTTLE: namespace() })).toMatchObject({
      status: "degraded",
      detail: "no response from UserHub, Throttle",
    });
    const all = [
      ...["USER_HUB", "CONVERSATION", "PRESENCE", "GAME_HOST", "LEVEL_ROOM", "LEVEL_BUILD", "BACKUP"],
      ...["BOARD", "IDS", "THROTTLE"],
    ];
    const bindings = Object.fromEntries(all.map((name) => [name, namespace()]));
    expect(await one("objects", bindings)).toMatchObject({ status: "down" });
  });

  test("of a queue that doesn't deliver or takes no messages is named", async () => {
    const stuck = { send: async () => {} } as unknown as Env["RUNS"];
    const at = (seconds: number) => now + 10 * MINUTE + seconds * 1000;
    await one("queues", { RUNS: stuck }, at(0));
    expect(await one("queues", { RUNS: stuck }, at(21))).toMatchObject({
      status: "degraded",
      detail: expect.stringContaining("runs hasn't delivered for 21 s"),
    });
    expect(await one("queues", { PUSHES: away("full") }, at(120))).toMatchObject({
      detail: expect.stringContaining("pushes can't be filled: full"),
    });
  });

  test("of the schedule or a job is named", async () => {
    await recordRun("pictures", now - 10 * MINUTE, now - MINUTE, "Error: the queue is down");
    expect(await one("jobs")).toMatchObject({
      status: "degraded",
      detail: "failing: pictures (Error: the queue is down)",
    });
    expect(await one("schedule")).toMatchObject({ status: "ok" });
    expect(await one("schedule", {}, now + 20 * MINUTE)).toMatchObject({
      status: "degraded",
      detail: "the schedule last ran 21 min ago",
    });
  });

  test("of the mail service is named until a mail was sent again", async () => {
    const mail = (attempts: number, tried: number, sent: number | null) =>
      runSql`insert into mails (recipient, subject, body, created_at, attempts, claimed_until, sent_at)
         
            values ('a@example.com', 'Hi', 'Hi', ${now - 10 * MINUTE}, ${attempts}, ${tried + 45_000}, ${sent})`;
    await mail(1, now - MINUTE, null);
    expect(await one("mail")).toMatchObject({
      status: "degraded",
      detail: "the mail service refused the last mail; 1 wait, the oldest for 10 min",
    });
    await mail(1, now - MINUTE / 2, now - MINUTE / 2);
    expect(await one("mail")).toMatchObject({ status: "ok" });
  });

  test("of a backup is named while it's tried again, and after it was given up", async () => {
    const status = (part: object) => ({ running: null, last: null, newest: null, since: now, ...part });
    const backup = (part: object) =>
      one("backup", {
        BACKUPS: "on",
        BACKUP: { getByName: () => ({ status: async () => status(part) }) } as unknown as Env["BACKUP"],
      });
    const failed = { type: "backup", error: "Error: R2 is away" };
    expect(await backup({})).toMatchObject({ status: "ok" });
    expect(await backup({ running: failed })).toMatchObject({
      status: "degraded",
      detail: "the running backup fails: Error: R2 is away; no backup yet",
    });
    expect(await backup({ last: failed })).toMatchObject({
      status: "degraded",
      detail: "the last backup failed: Error: R2 is away; no backup yet",
    });
  });

  test("of a secret, or of a setting that works only with another one, is named without any value", async () => {
    const { SEAL_SECRET: _, ...others } = testEnv;
    expect(await runChecks({ ...others, JOIN_SECRET: "" } as Env, HEALTH_CHECKS, now)).toMatchObject({
      status: "down",
      checks: expect.arrayContaining([
        expect.objectContaining({
          name: "secrets",
          status: "down",
          detail: "missing: JOIN_SECRET, SEAL_SECRET",
        }),
      ]),
    });
    const half = { STRIPE_SECRET_KEY: "sk_test_1", STRIPE_WEBHOOK_SECRET: "" };
    expect(await one("secrets", half)).toMatchObject({
      status: "degraded",
      detail: "missing beside its other half: STRIPE_WEBHOOK_SECRET",
    });
  });

  test("of the schema is named: a missing migration, a missing index", async () => {
    await runSql`drop index mails_sent`;
    expect(await one("schema", {}, now + 2 * MINUTE)).toMatchObject({
      status: "down",
      detail: expect.stringContaining("isn't what migration"),
    });
    await runSql`delete from d1_migrations where name = (select max(name) from d1_migrations)`;
    expect(await one("schema", {}, now + 4 * MINUTE)).toMatchObject({
      status: "down",
      detail: expect.stringContaining("is missing, the newest is"),
    });
  });
});

describe("files of the build", () => {
  const manifest = {
    "web/index.html": { file: "build/main.js", css: ["build/main.css"], imports: ["_shared.js"] },
    "_shared.js": { file: "build/shared.js" },
    "web/shop.tsx": { file: "build/shop.js", assets: ["build/shop.png"] },
  };
  /** Serves a build without some of its files. */
  const without = (...missing: string[]): Env => {
    const names = [
      "web/index.html",
      ...Object.values(manifest).flatMap((one) => [
        one.file,
        ...("css" in one ? one.css : []),
        ...("assets" in one ? one.assets : []),
      ]),
    ];
    const ASSETS = {
      fetch: async (url: string) => {
        const name = new URL(url).pathname.slice(1);
        if (missing.includes(name)) return new Response(null, { status: 404 });
        if (name === ".vite/manifest.json") return Response.json(manifest);
        return new Response(null, { status: names.includes(name) ? 200 : 404 });
      },
    } as unknown as Fetcher;
    return { ...testEnv, ASSETS };
  };
  /** Each call checks all files: it is a minute after the one before. */
  let at = now + 60 * MINUTE;
  const find = (...missing: string[]) => {
    at += MINUTE;
    return findMissingFiles(without(...missing), at);
  };

  test("that are missing are named, those of the entry point apart, also when the clock has gone back", async () => {
    expect(await find()).toEqual({ entry: [], other: [], total: 5 });
    expect(await find("build/shop.js", "build/shop.png")).toMatchObject({
      entry: [],
      other: ["build/shop.js", "build/shop.png"],
    });
    for (const name of ["build/main.js", "build/main.css", "build/shared.js", "web/index.html"])
      expect(await find(name)).toMatchObject({ entry: [name] });
    expect(await find(".vite/manifest.json")).toMatchObject({ entry: ["the manifest"] });
    expect(await find()).toMatchObject({ entry: [], other: [] });
    await find();
    expect(await findMissingFiles(without(), at - 7_000)).toEqual({ entry: [], other: [], total: 5 });
    expect(await find("build/shop.png")).toMatchObject({ entry: [], other: ["build/shop.png"] });
  });
});

test("counts of recent requests forget a failure within a minute", () => {
  const counts = new RecentCounts();
  counts.add(true, now);
  counts.add(false, now + 30_000);
  expect(counts.read(now + 30_000)).toEqual({ calls: 2, failures: 1 });
  expect(counts.read(now + 50_000)).toEqual({ calls: 1, failures: 0 });
  expect(counts.read(now + 200_000)).toEqual({ calls: 0, failures: 0 });
});

const DAY_MS = 24 * 60 * MINUTE;

const batchOf = (queue: string, tries: readonly number[]) => {
  const message = { timestamp: new Date(0), body: { run_id: 1e9 } };
  return createMessageBatch(
    queue,
    tries.map((attempts, i) => ({ ...message, id: `${i}`, attempts })),
  );
};

/** Returns the check of the queues, with queues that take heartbeats and deliver none. */
async function queuesCheck(now: number) {
  const queue = { send: async () => undefined } as unknown as Env["RUNS"];
  const names = ["RENDERS", "DRAWINGS", "EXPORTS", "RUNS", "PUSHES"];
  const env: Env = { ...testEnv, ...Object.fromEntries(names.map((name) => [name, queue])) };
  const check = HEALTH_CHECKS.filter(({ name }) => name === "queues");
  return (await runChecks(env, check, now)).checks[0];
}

describe("jobs that were given up", () => {
  test("are counted by queue, once each, and done", async () => {
    // It isn't for dead letters.
    await countDeadLetters(batchOf("bopolis-runs", [1]), testEnv, Date.now());
    for (const attempts of [[1, 1], [1], [2, 3]]) {
      const batch = batchOf("any-name-runs-dead", attempts);
      await site.queue(batch as never, testEnv);
      expect((await getQueueResult(batch, createExecutionContext())).explicitAcks).toHaveLength(
        attempts.length,
      );
    }
    const { dead_letters } = (await (await signedInUser({ role: "moderator" })).call(systemRoute)).body;
    expect(dead_letters).toEqual([{ queue: "runs", count: 3, last_at: expect.stringMatching(/Z$/) }]);
  });

  test("degrade the site for 50 seconds, are named for a day, and are forgotten after 30 days", async () => {
    const now = Date.now();
    expect(await queuesCheck(now)).toMatchObject({ status: "ok", detail: "all queues deliver" });
    await countDeadLetters(batchOf("bopolis-exports-dead", [1]), testEnv, now);
    const named = expect.stringContaining("exports gave up a job");
    await runSql`delete from heartbeats`;
    expect(await queuesCheck(now + 40_000)).toMatchObject({ status: "degraded", detail: named });
    await runSql`delete from heartbeats`;
    expect(await queuesCheck(now + 60 * MINUTE)).toMatchObject({ status: "ok", detail: named });
    await runSql`delete from heartbeats`;
    expect(await queuesCheck(now + DAY_MS)).toMatchObject({ status: "ok", detail: "all queues deliver" });
    for (const [days, left] of [
      [30, 1],
      [31, 0],
    ] as const) {
      await db.all(deleteOldDeadLetters(now + days * DAY_MS));
      expect(await countRows("dead_letters")).toBe(left);
    }
  });

  test("are done even if they can't be counted", async () => {
    const { database } = faultyDatabase(testEnv.DB, () => "the database is away");
    await countDeadLetters(batchOf("bopolis-renders-dead", [1]), { ...testEnv, DB: database }, Date.now());
    expect(expectWorkerErrors().join()).toContain("dead letters not counted");
  });
});

test("push messages that wait are counted by their queue, and a queue that can't be measured is late", async () => {
  const browser = await signedInUser({ role: "moderator" });
  const pushes = async (metrics: () => Promise<unknown>) => {
    browser.variant = { PUSHES: { metrics, send: async () => undefined } as never };
    const { backlogs } = (await browser.call(systemRoute)).body as { backlogs: { name: string }[] };
    return backlogs.find(({ name }) => name === "pushes");
  };
  const oldestMessageTimestamp = new Date(Date.now() - DAY_MS);
  expect(await pushes(async () => ({ backlogCount: 7, backlogBytes: 1, oldestMessageTimestamp }))).toEqual({
    name: "pushes",
    count: 7,
    oldest_at: oldestMessageTimestamp.toISOString(),
    late: false,
  });
  expect(await pushes(async () => ({ backlogCount: 0, backlogBytes: 0 }))).toMatchObject({
    count: 0,
    oldest_at: null,
  });
  expect(await pushes(() => Promise.reject(new Error("no queue")))).toMatchObject({ late: true });
  expectWorkerErrors();
  browser.variant = null;
  const { backlogs } = (await browser.call(systemRoute)).body;
  // Other tests may have left messages in the simulator's queue.
  expect(backlogs).toContainEqual(expect.objectContaining({ name: "pushes", late: false }));
});
