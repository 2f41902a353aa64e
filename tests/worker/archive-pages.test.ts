import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import type { OutputOf } from "#domain/api/route.ts";
import { caseRoute, reportQueueRoute } from "#domain/moderation/api.ts";
import { ownReportsRoute } from "#domain/reports/api.ts";
import { deleteAccountRoute } from "#domain/settings/api.ts";
import { type AuditItem, auditRoute, grantListRoute } from "#domain/staff/api.ts";
import { createAccountOwner, PASSWORD } from "#tests/support/account-owner.ts";
import {
  addCase,
  addEntries,
  addEntry,
  LONG_AGO_MS,
  listedArchives,
  moveAllCases,
  moveAllEntries,
} from "#tests/support/archives.ts";
import { Browser, runSql, testEnv } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import { claimCase, fetchCase, resolveCase } from "#tests/support/report-case.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";
import { expectWorkerErrors } from "#tests/support/worker.setup.ts";
import type { Env } from "#worker/env.ts";

const DAY = 86_400_000;
let admin: TestUser;
let moderator: TestUser;
let member: TestUser;

beforeAll(async () => {
  admin = await signedInUser({ role: "admin" });
  moderator = await signedInUser({ role: "moderator" });
  member = await signedInUser();
});

/** Counts what a browser's requests read from the bucket. */
function countReads(user: TestUser): string[] {
  const reads: string[] = [];
  const BUCKET = {
    get: (key: string) => {
      reads.push(key);
      return testEnv.BUCKET.get(key);
    },
  } as unknown as Env["BUCKET"];
  user.browser.variant = { ...user.browser.variant, BUCKET };
  return reads;
}

describe("the audit log past the oldest entry of the database", () => {
  let ids: number[];
  let lastArchived: number;
  let mixed: number[];

  /** Follows the links of the log to its end. Returns the ids of each page. */
  async function pages(input: Record<string, unknown> = {}): Promise<number[][]> {
    const found: number[][] = [];
    let before = "";
    for (;;) {
      const reads = countReads(moderator);
      const response = await moderator.browser.call(auditRoute, { input: { ...input, before } });
      expect(response.status, JSON.stringify(response.body)).toBe(200);
      expectCost(response, { roundTrips: 2 });
      expect(reads.length).toBeLessThanOrEqual(1);
      const { data, links } = response.body as OutputOf<typeof auditRoute>;
      found.push(data.map(({ id }) => id));
      if (links.next === null) return found;
      before = new URLSearchParams(links.next.split("?")[1]).get("before") ?? "";
    }
  }
  const all = async (input?: Record<string, unknown>) => (await pages(input)).flat();
  const day = (ago: number) => new Date(Date.now() - ago).toISOString().slice(0, 10);

  beforeAll(async () => {
    const mine = { subject_type: "level", subject_id: "77", action: "level.edit" };
    mixed = [await addEntry(admin.id, LONG_AGO_MS + 9 * DAY, { reason: "Walrus", ...mine })];
    await addEntries(moderator.id, 120, LONG_AGO_MS + 8 * DAY);
    mixed.push(
      await addEntry(admin.id, LONG_AGO_MS + 7 * DAY, { ...mine, details: `{"user_id":${member.id}}` }),
    );
    await moveAllEntries();
    mixed.push(await addEntry(admin.id, LONG_AGO_MS + 2 * DAY, mine));
    await addEntry(moderator.id, LONG_AGO_MS + DAY, { subject_id: String(member.id) });
    await moveAllEntries();
    lastArchived = (await listedArchives("audit")).at(-1)?.last_id ?? 0;
    await addEntries(moderator.id, 60, 5 * DAY);
    mixed.push(await addEntry(admin.id, 4 * DAY, mine));
    ids = Array.from({ length: lastArchived }, (_, i) => i + 1);
    const live = await runSql<{ id: number }>(sql`select id from audit_log order by id`);
    ids = [...ids, ...live.map(({ id }) => id)].toReversed();
  });

  test("goes on in the archive, each entry once and in order, one file per page", async () => {
    expect(await listedArchives("audit")).toHaveLength(2);
    expect(await all()).toEqual(ids);
  });

  test("begins the archive on a page of its own, and goes back by the same links", async () => {
    const found = await pages();
    expect(found.map((page) => new Set(page.map((id) => id > lastArchived)).size)).toEqual(
      found.map(() => 1),
    );
    const first = await moderator.browser.call(auditRoute, { input: { before: String(lastArchived + 1) } });
    const again = (first.body.data as AuditItem[]).map(({ id }) => id);
    expect(again).toEqual(found.find((page) => page[0] === lastArchived));
    const newer = await moderator.browser.call(auditRoute);
    expect((newer.body.data as AuditItem[])[0]?.id).toBe(ids[0]);
  });

  test("shows archived entries with everything that live ones have", async () => {
    const { body } = await moderator.browser.call(auditRoute, {
      input: { before: String(Number(mixed[1]) + 1) },
    });
    expect((body.data as AuditItem[])[0]).toMatchObject({
      id: mixed[1],
      actor: { username: admin.username },
      action: "level.edit",
      subject: { type: "level", id: "77", name: null, url: "/levels/77" },
      other: member.username,
      details: { user_id: member.id },
      before: null,
      removal: null,
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
    });
  });

  test("filters by staff member, action, type and subject on both sides", async () => {
    const newestFirst = mixed.toReversed();
    expect(await all({ actor: admin.username })).toEqual(newestFirst);
    expect(await all({ actor: admin.username.toUpperCase() })).toEqual(newestFirst);
    expect(await all({ action: "level.edit" })).toEqual(newestFirst);
    expect(await all({ subject_type: "level" })).toEqual(newestFirst);
    expect(await all({ subject_type: "level", subject: "77" })).toEqual(newestFirst);
    expect(await all({ subject_type: "level", subject: "78" })).toEqual([]);
    expect(await all({ subject_type: "level", actor: moderator.username })).toEqual([]);
    expect(await all({ actor: "no_such_person" })).toEqual([]);
    expect(await all({ subject_type: "user", subject: member.username })).toHaveLength(1);
    expect(await all({ subject_type: "user", subject: "1017", action: "user.look" })).toHaveLength(2);
  });

  test("filters by day on both sides, and reads no file that has none of those days", async () => {
    const between = { from: day(LONG_AGO_MS + 7 * DAY), until: day(LONG_AGO_MS + 2 * DAY) };
    expect(await all(between)).toEqual([mixed[2], mixed[1]]);
    expect(await all({ until: day(LONG_AGO_MS + 9 * DAY) })).toEqual([mixed[0]]);
    expect(await all({ ...between, action: "user.ban" })).toEqual([]);
    const reads = countReads(moderator);
    expect(
      (await moderator.browser.call(auditRoute, { input: { from: day(10 * DAY) } })).body.links,
    ).toMatchObject({
      next: expect.any(String),
    });
    expect(await all({ from: day(10 * DAY) })).toEqual(ids.filter((id) => id > lastArchived));
    expect(reads).toEqual([]);
  });

  test("isn't searched by text", async () => {
    expect(await all({ search: "walrus" })).toEqual([]);
    expect(await all({ search: "level" })).toEqual([mixed[3]]);
  });

  test("is for staff only", async () => {
    const input = { before: String(lastArchived) };
    expect((await (await Browser.visitor()).call(auditRoute, { input })).status).toBe(401);
    expect((await member.browser.call(auditRoute, { input })).status).toBe(403);
    expect((await moderator.browser.call(auditRoute, { input: { before: "x" } })).status).toBe(422);
  });

  test("isn't in the list of grants", async () => {
    const response = await admin.browser.call(grantListRoute);
    expect(response.body).toMatchObject({ data: [], links: { next: null } });
  });

  test("fails for a page of a damaged file only", async () => {
    const BUCKET = { get: async () => null } as unknown as Env["BUCKET"];
    moderator.browser.variant = { ...moderator.browser.variant, BUCKET };
    expect((await moderator.browser.call(auditRoute)).status).toBe(200);
    const response = await moderator.browser.call(auditRoute, { input: { before: String(lastArchived) } });
    expect(response.status).toBe(500);
    expect(expectWorkerErrors().join()).toContain("is missing");
  });
});

describe("an archived case", () => {
  let id: number;
  let reporter: TestUser;

  beforeAll(async () => {
    moderator = await signedInUser({ role: "moderator" });
    reporter = await signedInUser();
    id = await addCase(member.id, { reporters: [reporter.id, moderator.id], staff: admin.id });
    await addCase(member.id, { agoMs: 0, state: "open" });
  });

  test("opens by its id exactly as before, in two round trips and one read of the bucket", async () => {
    const before = await fetchCase(moderator, id);
    expect(before).toMatchObject({
      reports: [{ user: { username: moderator.username } }, { user: { username: reporter.username } }],
      evidence: [
        { text: "Something rude\nin two lines", messages: [{ user: { username: member.username } }] },
      ],
      decision: { staff: { username: admin.username }, acts: ["remove"], reason: "Not nice" },
    });
    expect(await moveAllCases()).toBe(1);
    const reads = countReads(moderator);
    expect(await fetchCase(moderator, id)).toEqual(before);
    expect(reads).toHaveLength(1);
    expectCost(await moderator.browser.call(caseRoute, { params: { id } }), { roundTrips: 2 });
  });

  test("isn't for visitors, members or the person it's about, and no other id is found", async () => {
    const open = (browser: Browser, which = id) => browser.call(caseRoute, { params: { id: which } });
    expect((await open(await Browser.visitor())).status).toBe(401);
    expect((await open(member.browser)).status).toBe(403);
    expect((await open(moderator.browser, 987_654)).status).toBe(404);
    const subject = await signedInUser({ role: "moderator" });
    const about = await addCase(subject.id);
    await addCase(member.id, { agoMs: 0 });
    await moveAllCases();
    const reads = countReads(subject);
    expect((await open(subject.browser, about)).status).toBe(403);
    expect(reads).toEqual([]);
    expect((await open(admin.browser, about)).status).toBe(200);
    expect((await claimCase(subject, about)).status).toBe(403);
    expect((await resolveCase(subject, about)).status).toBe(403);
  });

  test("can't be claimed or decided again", async () => {
    for (const response of [await claimCase(moderator, id), await resolveCase(moderator, id)]) {
      expect(response.status).toBe(409);
      expect(response.body).toMatchObject({ message: "This was already decided." });
    }
  });

  test("shows people who deleted their account by no name, as a live one does", async () => {
    const [owner, other] = [await createAccountOwner(), await createAccountOwner()];
    const archived = await addCase(owner.id, { reporters: [other.id] });
    const live = await addCase(owner.id, { agoMs: 0, reporters: [other.id] });
    await moveAllCases();
    for (const { browser, username } of [owner, other])
      expect(
        (await browser.call(deleteAccountRoute, { input: { username, password: PASSWORD } })).status,
      ).toBe(200);
    const names = async (which: number) => {
      const { user, reports, evidence } = await fetchCase(moderator, which);
      const senders = evidence.flatMap(({ messages }) => messages.map((message) => message.user.username));
      return [user.username, reports.map((report) => report.user.username), senders];
    };
    expect(await names(archived)).toEqual([
      `deleted-${owner.id}`,
      [`deleted-${other.id}`],
      [`deleted-${owner.id}`],
    ]);
    expect(await names(archived)).toEqual(await names(live));
  });

  test("has left the queue of decided ones and its reporters' lists, with their totals", async () => {
    const queue = await moderator.browser.call(reportQueueRoute, { input: { state: "decided" } });
    const { data, meta } = queue.body as OutputOf<typeof reportQueueRoute>;
    expect(data.map((card) => card.id)).not.toContain(id);
    expect(meta.total).toBe(data.length);
    const own = await reporter.browser.call(ownReportsRoute);
    expect(own.body).toMatchObject({ data: [], meta: { total: 0 } });
  });
});

test("files of the archive aren't served", async () => {
  const [file] = await listedArchives("cases");
  const visitor = await Browser.visitor();
  for (const path of [
    `/assets/${file?.name}`,
    `/assets/${encodeURIComponent(file?.name ?? "")}`,
    `/${file?.name}`,
  ])
    expect((await visitor.fetch(path)).status, path).toBe(404);
});
