import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { statement } from "#db/client.ts";
import { readMessageId } from "#domain/conversations/ids.ts";
import { editLevelRoute } from "#domain/levels/api.ts";
import { LIMITS } from "#domain/limits.ts";
import { CLOSE } from "#domain/live/frames.ts";
import { caseRoute, claimCaseRoute, reportQueueRoute } from "#domain/moderation/api.ts";
import { CLAIM_LASTS, MOST_CLAIMS } from "#domain/moderation/rules.ts";
import { addUser, Browser, countRows, db, testEnv } from "#tests/support/browser.ts";
import { messagesOf, say } from "#tests/support/chat.ts";
import { expectCost } from "#tests/support/cost.ts";
import {
  addComment,
  addThread,
  caseOf,
  claim,
  decide,
  notesBy,
  noticesOf,
  openCase,
  queue,
  report,
} from "#tests/support/moderation.ts";
import { type Person, person } from "#tests/support/people.ts";
import { listen } from "#tests/support/socket.ts";
import { addItem, addLevel } from "#tests/support/world.ts";
import { conversationOf } from "#worker/live/stubs.ts";

const run = <R = unknown>(template: ReturnType<typeof sql>) => db.all(statement<R>(template));
const staff = () => person({ role: "moderator" });

let reporter: Person;
let owner: Person;
let moderator: Person;
let admin: Person;

beforeAll(async () => {
  [reporter, owner, moderator, admin] = [
    await person(),
    await person(),
    await staff(),
    await person({ role: "admin" }),
  ];
});

const reportedLevel = async (by = owner) => {
  const level = await addLevel(by.id);
  return { level, id: await openCase(reporter.browser, "level", level) };
};
const stateOf = async (id: number) =>
  (await run<{ state: string }>(sql`select state from cases where id = ${id}`))[0];

describe("the queue", () => {
  test("is for staff, and shows cases by state, kind and order", async () => {
    await run(sql`delete from evidence`);
    await run(sql`delete from reports`);
    await run(sql`update cases set state = 'decided', claimed_by = null, outcome = 'dismissed'`);
    const me = await staff();
    const { id: first } = await reportedLevel();
    const { id: second, level } = await reportedLevel();
    const item = await openCase(reporter.browser, "item", await addItem(owner.id));
    await report(moderator.browser, "level", level);
    await claim(me, second);
    const ids = async (input: object, by = me) => (await queue(by, input)).data.map(({ id }) => id);
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
    expect((await queue(me, { state: "mine", type: "level" })).meta.total).toBe(1);
    await decide(me, second);
    expect((await ids({ state: "decided", type: "level", order: "newest" }))[0]).toBe(second);
    const { data, meta } = await queue(me);
    expect(meta.total).toBe(2);
    expect(data[0]).toMatchObject({
      reports_count: 1,
      claimed_by: null,
      outcome: null,
      user: { id: owner.id },
    });
    const statuses = [await Browser.visitor(), owner.browser, moderator.browser, admin.browser].map(
      async (browser) => (await browser.call(reportQueueRoute)).status,
    );
    expect(await Promise.all(statuses)).toEqual([401, 403, 200, 200]);
  });

  test("shows decided cases by the time of their decision, the newest first", async () => {
    const me = await staff();
    const { id: early } = await reportedLevel();
    const { id: late } = await reportedLevel();
    for (const id of [late, early]) expect((await decide(me, id)).status).toBe(200);
    await run(sql`update cases set decided_at = ${Date.now() + 1000} where id = ${early}`);
    for (const type of ["", "level"] as const) {
      const ids = async (input: object) =>
        (await queue(me, { state: "decided", type, ...input })).data.map(({ id }) => id);
      expect((await ids({})).slice(0, 2)).toEqual([early, late]);
      expect((await queue(me, { state: "decided", type })).data[0]?.decided_at).toMatch(/^2/);
      const { meta } = await queue(me, { state: "decided", type, order: "oldest" });
      expect((await ids({ order: "oldest", page: meta.last_page })).slice(-2)).toEqual([late, early]);
    }
  });

  test("costs the same with twenty thousand cases, first page and last, in every order", async () => {
    const me = await staff();
    const kinds = sql`case i % 3 when 0 then 'level' when 1 then 'comment' else 'user' end`;
    await run(sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < 20000)
      insert into cases (type, target, subject_id, name, reason, reports_count, claimed_by, claimed_at, created_at, updated_at)
      select ${kinds}, 7000000 + i, ${owner.id}, 'x', 'spam', i % 50,
        case when i % 2 then ${moderator.id} end, case when i % 2 then 1 end, 1, 1 from n`);
    await run(sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < 9000)
      insert into cases (type, target, subject_id, name, reason, reports_count, state, outcome, decided_at, created_at, updated_at)
      select ${kinds}, 7100000 + i, ${owner.id}, 'x', 'spam', i % 50, 'decided', 'dismissed', i % 700, 1, 1 from n`);
    const size = LIMITS.pageSize.reports;
    for (const state of ["open", "unclaimed", "decided"] as const)
      for (const type of ["", "comment"] as const)
        for (const order of ["oldest", "newest", "most"] as const) {
          const view = { state, type, order };
          const first = await queue(me, view);
          const label = JSON.stringify(view);
          expect(first.data, label).toHaveLength(size);
          expectCost(first.answer, { rounds: 1, read: 6 * size, written: 0 });
          const last = await queue(me, { ...view, page: first.meta.last_page });
          expect(last.data.length, label).toBe(first.meta.total - (first.meta.last_page - 1) * size);
          expectCost(last.answer, { rounds: 2, read: 6 * size, written: 0 });
        }
    const middle = await me.browser.call(reportQueueRoute, { input: { page: 400 } });
    expect(middle.status).toBe(200);
    await run(sql`delete from cases where cast(target as integer) > 7000000`);
    await run(sql`delete from counters where name glob 'cases:*'`);
    await run(sql`insert into counters (name, value)
      select 'cases:' || state || ':' || type, count(*) from cases group by state, type
      union all select 'cases:unclaimed:' || type, count(*) from cases where state = 'open' and claimed_by is null group by type`);
  });

  test("brings its first page along in the page's own HTML", async () => {
    const page = await moderator.browser.fetch("/staff/reports");
    expect(page.status).toBe(200);
    expectCost(page, { written: 0 });
    expect(String(page.body.text)).toContain("/api/staff/reports");
    expect((await owner.browser.fetch("/staff/reports")).status).toBe(404);
  });
});

describe("a case", () => {
  test("is read in two rounds, by staff it is not about", async () => {
    const { id } = await reportedLevel();
    const answer = await moderator.browser.call(caseRoute, { params: { id } });
    expect(answer.status).toBe(200);
    expectCost(answer, { rounds: 2, read: 60, written: 0 });
    expect((await moderator.browser.call(caseRoute, { params: { id: 99_999_999 } })).status).toBe(404);
    expect((await owner.browser.call(caseRoute, { params: { id } })).status).toBe(403);
    const bad = await staff();
    const about = await reportedLevel(bad);
    for (const answer of [
      await bad.browser.call(caseRoute, { params: { id: about.id } }),
      await claim(bad, about.id),
      await decide(bad, about.id),
    ]) {
      expect(answer.status).toBe(403);
      expect(JSON.stringify(answer.body)).not.toContain(reporter.username);
    }
    expect(await stateOf(about.id)).toEqual({ state: "open" });
  });

  test("names the other open cases about the same person", async () => {
    const subject = await person();
    const { id: one } = await reportedLevel(subject);
    const { id: other } = await reportedLevel(subject);
    const { id: decided } = await reportedLevel(subject);
    await decide(moderator, decided);
    expect((await caseOf(moderator, one)).open_cases).toMatchObject([
      { id: other, type: "level", reason: "spam", reports_count: 1 },
    ]);
  });

  test("costs the same with a thousand reports and a long past", async () => {
    const { id } = await reportedLevel();
    await run(sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < 1000)
      insert into users (username, email, password_hash, created_at)
      select 'angry_' || i, 'angry_' || i || '@example.com', '', 1 from n`);
    await run(sql`insert into reports (type, target, reporter_id, reason, case_id, created_at)
      select 'level', '1', id, 'spam', ${id}, 1 from users where username glob 'angry_*'`);
    await run(sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < 1000)
      insert into bans (user_id, staff_id, reason, created_at, ended_at) select ${owner.id}, ${admin.id}, 'old', i, i from n`);
    const answer = await moderator.browser.call(caseRoute, { params: { id } });
    expectCost(answer, { rounds: 2, read: 600, written: 0 });
    expect(answer.body.case).toMatchObject({
      reports_count: 1001,
      reports: expect.objectContaining({ length: 50 }),
    });
    const { history } = (answer.body as { case: { history: { kind: string; active: boolean }[] } }).case;
    expect(history).toHaveLength(50);
    await run(sql`delete from bans where reason = 'old'`);
  });

  test("is held by one at a time; who lets go of it, or leaves it for half an hour, loses it", async () => {
    const { id } = await reportedLevel();
    const [ann, bob] = [await staff(), await staff()];
    const [one, two] = await Promise.all([claim(ann, id), claim(bob, id)]);
    expect([one.status, two.status].sort()).toEqual([200, 409]);
    const [holder, other] = one.status === 200 ? [ann, bob] : [bob, ann];
    expect((await caseOf(other, id)).claimed_by).toMatchObject({ id: holder.id });
    expect((await claim(holder, id)).status).toBe(200);
    expect((await decide(other, id)).status).toBe(409);
    // Somebody else's is not theirs to let go.
    await claim(other, id, false);
    expect((await caseOf(other, id)).claimed_by).toMatchObject({ id: holder.id });
    expect((await claim(holder, id, false)).status).toBe(200);
    expect((await claim(other, id)).status).toBe(200);
    await run(sql`update cases set claimed_at = ${Date.now() - CLAIM_LASTS - 1} where id = ${id}`);
    expect((await claim(holder, id)).status).toBe(200);
    expect((await caseOf(other, id)).claimed_by).toMatchObject({ id: holder.id });
    await decide(holder, id);
    expect((await claim(other, id)).status).toBe(409);
    expect((await claim(other, 99_999_999)).status).toBe(404);
    const bad = await other.browser.call(claimCaseRoute, { params: { id }, input: { claim: "perhaps" } });
    expect(bad.status).toBe(422);
  });

  test("is refused to whoever has too many", async () => {
    const me = await staff();
    await run(sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < ${MOST_CLAIMS})
      insert into cases (type, target, subject_id, reason, claimed_by, claimed_at, created_at, updated_at)
      select 'level', 8000000 + i, ${owner.id}, 'spam', ${me.id}, ${Date.now()}, 1, 1 from n`);
    const { id } = await reportedLevel();
    expect((await claim(me, id)).status).toBe(422);
    expect((await queue(me, { state: "mine" })).meta.total).toBe(MOST_CLAIMS);
    await run(sql`update cases set state = 'decided' where claimed_by = ${me.id}`);
  });
});

describe("a decision", () => {
  test("takes the thing away, of every kind, closes the case, tells both sides and is noted", async () => {
    const bad = await person({ bio: "I am rude" });
    const level = await addLevel(bad.id);
    const item = await addItem(bad.id);
    const shirt = await addItem(bad.id);
    const { thread, reply } = await addThread(bad.id);
    const moved = await addThread(bad.id);
    const comment = await addComment("level", await addLevel(owner.id), bad.id);
    const message = await say(bad, reporter, "something rude");
    const me = await staff();
    const orders: [Parameters<typeof openCase>[1], string | number, string[], object][] = [
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
    for (const [type, target, acts, input] of orders) {
      const id = await openCase(reporter.browser, type, target);
      expect((await caseOf(me, id)).can, type).toEqual(expect.arrayContaining([...acts, "warn", "ban"]));
      const answer = await decide(me, id, acts, { reason: "Be kind", ...input });
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      expect(answer.body.case, type).toMatchObject({
        outcome: "acted",
        can: [],
        decision: { staff: { id: me.id }, acts, reason: "Be kind" },
      });
    }
    const states = await run(sql`select
      (select visibility from levels where id = ${level}) as level,
      (select state from items where id = ${item}) as item,
      (select state from items where id = ${shirt}) as shirt,
      (select deleted_by from replies where id = ${reply}) as reply,
      (select deleted_by from threads where id = ${thread}) as thread,
      (select subforum_id || ':' || locked from threads where id = ${moved.thread}) as moved,
      (select deleted_by from comments where id = ${comment}) as comment,
      (select bio from users where id = ${bad.id}) as bio`);
    expect(states).toEqual([
      {
        level: "private",
        item: "hidden",
        shirt: "rejected",
        reply: me.id,
        thread: me.id,
        moved: "3:1",
        comment: me.id,
        bio: "",
      },
    ]);
    expect((await messagesOf(reporter, bad)).data[0]).toMatchObject({ deleted: true, body: "" });
    const told = await noticesOf(bad, orders.length);
    expect(told.every(({ title, url }) => title.endsWith("Reason: Be kind") && url === "/standing")).toBe(
      true,
    );
    const notes = await notesBy(me);
    expect(notes.filter(({ action }) => action === "case.decide")).toHaveLength(orders.length);
    expect(notes.map(({ action }) => action).filter((action) => action !== "case.decide")).toEqual([
      "level.remove",
      "item.hide",
      "item.reject",
      "reply.remove",
      "thread.remove",
      "thread.move",
      "thread.lock",
      "comment.remove",
      "message.scrub",
      "user.remove",
    ]);
    const level_note = notes.find(({ action }) => action === "level.remove");
    expect(level_note).toMatchObject({
      subject_id: String(level),
      reason: "Be kind",
      before: '{"visibility":"public"}',
      after: '{"visibility":"private"}',
    });
  });

  test("keeps a level private that it took away, until an admin opens it again", async () => {
    const bad = await person();
    const level = await addLevel(bad.id, { title: "Nasty" });
    await decide(await staff(), await openCase(reporter.browser, "level", level), ["remove"], {
      reason: "No",
    });
    const publish = (who: Person) =>
      who.browser.call(editLevelRoute, { params: { id: level }, input: { visibility: "public" } });
    expect(await publish(bad)).toMatchObject({ status: 403, body: { code: "taken_down" } });
    const edit = { params: { id: level }, input: { title: "Nicer" } };
    expect((await bad.browser.call(editLevelRoute, edit)).status).toBe(200);
    expect((await publish(admin)).status).toBe(200);
    expect(
      (await bad.browser.call(editLevelRoute, { ...edit, input: { visibility: "private" } })).status,
    ).toBe(200);
    expect((await publish(bad)).status).toBe(200);
  });

  test("warns and bans: rows, notes, every socket cut, and a friendly word to who reported", async () => {
    const [bad, ann, me] = [await person(), await person(), await staff()];
    const level = await addLevel(bad.id, { title: "Nasty" });
    const id = await openCase(ann.browser, "level", level);
    const sockets = [await listen(bad), await listen(bad)];
    const answer = await decide(me, id, ["remove", "warn", "ban"], { reason: "Insults" });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    for (const socket of sockets) expect(await socket.end()).toMatchObject({ code: CLOSE.banned });
    expect(
      await run(sql`select staff_id, reason, until, case_id, ended_at from bans where user_id = ${bad.id}`),
    ).toEqual([{ staff_id: me.id, reason: "Insults", until: null, case_id: id, ended_at: null }]);
    expect(await run(sql`select staff_id, reason, case_id from warnings where user_id = ${bad.id}`)).toEqual([
      { staff_id: me.id, reason: "Insults", case_id: id },
    ]);
    expect(await notesBy(me)).toMatchObject([
      { action: "case.decide", subject_type: "case", subject_id: String(id) },
      { action: "level.remove" },
      { action: "user.warn", subject_id: String(bad.id), reason: "Insults" },
      {
        action: "user.ban",
        before: '{"banned":null}',
        after: '{"banned":{"reason":"Insults","until":null}}',
      },
    ]);
    const [told] = await noticesOf(ann);
    expect(told).toMatchObject({ url: "/reports" });
    expect(told?.title).toContain("“Nasty”");
    expect(told?.title).not.toContain(me.username);
    const { history, subject } = await caseOf(me, await openCase(ann.browser, "user", bad.username));
    expect(history.map(({ kind }) => kind).sort()).toEqual(["ban", "removed", "warning"]);
    expect(subject).toMatchObject({
      banned: { reason: "Insults", until: null },
      warnings_count: 1,
      can_punish: true,
    });
  });

  test("is one of two that are made at the same time", async () => {
    const bad = await person();
    const { id, level } = await reportedLevel(bad);
    const [ann, bob] = [await staff(), await staff()];
    const answers = await Promise.all([
      decide(ann, id, ["remove", "warn"], { reason: "Spam" }),
      decide(bob, id),
      decide(ann, id, ["ban"], { reason: "Spam" }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const which = answers.findIndex(({ status }) => status === 200);
    expect(await countRows("warnings", sql`user_id = ${bad.id}`)).toBe(which === 0 ? 1 : 0);
    expect(await countRows("bans", sql`user_id = ${bad.id}`)).toBe(which === 2 ? 1 : 0);
    expect(await countRows("levels", sql`id = ${level} and visibility = 'private'`)).toBe(
      which === 0 ? 1 : 0,
    );
    expect(await countRows("audit_log", sql`subject_type = 'case' and subject_id = ${String(id)}`)).toBe(1);
    expect((await decide(await staff(), id)).status).toBe(409);
  });

  test("that comes again, as a browser sends it whose connection broke, is done once and answered as the first", async () => {
    const [bad, ann] = [await person(), await person()];
    const message = await say(bad, ann, "nasty");
    const id = await openCase(ann.browser, "message", message.id);
    const me = await staff();
    const order = () => decide(me, id, ["remove", "ban"], { reason: "Insults" });
    const answers = [...(await Promise.all([order(), order()])), await order()];
    for (const { status, body } of answers) expect([status, body]).toEqual([200, answers[0]?.body]);
    expect(await countRows("bans", sql`user_id = ${bad.id}`)).toBe(1);
    expect(await countRows("audit_log", sql`actor_id = ${me.id} and action = 'case.decide'`)).toBe(1);
    expect(await noticesOf(ann)).toHaveLength(1);
    const others = [
      decide(me, id, ["remove", "ban"], { reason: "Something else" }),
      decide(me, id, ["ban"], { reason: "Insults" }),
      decide(await staff(), id, ["remove", "ban"], { reason: "Insults" }),
    ];
    expect((await Promise.all(others)).map(({ status }) => status)).toEqual([409, 409, 409]);
  });

  test("that comes again cuts the sockets that the first one left, as its process died before it could", async () => {
    const bad = await person();
    const { id } = await reportedLevel(bad);
    const me = await staff();
    const socket = await listen(bad);
    await run(sql`update users set banned_at = 1, ban_reason = 'Insults' where id = ${bad.id}`);
    await run(sql`update cases set state = 'decided', outcome = 'acted', decided_by = ${me.id}, decided_at = 1,
      acts = ${JSON.stringify({ acts: ["ban"], reason: "Insults" })} where id = ${id}`);
    expect((await decide(me, id, ["ban"], { reason: "Insults" })).status).toBe(200);
    expect(await socket.end()).toMatchObject({ code: CLOSE.banned });
  });

  test("tells everybody who has reported it, also a thousand, once", async () => {
    const { id } = await reportedLevel();
    await run(sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < 1000)
      insert into users (username, email, password_hash, created_at)
      select 'crowd_' || i, 'crowd_' || i || '@example.com', '', 1 from n`);
    await run(sql`insert into reports (type, target, reporter_id, reason, case_id, created_at)
      select 'level', '1', id, 'spam', ${id}, 1 from users where username glob 'crowd_*'`);
    await run(sql`create table told (user_id integer)`);
    // A thousand inboxes are not woken here: a notice that was counted goes.
    await run(sql`create trigger told_insert after insert on notices begin
      insert into told values (new.user_id); delete from notices where id = new.id; end`);
    const answer = await decide(moderator, id);
    await run(sql`drop trigger told_insert`);
    expect(answer.status).toBe(200);
    expect(await run(sql`select count(*) as n, count(distinct user_id) as people from told`)).toEqual([
      { n: 1001, people: 1001 },
    ]);
    await run(sql`drop table told`);
  });

  test("that dismisses a case leaves everything as it is and tells nobody but who reported it", async () => {
    const [bad, ann, me] = [await person(), await person(), await staff()];
    const id = await openCase(ann.browser, "level", await addLevel(bad.id));
    const answer = await decide(me, id);
    expect(answer.body.case).toMatchObject({ outcome: "dismissed", decision: { acts: [], reason: "" } });
    expect(await noticesOf(ann)).toHaveLength(1);
    expect(await countRows("notices", sql`user_id = ${bad.id}`)).toBe(0);
    expect((await notesBy(me)).map(({ action }) => action)).toEqual(["case.dismiss"]);
  });

  test.each<[string, string[], object, number, string | null]>([
    ["a warning without a reason", ["warn"], {}, 422, "reason"],
    ["a ban without a reason", ["ban"], { reason: " " }, 422, "reason"],
    ["a ban until yesterday", ["ban"], { reason: "x", until: "2020-01-01T00:00:00Z" }, 422, "until"],
    ["what can't be done to a thing of its kind", ["lock"], {}, 422, "acts"],
    ["an act that there is not", ["explode"], {}, 422, "acts"],
    ["no list", "remove" as unknown as string[], {}, 422, "acts"],
  ])("with %s is refused", async (_, acts, input, status, field) => {
    const { id } = await reportedLevel();
    const answer = await decide(moderator, id, acts, input);
    expect(answer.status).toBe(status);
    if (field) expect(answer.body.errors).toHaveProperty(field);
    expect(await stateOf(id)).toEqual({ state: "open" });
  });

  test("to move a thread names another subforum", async () => {
    const { thread } = await addThread(owner.id);
    const id = await openCase(reporter.browser, "thread", thread);
    for (const input of [{}, { subforum_id: 2 }, { subforum_id: 7 }])
      expect((await decide(moderator, id, ["move"], input)).status).toBe(422);
  });

  test("of a moderator punishes no colleague and no admin; what is theirs can be taken away", async () => {
    for (const role of ["moderator", "admin"] as const) {
      const colleague = await person({ role });
      const { id } = await reportedLevel(colleague);
      const found = await caseOf(moderator, id);
      expect(found.can).toEqual(["remove"]);
      expect(found.subject.can_punish).toBe(false);
      expect((await decide(moderator, id, ["ban"], { reason: "x" })).status).toBe(403);
      expect((await decide(moderator, id, ["remove"])).status).toBe(200);
    }
  });

  test("can't do to a thing what has been done, or to one that is gone", async () => {
    const level = await addLevel(owner.id, { visibility: "public" });
    const id = await openCase(reporter.browser, "level", level);
    await run(sql`update levels set visibility = 'private' where id = ${level}`);
    expect((await caseOf(moderator, id)).can).toEqual(["warn", "ban"]);
    expect((await decide(moderator, id, ["remove"])).status).toBe(422);
    const gone = await openCase(
      reporter.browser,
      "comment",
      await addComment("level", await addLevel(reporter.id), owner.id),
    );
    await run(sql`update comments set deleted_at = 1`);
    expect(await caseOf(moderator, gone)).toMatchObject({ present: false, can: ["warn", "ban"] });
  });

  test("about a message that a first try has taken away half way can be made again", async () => {
    const { id: message } = await say(owner, reporter, "something rude");
    const id = await openCase(reporter.browser, "message", message);
    const { low, high, number } = readMessageId(message) ?? { low: 0, high: 0, number: 0 };
    await conversationOf(testEnv, low, high).remove(number, moderator.id);
    expect((await caseOf(moderator, id)).present).toBe(false);
    expect((await decide(moderator, id, ["remove"])).body.case).toMatchObject({ outcome: "acted" });
  });

  test("leaves no report behind that comes at the same time", async () => {
    const { level, id } = await reportedLevel();
    const crowd = await Promise.all(Array.from({ length: 6 }, () => person()));
    const [decided] = await Promise.all([
      decide(moderator, id),
      ...crowd.map(({ browser }) => report(browser, "level", level)),
    ]);
    expect(decided.status).toBe(200);
    // Whoever was too late for this case is in the next one.
    const kept = await run<{
      state: string;
      reports_count: number;
      reports: number;
    }>(sql`select c.state, c.reports_count,
        (select count(*) from reports r where r.case_id = c.id) as reports
      from cases c where type = 'level' and target = ${String(level)} order by id`);
    expect(kept[0]?.state).toBe("decided");
    for (const one of kept) expect(one.reports_count).toBe(one.reports);
    expect(kept.reduce((sum, { reports }) => sum + reports, 0)).toBe(7);
  });

  test("is not to be had of visitors, members, or for a case that is not there", async () => {
    const { id } = await reportedLevel();
    expect((await decide({ ...owner, browser: await Browser.visitor() }, id)).status).toBe(401);
    expect((await decide(owner, id)).status).toBe(403);
    expect((await decide(moderator, 99_999_999)).status).toBe(404);
  });

  test("about whoever has deleted their account warns and bans nobody", async () => {
    const gone = await addUser();
    const id = await openCase(reporter.browser, "level", await addLevel(gone.id));
    await run(sql`update users set deleted_at = 1 where id = ${gone.id}`);
    expect((await caseOf(moderator, id)).can).toEqual(["remove"]);
  });
});
