import { sql } from "drizzle-orm";
import { LIMITS } from "#domain/limits.ts";
import { caseRoute, claimCaseRoute, reportQueueRoute } from "#domain/moderation/api.ts";
import { CLAIM_DURATION_MS, MAX_CLAIMS } from "#domain/moderation/rules.ts";
import { Browser, runSql } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import {
  casePeople,
  claimCase,
  fetchCase,
  fetchReportQueue,
  openReportCase,
  reportNewLevel,
  resolveCase,
  sendReport,
  signedInModerator,
  storedCaseState,
} from "#tests/support/report-case.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import { addItem } from "#tests/support/world.ts";

const [reporter, owner, moderator, admin] = await casePeople();

describe("the report queue", () => {
  test("is for staff and lists cases by state, type and order", async () => {
    await runSql`delete from evidence`;
    await runSql`delete from reports`;
    await runSql`update cases set state = 'decided', claimed_by = null, outcome = 'dismissed'`;
    const me = await signedInModerator();
    const { id: first } = await reportNewLevel(reporter, owner);
    const { id: second, level } = await reportNewLevel(reporter, owner);
    const item = await openReportCase(reporter, "item", await addItem(owner.id));
    await sendReport(moderator, "level", level);
    await claimCase(me, second);
    const ids = async (input: object, by = me) =>
      (await fetchReportQueue(by, input)).data.map(({ id }) => id);
    expect(await ids({})).toEqual([first, second, item]);
    expect(await ids({ order: "newest" })).toEqual([item, second, first]);
    expect(await ids({ order: "most" })).toEqual([second, item, first]);
    expect(await ids({ type: "level" })).toEqual([first, second]);
    expect(await ids({ type: "level", order: "most" })).toEqual([second, first]);
    expect(await ids({ state: "unclaimed" })).toEqual([first, item]);
    expect(await ids({ state: "unclaimed", type: "item" })).toEqual([item]);
    expect(await ids({ state: "unclaimed", order: "most" })).toEqual([item, first]);
    expect(await ids({ state: "unclaimed", type: "item", order: "most" })).toEqual([item]);
    expect(await ids({ state: "mine" })).toEqual([second]);
    expect(await ids({ state: "mine" }, moderator)).toEqual([]);
    expect((await fetchReportQueue(me, { state: "mine", type: "level" })).meta.total).toBe(1);
    await resolveCase(me, second);
    expect((await ids({ state: "decided", type: "level", order: "newest" }))[0]).toBe(second);
    const { data, meta } = await fetchReportQueue(me);
    expect(meta.total).toBe(2);
    expect(data[0]).toMatchObject({
      reports_count: 1,
      claimed_by: null,
      outcome: null,
      user: { id: owner.id },
    });
    const statuses = [await Browser.visitor(), owner, moderator, admin].map(
      async (browser) => (await browser.call(reportQueueRoute)).status,
    );
    expect(await Promise.all(statuses)).toEqual([401, 403, 200, 200]);
  });

  test("lists decided cases by the time of their decision", async () => {
    const me = await signedInModerator();
    const { id: early } = await reportNewLevel(reporter, owner);
    const { id: late } = await reportNewLevel(reporter, owner);
    for (const id of [late, early]) expect((await resolveCase(me, id)).status).toBe(200);
    await runSql`update cases set decided_at = ${Date.now() + 1000} where id = ${early}`;
    for (const type of ["", "level"] as const) {
      const ids = async (input: object) =>
        (await fetchReportQueue(me, { state: "decided", type, ...input })).data.map(({ id }) => id);
      expect((await ids({})).slice(0, 2)).toEqual([early, late]);
      expect((await fetchReportQueue(me, { state: "decided", type })).data[0]?.decided_at).toMatch(/^2/);
      const { meta } = await fetchReportQueue(me, { state: "decided", type, order: "oldest" });
      expect((await ids({ order: "oldest", page: meta.last_page })).slice(-2)).toEqual([late, early]);
    }
  });

  test("costs the same with twenty thousand cases, on first and last pages, in every order", async () => {
    const me = await signedInModerator();
    const kinds = sql`case i % 3 when 0 then 'level' when 1 then 'comment' else 'user' end`;
    await runSql`with recursive n (i) as (select 1 union all select i + 1 from n where i < 20000)
      insert into cases (type, target, subject_id, name, reason, reports_count, claimed_by, claimed_at, created_at, updated_at)
      select ${kinds}, 7000000 + i, ${owner.id}, 'x', 'spam', i % 50,
        case when i % 2 then ${moderator.id} end, case when i % 2 then 1 end, 1, 1 from n`;
    await runSql`with recursive n (i) as (select 1 union all select i + 1 from n where i < 9000)
      insert into cases (type, target, subject_id, name, reason, reports_count, state, outcome, decided_at, created_at, updated_at)
      select ${kinds}, 7100000 + i, ${owner.id}, 'x', 'spam', i % 50, 'decided', 'dismissed', i % 700, 1, 1
        from n`;
    const size = LIMITS.pageSize.reports;
    for (const state of ["open", "unclaimed", "decided"] as const)
      for (const type of ["", "comment"] as const)
        for (const order of ["oldest", "newest", "most"] as const) {
          const view = { state, type, order };
          const first = await fetchReportQueue(me, view);
          const label = JSON.stringify(view);
          expect(first.data, label).toHaveLength(size);
          expectCost(first.response, { roundTrips: 1, read: 6 * size, written: 0 });
          const last = await fetchReportQueue(me, { ...view, page: first.meta.last_page });
          expect(last.data.length, label).toBe(first.meta.total - (first.meta.last_page - 1) * size);
          expectCost(last.response, { roundTrips: 2, read: 6 * size, written: 0 });
        }
    expect((await me.call(reportQueueRoute, { page: 400 })).status).toBe(200);
    await runSql`delete from cases where cast(target as integer) > 7000000`;
    await runSql`delete from counters where name glob 'cases:*'`;
    await runSql`insert into counters (name, value)
      select 'cases:' || state || ':' || type, count(*) from cases group by state, type
      union all select 'cases:unclaimed:' || type, count(*) from cases where state = 'open'
        and claimed_by is null group by type`;
  });

  test("is preloaded by its page", async () => {
    const page = await moderator.fetch("/staff/reports");
    expect(page.status).toBe(200);
    expectCost(page, { written: 0 });
    expect(String(page.body.text)).toContain("/api/staff/reports");
    expect((await owner.fetch("/staff/reports")).status).toBe(404);
  });
});

describe("a case", () => {
  test("is read in two round trips, by staff it isn't about", async () => {
    const { id } = await reportNewLevel(reporter, owner);
    const response = await moderator.call(caseRoute, { id });
    expect(response.status).toBe(200);
    expectCost(response, { roundTrips: 2, read: 60, written: 0 });
    expect((await moderator.call(caseRoute, { id: 99_999_999 })).status).toBe(404);
    const bad = await signedInModerator();
    const about = await reportNewLevel(reporter, bad);
    for (const response of [
      await bad.call(caseRoute, { id: about.id }),
      await claimCase(bad, about.id),
      await resolveCase(bad, about.id),
    ]) {
      expect(response.status).toBe(403);
      expect(JSON.stringify(response.body)).not.toContain(reporter.username);
    }
    expect(await storedCaseState(about.id)).toEqual({ state: "open" });
  });

  test("lists the other open cases about the same user", async () => {
    const subject = await signedInUser();
    const { id: one } = await reportNewLevel(reporter, subject);
    const { id: other } = await reportNewLevel(reporter, subject);
    await resolveCase(moderator, (await reportNewLevel(reporter, subject)).id);
    expect((await fetchCase(moderator, one)).open_cases).toMatchObject([
      { id: other, type: "level", reason: "spam", reports_count: 1 },
    ]);
  });

  test("costs the same with a thousand reports and a long history", async () => {
    const { id } = await reportNewLevel(reporter, owner);
    await runSql`with recursive n (i) as (select 1 union all select i + 1 from n where i < 1000)
      insert into users (username, email, password_hash, created_at)
      select 'angry_' || i, 'angry_' || i || '@example.com', '', 1 from n`;
    await runSql`insert into reports (type, target, reporter_id, reason, case_id, created_at)
      select 'level', '1', id, 'spam', ${id}, 1 from users where username glob 'angry_*'`;
    await runSql`with recursive n (i) as (select 1 union all select i + 1 from n where i < 1000)
      insert into bans (user_id, staff_id, reason, created_at, ended_at)
        select ${owner.id}, ${admin.id}, 'old', i, i from n`;
    const response = await moderator.call(caseRoute, { id });
    expectCost(response, { roundTrips: 2, read: 600, written: 0 });
    expect(response.body.case).toMatchObject({
      reports_count: 1001,
      reports: expect.objectContaining({ length: 50 }),
    });
    const { history } = (response.body as { case: { history: { kind: string; active: boolean }[] } }).case;
    expect(history).toHaveLength(50);
    await runSql`delete from bans where reason = 'old'`;
  });

  test("is claimed by one moderator at a time, until they release it or half an hour has passed", async () => {
    const { id } = await reportNewLevel(reporter, owner);
    const [ann, bob] = [await signedInModerator(), await signedInModerator()];
    const [one, two] = await Promise.all([claimCase(ann, id), claimCase(bob, id)]);
    expect([one.status, two.status].sort()).toEqual([200, 409]);
    const [holder, other] = one.status === 200 ? [ann, bob] : [bob, ann];
    expect((await fetchCase(other, id)).claimed_by).toMatchObject({ id: holder.id });
    expect((await claimCase(holder, id)).status).toBe(200);
    expect((await resolveCase(other, id)).status).toBe(409);
    // Only the holder can release a case.
    await claimCase(other, id, false);
    expect((await fetchCase(other, id)).claimed_by).toMatchObject({ id: holder.id });
    expect((await claimCase(holder, id, false)).status).toBe(200);
    expect((await claimCase(other, id)).status).toBe(200);
    await runSql`update cases set claimed_at = ${Date.now() - CLAIM_DURATION_MS - 1} where id = ${id}`;
    expect((await claimCase(holder, id)).status).toBe(200);
    expect((await fetchCase(other, id)).claimed_by).toMatchObject({ id: holder.id });
    await resolveCase(holder, id);
    expect((await claimCase(other, id)).status).toBe(409);
    expect((await claimCase(other, 99_999_999)).status).toBe(404);
    expect((await other.call(claimCaseRoute, { id, claim: "perhaps" })).status).toBe(422);
  });

  test("can't be claimed by a moderator with too many claims", async () => {
    const me = await signedInModerator();
    await runSql`with recursive n (i) as (select 1 union all select i + 1 from n where i < ${MAX_CLAIMS})
      insert into cases (type, target, subject_id, reason, claimed_by, claimed_at, created_at, updated_at)
      select 'level', 8000000 + i, ${owner.id}, 'spam', ${me.id}, ${Date.now()}, 1, 1 from n`;
    expect((await claimCase(me, (await reportNewLevel(reporter, owner)).id)).status).toBe(422);
    expect((await fetchReportQueue(me, { state: "mine" })).meta.total).toBe(MAX_CLAIMS);
    await runSql`update cases set state = 'decided' where claimed_by = ${me.id}`;
  });
});
