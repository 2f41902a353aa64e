import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { Database } from "#db/database.ts";
import { parseRow } from "#domain/archive/lines.ts";
import { ARCHIVE_AGE_MS } from "#domain/archive/rules.ts";
import {
  addCase,
  addEntries,
  addEntry,
  LONG_AGO_MS,
  listedArchives,
  moveAllCases,
  moveAllEntries,
  storedArchives,
} from "#tests/support/archives.ts";
import { addUser, countRows, db, runSql, testEnv } from "#tests/support/browser.ts";
import { readArchive } from "#worker/archive/archive-file.ts";
import { archiveRows } from "#worker/archive/archive-rows.ts";
import { AUDIT_ROWS_PER_FILE, moveAuditEntries } from "#worker/archive/move-audit.ts";
import { CASES_PER_FILE, moveCases } from "#worker/archive/move-cases.ts";
import { repairArchives } from "#worker/archive/repair-archives.ts";
import { sweepArchives } from "#worker/archive/sweep-archives.ts";

const DAY = 86_400_000;
const counter = async (name: string) =>
  (await runSql<{ value: number }>(sql`select value from counters where name = ${name}`))[0]?.value ?? 0;
const auditIds = async () =>
  (await runSql<{ id: number }>(sql`select id from audit_log order by id`)).map(({ id }) => id);

/** A database that stops working at a batch that writes, before it or after it. */
function failingAt(moment: "before" | "after"): Database {
  class Failing extends Database {
    override batch: Database["batch"] = async (...args) => {
      const isWrite = "listed" in args[0];
      if (isWrite && moment === "before") throw new Error("killed");
      const rows = await super.batch(...args);
      if (isWrite) throw new Error("killed");
      return rows;
    };
  }
  return new Failing(testEnv.DB);
}

/** The ids of the entries in files and in the database, in this order. */
async function allAuditIds(): Promise<number[]> {
  const archived: number[] = [];
  for (const file of await listedArchives("audit"))
    for (const line of await readArchive(testEnv.BUCKET, file)) archived.push(Number(parseRow(line).id));
  return [...archived, ...(await auditIds())];
}

let staff: { id: number; username: string };
let member: { id: number; username: string };

beforeEach(async () => {
  // Move the entries of earlier tests.
  await moveAllEntries(Date.now() + 3 * LONG_AGO_MS);
  staff = await addUser({ role: "moderator" });
  member = await addUser();
});

describe("audit entries", () => {
  test("move when they are older than a year, with every column, and leave the search", async () => {
    const old = await addEntry(staff.id, LONG_AGO_MS, {
      reason: "Zebra crossing\n'quoted' 🎉",
      details: '{"with":5}',
    });
    const young = await addEntry(staff.id, ARCHIVE_AGE_MS - DAY, { reason: "Zebra" });
    const [before] = await runSql(sql`select * from audit_log where id = ${old}`);
    expect(await moveAllEntries()).toBe(1);
    expect(await auditIds()).toEqual([young]);
    const file = (await listedArchives("audit")).at(-1);
    expect(file).toMatchObject({ first_id: old, last_id: old, rows_count: 1, first_at: before?.created_at });
    expect(file?.name).toMatch(/^archive\/audit\/\d+-\d+-[0-9a-f-]{36}\.ndjson\.gz$/);
    expect((await readArchive(testEnv.BUCKET, file as never)).map(parseRow)).toEqual([before]);
    expect(await runSql(sql`select rowid as id from audit_search where audit_search match 'zebra'`)).toEqual([
      { id: young },
    ]);
    expect(await moveAllEntries()).toBe(0);
  });

  test("stop at the first one that isn't a year old", async () => {
    const first = await addEntry(staff.id, LONG_AGO_MS);
    const edge = await addEntry(staff.id, ARCHIVE_AGE_MS + 2 * DAY);
    const young = await addEntry(staff.id, ARCHIVE_AGE_MS - DAY);
    const late = await addEntry(staff.id, LONG_AGO_MS);
    await moveAllEntries();
    expect((await listedArchives("audit")).at(-1)).toMatchObject({ first_id: first, last_id: edge });
    expect(await auditIds()).toEqual([young, late]);
  });

  test("wait for a month until they fill a file", async () => {
    await addEntry(staff.id, ARCHIVE_AGE_MS + DAY);
    expect(await moveAllEntries()).toBe(0);
    expect(await moveAllEntries(Date.now() + 30 * DAY)).toBe(1);
  });

  test("go into full files at once, a few per run", async () => {
    await addEntries(staff.id, 5 * AUDIT_ROWS_PER_FILE + 5, ARCHIVE_AGE_MS + DAY);
    const ids = await auditIds();
    const before = (await listedArchives("audit")).length;
    await archiveRows(testEnv, Date.now());
    const files = (await listedArchives("audit")).slice(before);
    expect(files.map(({ rows_count }) => rows_count)).toEqual(Array(4).fill(AUDIT_ROWS_PER_FILE));
    expect(files[1]?.first_id).toBe((files[0]?.last_id ?? 0) + 1);
    await archiveRows(testEnv, Date.now());
    await archiveRows(testEnv, Date.now());
    expect(await auditIds()).toEqual(ids.slice(-5));
    expect(new Set(await allAuditIds()).size).toBe((await allAuditIds()).length);
    expect(await allAuditIds()).toEqual(expect.arrayContaining(ids));
  });

  test.each(["before", "after"] as const)(
    "are neither lost nor there twice if the process dies %s the second act",
    async (moment) => {
      await addEntries(staff.id, 30, LONG_AGO_MS);
      const ids = await allAuditIds();
      await expect(moveAuditEntries(testEnv.BUCKET, failingAt(moment), Date.now())).rejects.toThrow("killed");
      expect(await allAuditIds()).toEqual(ids);
      await moveAllEntries();
      expect(await allAuditIds()).toEqual(ids);
      expect(await auditIds()).toEqual([]);
      expect(await countRows("archive_moves")).toBe(0);
    },
  );

  test("move once if two runs do it at the same time", async () => {
    await addEntries(staff.id, 30, LONG_AGO_MS);
    const ids = await allAuditIds();
    const moved = await Promise.all([1, 2].map(() => moveAuditEntries(testEnv.BUCKET, db, Date.now())));
    expect(moved.filter(Boolean)).toHaveLength(1);
    expect(await allAuditIds()).toEqual(ids);
  });

  test("can't be deleted by anyone else, whatever the list of archives has", async () => {
    const id = await addEntry(staff.id, LONG_AGO_MS);
    const other = await addEntry(staff.id, 0);
    const erase = (which: number) => runSql(sql`delete from audit_log where id = ${which}`);
    await expect(erase(id)).rejects.toThrow(/append-only/);
    await moveAllEntries();
    await expect(erase(other)).rejects.toThrow(/append-only/);
    await expect(runSql(sql`update audit_log set reason = '' where id = ${other}`)).rejects.toThrow(
      /append-only/,
    );
    // While a file's rows may go, others may not.
    const [file] = await runSql<{ id: number }>(sql`select max(id) as id from archives where kind = 'audit'`);
    await expect(
      db.batch({
        opened: { sql: "insert into archive_moves (archive_id) values (?)", params: [file?.id] },
        deleted: { sql: "delete from audit_log", params: [] },
      }),
    ).rejects.toThrow(/append-only/);
    expect(await auditIds()).toEqual([other]);
    expect(await countRows("archive_moves")).toBe(0);
  });
});

test("the list of archives is append-only", async () => {
  await addEntry(staff.id, LONG_AGO_MS);
  await moveAllEntries();
  await expect(runSql(sql`delete from archives`)).rejects.toThrow(/append-only/);
  await expect(runSql(sql`update archives set name = 'x'`)).rejects.toThrow(/append-only/);
});

describe("cases", () => {
  /** The newest case never moves. */
  const newest = async () => addCase((await addUser()).id, { agoMs: 0, state: "open" });
  const isThere = async (id: number) => (await countRows("cases", sql`id = ${id}`)) === 1;

  test("that were closed a year ago move with their reports and evidence, and leave the totals", async () => {
    const reporter = await addUser();
    const old = await addCase(member.id, { reporters: [reporter.id, staff.id] });
    const young = await addCase(member.id, { agoMs: ARCHIVE_AGE_MS - DAY, reporters: [reporter.id] });
    await newest();
    const total = await counter("cases:decided:user");
    expect(await moveAllCases()).toBe(1);
    expect(await Promise.all([old, young].map(isThere))).toEqual([false, true]);
    expect(await countRows("reports", sql`case_id = ${old}`)).toBe(0);
    expect(await countRows("evidence", sql`case_id = ${old}`)).toBe(0);
    expect(await countRows("reports", sql`case_id = ${young}`)).toBe(1);
    const moved = (await listedArchives("cases")).at(-1)?.rows_count ?? 0;
    expect(await counter("cases:decided:user")).toBe(total - moved);
    expect(
      await runSql(sql`select reports_made from users where id in (${reporter.id}, ${staff.id}) order by id`),
    ).toEqual([{ reports_made: 0 }, { reports_made: 1 }]);
    expect(await moveAllCases()).toBe(0);
  });

  test("stay while they are open, appealed, undone lately, undoable, or the newest one", async () => {
    const ban = async (caseId: number, appeal: "waiting" | "declined" | null, decidedAt: number | null) => {
      const [row] = await runSql<{ id: number }>(sql`insert into bans (user_id, reason, case_id, created_at)
        values (${member.id}, 'Spam', ${caseId}, 1) returning id`);
      if (appeal)
        await runSql(sql`insert into appeals (ban_id, user_id, body, state, decided_at, created_at)
          values (${row?.id}, ${member.id}, 'Please', ${appeal}, ${decidedAt}, 1)`);
    };
    const open = await addCase((await addUser()).id, { state: "open" });
    const appealed = await addCase(member.id);
    await ban(appealed, "waiting", null);
    const justDeclined = await addCase(member.id);
    await ban(justDeclined, "declined", Date.now() - DAY);
    const declined = await addCase(member.id);
    await ban(declined, "declined", 1);
    const banned = await addCase(member.id);
    await ban(banned, null, null);
    const undone = await addCase(member.id);
    await runSql(sql`update cases set undone_at = ${Date.now() - DAY} where id = ${undone}`);
    const undoable = await addCase(member.id);
    await runSql(sql`insert into removals (type, target, user_id, staff_id, case_id, state, removed_at)
      values ('user', ${String(member.id)}, ${member.id}, ${staff.id}, ${undoable}, '{}', ${Date.now()})`);
    const last = await addCase(member.id);
    await moveAllCases();
    const all = { open, appealed, justDeclined, declined, banned, undone, undoable, last };
    const stayed = await Promise.all(
      Object.entries(all).map(async ([name, id]) => [name, await isThere(id)]),
    );
    expect(Object.fromEntries(stayed)).toEqual({
      open: true,
      appealed: true,
      justDeclined: true,
      declined: false,
      banned: false,
      undone: true,
      undoable: true,
      last: true,
    });
  });

  test("go into files by age, and a large one has a file of its own", async () => {
    await newest();
    await moveAllCases();
    const before = (await listedArchives("cases")).length;
    const large = await addCase(member.id, { agoMs: LONG_AGO_MS + 5 * DAY });
    await runSql(
      sql`update evidence set copy = json_object('text', hex(zeroblob(600000))) where case_id = ${large}`,
    );
    await runSql(sql`with recursive n(n) as (select 1 union all select n + 1 from n where n < ${CASES_PER_FILE + 3})
      insert into cases (type, target, subject_id, reason, state, outcome, decided_at, created_at, updated_at)
      select 'user', n, ${member.id}, 'spam', 'decided', 'dismissed', ${Date.now() - LONG_AGO_MS} + n, 1, 1 from n`);
    await newest();
    await moveAllCases();
    expect((await listedArchives("cases")).slice(before).map(({ rows_count }) => rows_count)).toEqual([
      1,
      CASES_PER_FILE,
      3,
    ]);
  });

  test.each(["before", "after"] as const)(
    "are neither lost nor there twice if the process dies %s the second act",
    async (moment) => {
      const id = await addCase(member.id, { reporters: [staff.id] });
      await newest();
      await expect(moveCases(testEnv.BUCKET, failingAt(moment), Date.now())).rejects.toThrow("killed");
      expect([await isThere(id), await countRows("archived_cases", sql`id = ${id}`)]).toEqual(
        moment === "before" ? [true, 0] : [false, 1],
      );
      await moveAllCases();
      expect([await isThere(id), await countRows("archived_cases", sql`id = ${id}`)]).toEqual([false, 1]);
      expect(await countRows("reports", sql`case_id = ${id}`)).toBe(0);
    },
  );

  test("that changed since their file was written stay for the next one", async () => {
    const id = await addCase(member.id);
    await newest();
    const bucket = new Proxy(testEnv.BUCKET, {
      get(target, name) {
        const value = Reflect.get(target, name);
        if (name !== "get") return typeof value === "function" ? value.bind(target) : value;
        return async (key: string) => {
          await addReport(id);
          return target.get(key);
        };
      },
    });
    const addReport = (caseId: number) =>
      runSql(sql`insert into reports (type, target, reporter_id, reason, case_id, created_at)
        values ('user', '1', ${staff.id}, 'spam', ${caseId}, 1)`);
    expect(await moveCases(bucket, db, Date.now())).toBe(false);
    expect(await isThere(id)).toBe(true);
    expect(await moveAllCases()).toBe(1);
  });
});

test("files that aren't listed are deleted when no older state of the database can list them", async () => {
  await addEntries(staff.id, 3, LONG_AGO_MS);
  await expect(moveAuditEntries(testEnv.BUCKET, failingAt("before"), Date.now())).rejects.toThrow("killed");
  await moveAllEntries();
  const listed = async () =>
    [...(await listedArchives("audit")), ...(await listedArchives("cases"))].map(({ name }) => name).sort();
  expect((await storedArchives()).length).toBeGreaterThan((await listed()).length);
  const stored = await storedArchives();
  await sweepArchives(testEnv.BUCKET, db, Date.now() + 39 * DAY);
  expect(await storedArchives()).toEqual(stored);
  await sweepArchives(testEnv.BUCKET, db, Date.now() + 41 * DAY);
  expect((await storedArchives()).sort()).toEqual(await listed());
});

test("rows that a backup has twice because they moved meanwhile are in the archive alone after the repair", async () => {
  const reporter = await addUser();
  const entry = await addEntry(staff.id, LONG_AGO_MS);
  const id = await addCase(member.id, { reporters: [reporter.id] });
  await addCase(member.id, { agoMs: 0, state: "open" });
  const rowsOf = async (table: string, which = sql`true`) =>
    runSql(sql`select * from ${sql.raw(table)} where ${which}`);
  const copies = {
    audit_log: await rowsOf("audit_log", sql`id = ${entry}`),
    cases: await rowsOf("cases", sql`id = ${id}`),
    reports: await rowsOf("reports", sql`case_id = ${id}`),
    evidence: await rowsOf("evidence", sql`case_id = ${id}`),
  };
  await moveAllEntries();
  await moveAllCases();
  const counters = await rowsOf("counters");
  const started = Date.now();
  for (const [table, rows] of Object.entries(copies))
    for (const row of rows)
      await runSql(sql`insert into ${sql.raw(table)} (${sql.raw(
        Object.keys(row)
          .map((name) => `"${name}"`)
          .join(","),
      )})
        values (${sql.join(
          Object.values(row).map((value) => sql`${value}`),
          sql`, `,
        )})`);
  await db.batch({ repair: repairArchives(started) });
  for (const [table, rows] of Object.entries(copies))
    expect(await countRows(table, sql`id = ${rows[0]?.id}`), table).toBe(0);
  expect(await rowsOf("counters")).toEqual(counters);
  expect(await rowsOf("users", sql`id = ${reporter.id}`)).toMatchObject([{ reports_made: 0 }]);
  expect(await countRows("archive_moves")).toBe(0);
});

test("files that aren't listed are deleted once a day, at whatever minute the schedule runs", async () => {
  await testEnv.BUCKET.put("archive/audit/lost.gz", "a failed move");
  const list = vi.spyOn(testEnv.BUCKET, "list");
  const noon = (Math.floor(Date.now() / DAY) + 60) * DAY + DAY / 2;
  await archiveRows(testEnv, noon + 7 * 60_000);
  expect(await testEnv.BUCKET.head("archive/audit/lost.gz")).toBeNull();
  const calls = list.mock.calls.length;
  await archiveRows(testEnv, noon + 12 * 60_000);
  expect(list.mock.calls.length).toBe(calls);
  await archiveRows(testEnv, noon + DAY);
  expect(list.mock.calls.length).toBeGreaterThan(calls);
  list.mockRestore();
});
