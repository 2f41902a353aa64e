import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { statement } from "#db/database.ts";
import type { HealthReport } from "#domain/health/api.ts";
import { SCHEDULE_JOBS } from "#domain/system/schedule.ts";
import { db, testEnv } from "#tests/support/browser.ts";
import { app } from "#worker/app.ts";
import type { Env } from "#worker/env.ts";
import { HEALTH_CHECKS } from "#worker/health/checks.ts";
import { runChecks } from "#worker/health/run-checks.ts";

const MINUTE = 60_000;
const now = Date.now();

const broken = (message: string): never => {
  throw new Error(message);
};
/** A binding whose every method throws. */
const away = <T>(message: string): T => new Proxy({}, { get: () => () => broken(message) }) as T;

/** Runs the named checks, in a site with other bindings. */
async function check(names: string[], bindings: Partial<Env> = {}, at = now): Promise<HealthReport> {
  const list = HEALTH_CHECKS.filter(({ name }) => names.includes(name));
  expect(list).toHaveLength(names.length);
  return runChecks({ ...testEnv, ...bindings }, list, at);
}
const one = async (name: string, bindings: Partial<Env> = {}, at = now) =>
  (await check([name], bindings, at)).checks[0];

const recordRun = (job: string, succeeded: number | null, failed: number | null, error: string | null) =>
  db.all(
    statement(sql`insert into schedule_runs (job, took_ms, succeeded_at, failed_at, error)
      values (${job}, 1, ${succeeded}, ${failed}, ${error})
      on conflict do update set succeeded_at = excluded.succeeded_at, failed_at = excluded.failed_at, error = excluded.error`),
  );

beforeEach(async () => {
  await db.batch({
    runs: statement(sql`delete from schedule_runs`),
    heartbeats: statement(sql`delete from heartbeats`),
    mails: statement(sql`delete from mails`),
  });
  for (const job of SCHEDULE_JOBS) await recordRun(job, now - MINUTE, null, null);
});

describe("GET /health", () => {
  test("responds to everyone, uncached, with each part of the site, and to HEAD", async () => {
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

  test("never adds rows, however often it's called", async () => {
    const count = async () =>
      (await db.first(statement<{ n: number }>(sql`select count(*) as n from heartbeats`)))?.n;
    await check(["d1_write", "queues"]);
    const before = await count();
    for (let i = 1; i < 5; i++) await check(["d1_write", "queues"], {}, now + i * MINUTE);
    expect(await count()).toBe(before);
  });
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

  test("of R2 is named", async () => {
    expect(await one("r2", { BUCKET: away("bucket gone") })).toMatchObject({
      status: "down",
      detail: "bucket gone",
    });
  });

  test("of one class of objects is named and leaves the site up; without any, it's down", async () => {
    const namespace = <T>() => ({ getByName: () => away("thrown") }) as T;
    expect(await one("objects", { USER_HUB: namespace(), THROTTLE: namespace() })).toMatchObject({
      status: "degraded",
      detail: "no response from UserHub, Throttle",
    });
    const all = [
      "USER_HUB",
      "CONVERSATION",
      "PRESENCE",
      "GAME_HOST",
      "LEVEL_ROOM",
      "LEVEL_BUILD",
      "BACKUP",
      "IDS",
      "THROTTLE",
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
      db.all(
        statement(sql`insert into mails (recipient, subject, body, created_at, attempts, claimed_until, sent_at)
          values ('a@example.com', 'Hi', 'Hi', ${now - 10 * MINUTE}, ${attempts}, ${tried + 5 * MINUTE}, ${sent})`),
      );
    await mail(1, now - MINUTE, null);
    expect(await one("mail")).toMatchObject({
      status: "degraded",
      detail: "the mail service refused the last mail; 1 wait, the oldest for 10 min",
    });
    await mail(1, now - MINUTE / 2, now - MINUTE / 2);
    expect(await one("mail")).toMatchObject({ status: "ok" });
  });

  test("of Stripe is named", async () => {
    const away = { STRIPE_STAND_IN: "http://127.0.0.1:9", STRIPE_SECRET_KEY: "sk_test_1" };
    expect(await one("stripe", away, now + MINUTE)).toMatchObject({
      status: "degraded",
      detail: expect.stringContaining("Stripe doesn't respond"),
    });
  });

  test("of a secret is named without any value", async () => {
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
  });

  test("of the schema is named: a missing migration, a missing index", async () => {
    await db.all(statement(sql`drop index mails_sent`));
    expect(await one("schema", {}, now + 2 * MINUTE)).toMatchObject({
      status: "down",
      detail: expect.stringContaining("isn't what migration"),
    });
    await db.all(
      statement(sql`delete from d1_migrations where name = (select max(name) from d1_migrations)`),
    );
    expect(await one("schema", {}, now + 4 * MINUTE)).toMatchObject({
      status: "down",
      detail: expect.stringContaining("is missing, the newest is"),
    });
  });
});
