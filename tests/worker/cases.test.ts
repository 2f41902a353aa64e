import { sql } from "drizzle-orm";
import { parseMessageId } from "#domain/conversations/ids.ts";
import { editLevelRoute } from "#domain/levels/api.ts";
import { LIMITS } from "#domain/limits.ts";
import { CLOSE_CODES } from "#domain/live/frames.ts";
import { caseRoute, reportQueueRoute } from "#domain/moderation/api.ts";
import { CLAIM_DURATION_MS, MAX_CLAIMS } from "#domain/moderation/rules.ts";
import { countRows, runForumSql, runSql, testEnv } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import { messagesOf, sendMessage } from "#tests/support/messages.ts";
import {
  addComment,
  addThread,
  auditRowsBy,
  casePeople,
  claimCase,
  fetchCase,
  fetchReportQueue,
  notificationTitlesOf,
  openReportCase,
  reportNewLevel,
  resolveCase,
  sendReport,
  signedInModerator,
  storedCaseState,
} from "#tests/support/report-case.ts";
import { connectSocket } from "#tests/support/socket.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";
import { addItem, addLevel } from "#tests/support/world.ts";
import { conversationStub } from "#worker/live/stubs.ts";

const [reporter, owner, moderator, admin] = await casePeople();

describe("the report queue", () => {
  test("lists cases by state, type and order", async () => {
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

describe("a decision", () => {
  test("takes action on every type of target, closes the case, notifies both sides and is logged", async () => {
    const bad = await signedInUser({ bio: "I am rude" });
    const level = await addLevel(bad.id);
    const item = await addItem(bad.id);
    const shirt = await addItem(bad.id);
    const { thread, reply } = await addThread(bad.id);
    const moved = await addThread(bad.id);
    const comment = await addComment("level", await addLevel(owner.id), bad.id);
    const message = await sendMessage(bad, reporter, "something rude");
    const me = await signedInModerator();
    const orders: [Parameters<typeof openReportCase>[1], string | number, string[], object][] = [
      ["level", level, ["remove"], {}],
      ["item", item, ["hide"], {}],
      ["item", shirt, ["reject"], {}],
      ["reply", reply, ["remove"], {}],
      ["thread", thread, ["remove"], {}],
      ["thread", moved.thread, ["move", "lock"], { subforum_id: 3 }],
      ["comment", comment, ["remove"], {}],
      ["message", message.id, ["remove"], {}],
      ["user", bad.username, ["remove"], {}],
    ];
    for (const [type, target, actions, input] of orders) {
      const id = await openReportCase(reporter, type, target);
      expect((await fetchCase(me, id)).can, type).toEqual(
        expect.arrayContaining([...actions, "warn", "ban"]),
      );
      const response = await resolveCase(me, id, actions, { reason: "Be kind", ...input });
      expect(response.status, JSON.stringify(response.body)).toBe(200);
      expect(response.body.case, type).toMatchObject({
        outcome: "acted",
        can: [],
        decision: { staff: { id: me.id }, acts: actions, reason: "Be kind" },
      });
    }
    const states = await runSql`select
      (select visibility from levels where id = ${level}) as level,
      (select state from items where id = ${item}) as item,
      (select state from items where id = ${shirt}) as shirt,
      (select deleted_by from comments where id = ${comment}) as comment,
      (select bio from users where id = ${bad.id}) as bio`;
    const posts = await runForumSql`select
      (select deleted_by from replies where id = ${reply}) as reply,
      (select deleted_by from threads where id = ${thread}) as thread,
      (select subforum_id || ':' || locked from threads where id = ${moved.thread}) as moved`;
    expect(posts).toEqual([{ reply: me.id, thread: me.id, moved: "3:1" }]);
    expect(states).toEqual([
      { level: "private", item: "hidden", shirt: "rejected", comment: me.id, bio: "" },
    ]);
    expect((await messagesOf(reporter, bad)).data[0]).toMatchObject({ deleted: true, body: "" });
    const notices = await notificationTitlesOf(bad, orders.length);
    expect(notices.every(({ title, url }) => title.endsWith("Reason: Be kind") && url === "/standing")).toBe(
      true,
    );
    const notes = await auditRowsBy(me);
    expect(notes.filter(({ action }) => action === "case.decide")).toHaveLength(orders.length);
    expect(notes.map(({ action }) => action).filter((action) => action !== "case.decide")).toEqual([
      ...["level.remove", "item.hide", "item.reject", "reply.remove", "thread.remove", "thread.move"],
      ...["thread.lock", "comment.remove", "message.scrub", "user.remove"],
    ]);
    expect(notes.find(({ action }) => action === "level.remove")).toMatchObject({
      subject_id: String(level),
      reason: "Be kind",
      before: '{"visibility":"public"}',
      after: '{"visibility":"private"}',
    });
  });

  test("keeps a removed level private until an admin publishes it again", async () => {
    const bad = await signedInUser();
    const level = await addLevel(bad.id, { title: "Nasty" });
    await resolveCase(await signedInModerator(), await openReportCase(reporter, "level", level), ["remove"], {
      reason: "No",
    });
    const publish = (user: TestUser) => user.call(editLevelRoute, { id: level, visibility: "public" });
    expect(await publish(bad)).toMatchObject({ status: 403, body: { code: "taken_down" } });
    const edit = { id: level, title: "Nicer" };
    expect((await bad.call(editLevelRoute, edit)).status).toBe(200);
    expect((await publish(admin)).status).toBe(200);
    expect((await bad.call(editLevelRoute, { ...edit, visibility: "private" })).status).toBe(200);
    expect((await publish(bad)).status).toBe(200);
  });

  test("warns and bans: it stores both, logs them, closes every socket, and thanks the reporter", async () => {
    const [bad, ann, me] = [await signedInUser(), await signedInUser(), await signedInModerator()];
    const id = await openReportCase(ann, "level", await addLevel(bad.id, { title: "Nasty" }));
    const sockets = [await connectSocket(bad), await connectSocket(bad)];
    const response = await resolveCase(me, id, ["remove", "warn", "ban"], { reason: "Insults" });
    expect(response.status, JSON.stringify(response.body)).toBe(200);
    for (const socket of sockets) expect(await socket.end()).toMatchObject({ code: CLOSE_CODES.banned });
    expect(
      await runSql`select staff_id, reason, until, case_id, ended_at from bans where user_id = ${bad.id}`,
    ).toEqual([{ staff_id: me.id, reason: "Insults", until: null, case_id: id, ended_at: null }]);
    expect(await runSql`select staff_id, reason, case_id from warnings where user_id = ${bad.id}`).toEqual([
      { staff_id: me.id, reason: "Insults", case_id: id },
    ]);
    expect(await auditRowsBy(me)).toMatchObject([
      { action: "case.decide", subject_type: "case", subject_id: String(id) },
      { action: "level.remove" },
      { action: "user.warn", subject_id: String(bad.id), reason: "Insults" },
      {
        action: "user.ban",
        before: '{"banned":null}',
        after: '{"banned":{"reason":"Insults","until":null}}',
      },
    ]);
    const [notice] = await notificationTitlesOf(ann);
    expect(notice).toMatchObject({ url: "/reports", title: expect.stringContaining("“Nasty”") });
    expect(notice?.title).not.toContain(me.username);
    const { history, subject } = await fetchCase(me, await openReportCase(ann, "user", bad.username));
    expect(history.map(({ kind }) => kind).sort()).toEqual(["ban", "removed", "warning"]);
    expect(subject).toMatchObject({
      banned: { reason: "Insults", until: null },
      warnings_count: 1,
      can_punish: true,
    });
  });

  test("wins alone against concurrent ones", async () => {
    const bad = await signedInUser();
    const { id, level } = await reportNewLevel(reporter, bad);
    const [ann, bob] = [await signedInModerator(), await signedInModerator()];
    const responses = await Promise.all([
      resolveCase(ann, id, ["remove", "warn"], { reason: "Spam" }),
      resolveCase(bob, id),
      resolveCase(ann, id, ["ban"], { reason: "Spam" }),
    ]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const which = responses.findIndex(({ status }) => status === 200);
    expect(await countRows("warnings", sql`user_id = ${bad.id}`)).toBe(which === 0 ? 1 : 0);
    expect(await countRows("bans", sql`user_id = ${bad.id}`)).toBe(which === 2 ? 1 : 0);
    expect(await countRows("levels", sql`id = ${level} and visibility = 'private'`)).toBe(
      which === 0 ? 1 : 0,
    );
    expect(await countRows("audit_log", sql`subject_type = 'case' and subject_id = ${String(id)}`)).toBe(1);
    expect((await resolveCase(await signedInModerator(), id)).status).toBe(409);
  });

  test("repeated after a broken connection is made once and gets the first response", async () => {
    const [bad, ann] = [await signedInUser(), await signedInUser()];
    const id = await openReportCase(ann, "message", (await sendMessage(bad, ann, "nasty")).id);
    const me = await signedInModerator();
    const order = () => resolveCase(me, id, ["remove", "ban"], { reason: "Insults" });
    const responses = [...(await Promise.all([order(), order()])), await order()];
    for (const { status, body } of responses) expect([status, body]).toEqual([200, responses[0]?.body]);
    expect(await countRows("bans", sql`user_id = ${bad.id}`)).toBe(1);
    expect(await countRows("audit_log", sql`actor_id = ${me.id} and action = 'case.decide'`)).toBe(1);
    expect(await notificationTitlesOf(ann)).toHaveLength(1);
    const others = [
      resolveCase(me, id, ["remove", "ban"], { reason: "Something else" }),
      resolveCase(me, id, ["ban"], { reason: "Insults" }),
      resolveCase(await signedInModerator(), id, ["remove", "ban"], { reason: "Insults" }),
    ];
    expect((await Promise.all(others)).map(({ status }) => status)).toEqual([409, 409, 409]);
  });

  test("repeated after a crash closes the sockets that the first attempt left open", async () => {
    const bad = await signedInUser();
    const { id } = await reportNewLevel(reporter, bad);
    const me = await signedInModerator();
    const socket = await connectSocket(bad);
    await runSql`update users set banned_at = 1, ban_reason = 'Insults' where id = ${bad.id}`;
    await runSql`update cases set state = 'decided', outcome = 'acted', decided_by = ${me.id}, decided_at = 1,
      decision = ${JSON.stringify({ actions: ["ban"], reason: "Insults" })} where id = ${id}`;
    expect((await resolveCase(me, id, ["ban"], { reason: "Insults" })).status).toBe(200);
    expect(await socket.end()).toMatchObject({ code: CLOSE_CODES.banned });
  });

  test("notifies every reporter once, even a thousand", async () => {
    const { id } = await reportNewLevel(reporter, owner);
    await runSql`with recursive n (i) as (select 1 union all select i + 1 from n where i < 1000)
      insert into users (username, email, password_hash, created_at)
      select 'crowd_' || i, 'crowd_' || i || '@example.com', '', 1 from n`;
    await runSql`insert into reports (type, target, reporter_id, reason, case_id, created_at)
      select 'level', '1', id, 'spam', ${id}, 1 from users where username glob 'crowd_*'`;
    await runSql`create table counted_notices (user_id integer)`;
    // A trigger counts and deletes the notices, so a thousand inboxes stay idle.
    await runSql`create trigger count_notice after insert on notices begin
      insert into counted_notices values (new.user_id); delete from notices where id = new.id; end`;
    const response = await resolveCase(moderator, id);
    await runSql`drop trigger count_notice`;
    expect(response.status).toBe(200);
    expect(
      await runSql`select count(*) as n, count(distinct user_id) as people from counted_notices`,
    ).toEqual([{ n: 1001, people: 1001 }]);
    await runSql`drop table counted_notices`;
  });

  test("that dismisses a case changes nothing and notifies only the reporter", async () => {
    const [bad, ann, me] = [await signedInUser(), await signedInUser(), await signedInModerator()];
    const response = await resolveCase(me, await openReportCase(ann, "level", await addLevel(bad.id)));
    expect(response.body.case).toMatchObject({ outcome: "dismissed", decision: { acts: [], reason: "" } });
    expect(await notificationTitlesOf(ann)).toHaveLength(1);
    expect(await countRows("notices", sql`user_id = ${bad.id}`)).toBe(0);
    expect((await auditRowsBy(me)).map(({ action }) => action)).toEqual(["case.dismiss"]);
  });

  test.each<[string, string[], object, string]>([
    ["a warning without a reason", ["warn"], {}, "reason"],
    ["a ban without a reason", ["ban"], { reason: " " }, "reason"],
    ["a ban until yesterday", ["ban"], { reason: "x", until: "2020-01-01T00:00:00Z" }, "until"],
    ["an action for another type of target", ["lock"], {}, "acts"],
    ["an unknown action", ["explode"], {}, "acts"],
  ])("with %s is rejected", async (_, actions, input, field) => {
    const { id } = await reportNewLevel(reporter, owner);
    expect((await resolveCase(moderator, id, actions, input)).body.errors).toHaveProperty(field);
    expect(await storedCaseState(id)).toEqual({ state: "open" });
  });

  test("to move a thread needs another subforum", async () => {
    const id = await openReportCase(reporter, "thread", (await addThread(owner.id)).thread);
    for (const input of [{}, { subforum_id: 2 }, { subforum_id: 7 }])
      expect((await resolveCase(moderator, id, ["move"], input)).status).toBe(422);
  });

  test("by a moderator can't punish a colleague, only remove their content", async () => {
    const { id } = await reportNewLevel(reporter, await signedInModerator());
    expect(await fetchCase(moderator, id)).toMatchObject({ can: ["remove"], subject: { can_punish: false } });
    expect((await resolveCase(moderator, id, ["ban"], { reason: "x" })).status).toBe(403);
    expect((await resolveCase(moderator, id, ["remove"])).status).toBe(200);
  });

  test("can't repeat what was already done, nor act on a deleted target", async () => {
    const level = await addLevel(owner.id, { visibility: "public" });
    const id = await openReportCase(reporter, "level", level);
    await runSql`update levels set visibility = 'private' where id = ${level}`;
    expect((await fetchCase(moderator, id)).can).toEqual(["warn", "ban"]);
    expect((await resolveCase(moderator, id, ["remove"])).status).toBe(422);
    const deletedTarget = await openReportCase(
      reporter,
      "comment",
      await addComment("level", await addLevel(reporter.id), owner.id),
    );
    await runSql`update comments set deleted_at = 1`;
    expect(await fetchCase(moderator, deletedTarget)).toMatchObject({ present: false, can: ["warn", "ban"] });
  });

  test("about a message can be repeated after a first attempt removed it halfway", async () => {
    const { id: message } = await sendMessage(owner, reporter, "something rude");
    const id = await openReportCase(reporter, "message", message);
    const { low, high, number } = parseMessageId(message) ?? { low: 0, high: 0, number: 0 };
    await conversationStub(testEnv, low, high).remove(number, moderator.id);
    expect((await fetchCase(moderator, id)).present).toBe(false);
    expect((await resolveCase(moderator, id, ["remove"])).body.case).toMatchObject({ outcome: "acted" });
  });

  test("leaves no concurrent report behind", async () => {
    const { level, id } = await reportNewLevel(reporter, owner);
    const crowd = await Promise.all(Array.from({ length: 6 }, () => signedInUser()));
    const [decided] = await Promise.all([
      resolveCase(moderator, id),
      ...crowd.map((browser) => sendReport(browser, "level", level)),
    ]);
    expect(decided.status).toBe(200);
    // Reports that came too late for this case are in the next one.
    const stored = await runSql<{ state: string; reports_count: number; reports: number }>`select c.state,
      c.reports_count,
        (select count(*) from reports r where r.case_id = c.id) as reports
      from cases c where type = 'level' and target = ${String(level)} order by id`;
    expect(stored[0]?.state).toBe("decided");
    for (const one of stored) expect(one.reports_count).toBe(one.reports);
    expect(stored.reduce((sum, { reports }) => sum + reports, 0)).toBe(7);
  });
});
