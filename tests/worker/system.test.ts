import { sql } from "drizzle-orm";
import { statement } from "#db/database.ts";
import type { OutputOf } from "#domain/api/route.ts";
import { errorStateRoute, readOnlyRoute, systemRoute } from "#domain/system/api.ts";
import { COUNTED } from "#domain/system/problems.ts";
import { SCHEDULE_JOBS } from "#domain/system/schedule.ts";
import { countRows, db, runSql, testEnv } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import { errorLog } from "#worker/http/error-log.ts";

type System = OutputOf<typeof systemRoute>;

const MAIL = { send: () => Promise.resolve() } as unknown as SendEmail;

const [admin, moderator] = [await signedInUser({ role: "admin" }), await signedInUser({ role: "moderator" })];

beforeEach(async () => {
  errorLog.clear();
  await db.batch({
    groups: statement(sql`delete from error_groups`),
    hours: statement(sql`delete from error_hours`),
    mails: statement(sql`delete from mails`),
    // All jobs have just succeeded.
    jobs: statement(sql`insert or replace into schedule_runs (job, took_ms, succeeded_at)
      select value, 5, ${Date.now()} from json_each(${JSON.stringify(SCHEDULE_JOBS)})`),
  });
});

async function system(input = {}, variant: Partial<Env> | null = null): Promise<System> {
  moderator.variant = variant;
  const { problems, ...rest } = await moderator.output(systemRoute, input);
  moderator.variant = null;
  // The checks of /health have tests of their own.
  return { ...rest, problems: problems.filter(({ area }) => area !== "health") };
}

const addMails = (count: number, age: number) =>
  runSql`with recursive n (i) as (select 1 union all select i + 1 from n where i < ${count})
      insert into mails (recipient, subject, body, created_at)
        select 'a@example.com', 'Hi', 'Hi', ${Date.now() - age} from n`;

async function addErrors(...messages: string[]): Promise<void> {
  for (const message of messages)
    errorLog.add({ kind: "server", message, source: "GET /", version: "1", requestId: `ray-${message}` });
  await errorLog.flush(testEnv, Date.now());
}

describe("the state of the site", () => {
  test("has no problems when everything works", async () => {
    const { problems, jobs, database, backlogs, hours, errors } = await system();
    expect(problems).toEqual([]);
    expect(jobs.map(({ job }) => job)).toEqual([...SCHEDULE_JOBS]);
    expect(jobs.every(({ healthy, took_ms }) => healthy && took_ms === 5)).toBe(true);
    expect(backlogs.every(({ late, count }) => !late && count === 0)).toBe(true);
    expect(hours).toHaveLength(24);
    expect(errors).toEqual([]);
    expect(database).toMatchObject({ limit_bytes: 10_000_000_000, fullness: "ok" });
    expect(database.bytes).toBeGreaterThan(100_000);
    expect(database.tables.map(({ table_name }) => table_name)).toContain("users");
  });

  test("is read in one round trip, and costs the same with a long backlog and many errors", async () => {
    const now = Date.now();
    await addMails(COUNTED * 3, 1);
    await runSql`with recursive n (i) as (select 1 union all select i + 1 from n where i < 1200)
        insert into error_groups (key, kind, message, source, stack, page, version, browsers, requests, count, first_at, last_at)
        select 'k' || i, 'script', i, '', '', '', '', '', '', 1, ${now} - i, ${now} - i from n`;
    const response = await moderator.call(systemRoute);
    expectCost(response, { roundTrips: 1, read: COUNTED + 1_400, written: 0 });
    expect(response.body.errors).toHaveLength(50);
    const mails = (response.body as System).backlogs.find(({ name }) => name === "mails");
    expect(mails).toMatchObject({ count: COUNTED, late: false });
  });

  test("names a backlog that is late, but not mails that no one can send", async () => {
    await addMails(2, 50_000);
    const late = { area: "backlogs", name: "mails" };
    expect((await system()).problems).toEqual([]);
    const { problems, backlogs } = await system({}, { MAIL });
    expect(problems).toEqual([late]);
    expect(backlogs.find(({ name }) => name === "mails")).toMatchObject({ count: 2, late: true });
  });

  test("names a job that failed and one that is overdue", async () => {
    await runSql`update schedule_runs set failed_at = ${Date.now() + 1}, error = 'Error: no' where job = 'gold'`;
    await runSql`update schedule_runs set succeeded_at = 1 where job = 'mails'`;
    expect((await system()).problems).toEqual([
      { area: "jobs", name: "gold" },
      { area: "jobs", name: "mails" },
    ]);
  });

  test("warns from 70 % of the database's limit, and more urgently from 85 %", async () => {
    const { database } = await system();
    const withShare = (share: number) =>
      system({}, { DATABASE_LIMIT_GB: String(database.bytes / share / 1_000_000_000) });
    expect((await withShare(0.69)).problems).toEqual([]);
    expect((await withShare(0.71)).problems).toEqual([{ area: "database", name: "warning" }]);
    expect((await withShare(0.86)).problems).toEqual([{ area: "database", name: "critical" }]);
  });

  test("names errors of the last 15 minutes, until they are resolved", async () => {
    await addErrors("one", "two");
    const { problems, errors, hours } = await system();
    expect(problems).toEqual([{ area: "errors", name: "server" }]);
    expect(errors.map(({ message, requests }) => [message, requests]).sort()).toEqual([
      ["one", ["ray-one"]],
      ["two", ["ray-two"]],
    ]);
    expect(hours.at(-1)).toMatchObject({ server: 2, background: 0, browsers: 0 });
    await runSql`update error_groups set last_at = ${Date.now() - 16 * 60_000}`;
    expect((await system()).problems).toEqual([]);
  });

  test("lists errors by state and kind", async () => {
    await addErrors("one");
    expect((await system({ kind: "csp" })).errors).toEqual([]);
    expect((await system({ kind: "server" })).errors).toHaveLength(1);
    expect((await system({ state: "ignored" })).errors).toEqual([]);
  });
});

test("the state of the site has the checks of /health, and names those that fail", async () => {
  const { health, problems } = await moderator.output(systemRoute);
  expect(health.checks.length).toBeGreaterThan(5);
  const failing = health.checks.filter(({ status }) => status !== "ok").map(({ name }) => name);
  expect(problems.filter(({ area }) => area === "health").map(({ name }) => name)).toEqual(failing);
});

test("read-only mode is turned on and off by an admin, and each change is in the audit log", async () => {
  expect((await system()).read_only).toEqual({ on: false, fixed: false });
  for (const on of [true, true, false]) {
    expect((await admin.call(readOnlyRoute, { on })).status).toBe(200);
    expect((await system()).read_only).toEqual({ on, fixed: false });
  }
  const log = await runSql`select before, after from audit_log where action = 'site.read_only' order by id`;
  const [off, on] = ['{"read_only":"off"}', '{"read_only":"on"}'];
  expect(log).toEqual([
    { before: off, after: on },
    { before: on, after: off },
  ]);
});

test("read-only mode that the variable turned on can't be turned off here", async () => {
  expect((await system({}, { READ_ONLY: "on" })).read_only).toEqual({ on: true, fixed: true });
});

describe("a group of errors", () => {
  test("is resolved, ignored and reopened by an admin, and each change is in the audit log", async () => {
    await addErrors("one");
    const key = (await system()).errors[0]?.key ?? "";
    for (const state of ["resolved", "ignored", "open"] as const) {
      expect((await admin.call(errorStateRoute, { key, state })).status).toBe(200);
      expect((await system({ state })).errors).toMatchObject([{ key, state }]);
    }
    // A repeated call changes nothing.
    await admin.call(errorStateRoute, { key, state: "open" });
    const log = await runSql<{ details: string }>`select details, before ->> 'state' as before,
      after ->> 'state' as after from audit_log where action = 'site.error' order by id`;
    expect(log).toMatchObject([
      { before: "open", after: "resolved" },
      { before: "resolved", after: "ignored" },
      { before: "ignored", after: "open" },
    ]);
    expect(JSON.parse(log[0]?.details ?? "")).toEqual({ kind: "server", message: "one" });
  });

  test("isn't changed if it doesn't exist", async () => {
    const entries = await countRows("audit_log");
    expect((await admin.call(errorStateRoute, { key: "x".repeat(22), state: "open" })).status).toBe(404);
    expect(await countRows("audit_log")).toBe(entries);
  });
});
