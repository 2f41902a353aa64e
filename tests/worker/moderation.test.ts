import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { Database, type Statement, statement } from "#db/client.ts";
import { API } from "#domain/api/all.ts";
import type { Route } from "#domain/api/route.ts";
import { type SessionUser, sessionRoute } from "#domain/auth/api.ts";
import { createCommentRoute } from "#domain/comments/api.ts";
import { sendMessageRoute } from "#domain/conversations/api.ts";
import { homeRoute } from "#domain/home/api.ts";
import { LIMITS } from "#domain/limits.ts";
import { CLOSE } from "#domain/live/frames.ts";
import { banRoute, banStateRoute, unbanRoute, warnRoute } from "#domain/moderation/api.ts";
import { type Notification, notificationListRoute } from "#domain/notifications/api.ts";
import type { ReportType } from "#domain/reports/types.ts";
import { addUser, Browser, countRows, db, testEnv, unique } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import { noticesOf } from "#tests/support/moderation.ts";
import { type Person, person } from "#tests/support/people.ts";
import { listen, openSocket } from "#tests/support/socket.ts";
import { isReportedQuery, reportedPartnersQuery, viewEntry } from "#worker/moderation/views.ts";

const run = <R = unknown>(template: ReturnType<typeof sql>) => db.all(statement<R>(template));
const DAY = 24 * 60 * 60 * 1000;
const soon = (milliseconds = DAY) => new Date(Date.now() + milliseconds).toISOString();

let visitor: Browser;
let member: Person;
let moderator: Person;
let admin: Person;

beforeAll(async () => {
  visitor = await Browser.visitor();
  [member, moderator, admin] = [
    await person(),
    await person({ role: "moderator" }),
    await person({ role: "admin" }),
  ];
});

const ban = (by: Browser, username: string, input: object = {}) =>
  by.call(banRoute, { params: { username }, input: { reason: "Spam", ...input } });
const unban = (by: Browser, username: string) => by.call(unbanRoute, { params: { username } });
const warn = (by: Browser, username: string, reason = "Spam") =>
  by.call(warnRoute, { params: { username }, input: { reason } });
const stateOf = (username: string, by = moderator.browser) =>
  by.call(banStateRoute, { params: { username } });

interface Note {
  actor_id: number;
  action: string;
  subject_type: string;
  subject_id: string;
  reason: string;
  details: string;
}
const notesOn = (subject: number) =>
  run<Note>(sql`select actor_id, action, subject_type, subject_id, reason, details from audit_log
    where subject_id = ${String(subject)} order by id`);

describe("who may ban and warn whom", () => {
  const TARGETS = ["member", "moderator", "admin", "oneself", "nobody"] as const;

  test.each<[string, () => Browser, number[]]>([
    ["a visitor", () => visitor, [401, 401, 401, 401, 401]],
    ["a member", () => member.browser, [403, 403, 403, 403, 403]],
    ["a moderator", () => moderator.browser, [200, 403, 403, 403, 404]],
    ["an admin", () => admin.browser, [200, 200, 403, 403, 404]],
  ])(
    "%s: as the table says, for bans, their ends, a look at them, and warnings",
    async (who, browserOf, statuses) => {
      const self = { "a moderator": moderator, "an admin": admin }[who] ?? member;
      for (const [i, target] of TARGETS.entries()) {
        const role = target === "moderator" || target === "admin" ? target : "member";
        const named = { oneself: self.username, nobody: "nobody_is_called_so" }[target as string];
        const username = named ?? (await addUser({ role })).username;
        const browser = browserOf();
        for (const answer of [
          await stateOf(username, browser),
          await ban(browser, username),
          await unban(browser, username),
          await warn(browser, username),
        ])
          expect(answer.status, target).toBe(statuses[i]);
      }
      expect(await countRows("users", sql`id = ${self.id} and banned_at is not null`)).toBe(0);
    },
  );
});

describe("a ban", () => {
  test.each<[string, object, string]>([
    ["no reason", { reason: " " }, "reason"],
    ["a reason that is too long", { reason: "x".repeat(LIMITS.banReason + 1) }, "reason"],
    ["an end in words", { until: "tomorrow" }, "until"],
    ["an end that is no date", { until: "2999-13-41T00:00:00Z" }, "until"],
    ["an end without a place on earth", { until: "2999-01-01T00:00:00" }, "until"],
    ["an end that is a number", { until: 32503680000000 }, "until"],
    ["an end that is past", { until: new Date(Date.now() - 1000).toISOString() }, "until"],
  ])("with %s is refused at its field", async (_, input, field) => {
    const { id, username } = await addUser();
    const answer = await ban(moderator.browser, username, input);
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toHaveProperty(field);
    expect(await notesOn(id)).toEqual([]);
  });

  test("is stored with its end and noted, in two rounds and few rows", async () => {
    const { id, username } = await addUser();
    const until = soon();
    const answer = await ban(moderator.browser, username, { reason: "Said bad words", until });
    expect(answer.body.message).toMatch(new RegExp(`^${username} is banned until .+ UTC\\.$`));
    // Most of it is the note, which can be searched for.
    expectCost(answer, { read: 60, written: 30 });
    expect((await stateOf(username)).body).toEqual({ banned: { reason: "Said bad words", until } });
    expect(await notesOn(id)).toEqual([
      {
        actor_id: moderator.id,
        action: "user.ban",
        subject_type: "user",
        subject_id: String(id),
        reason: "Said bad words",
        details: JSON.stringify({ until }),
      },
    ]);
  });

  test.each([{}, { until: null }])("without an end is for ever: %o", async (input) => {
    const { username } = await addUser();
    expect((await ban(moderator.browser, username, input)).body.message).toBe(
      `${username} is banned for ever.`,
    );
    expect((await stateOf(username)).body).toEqual({ banned: { reason: "Spam", until: null } });
  });

  test("takes the place of the one before it, and both are noted", async () => {
    const { id, username } = await addUser();
    await ban(moderator.browser, username);
    const until = soon();
    await ban(admin.browser, username, { reason: "On second thoughts", until });
    expect((await stateOf(username)).body).toEqual({ banned: { reason: "On second thoughts", until } });
    expect((await notesOn(id)).map(({ actor_id }) => actor_id)).toEqual([moderator.id, admin.id]);
  });

  test("leaves its user nothing but public data and what every banned member keeps", async () => {
    const who = await person();
    await ban(moderator.browser, who.username, { reason: "Bad words", until: null });
    const why = "Your account is banned for ever. Reason: Bad words";
    const { user } = (await who.browser.call(sessionRoute)).body as { user: SessionUser };
    expect(user.banned).toEqual({ reason: "Bad words", until: null });
    expect((await who.browser.call(homeRoute)).status).toBe(200);
    const params = {
      id: 1,
      levelId: 1,
      ratingId: 1,
      revision: 1,
      userId: member.id,
      username: member.username,
      type: "level",
      tab: "buddies",
      category: "hat",
      subforum: 1,
      page: 1,
      search: "",
      reportType: "level",
      target: "1",
      messageId: "1_2_1",
      sessionId: "x".repeat(43),
    };
    const closed = (route: Route) =>
      !route.whileBanned && route.access !== "host" && (route.method === "POST" || route.access === "member");
    for (const route of API.filter(closed)) {
      const answer = await who.browser.call(route, { params });
      expect(answer.status, route.path).toBe(403);
      // What is for staff alone is refused for that.
      if (RANKS.indexOf(route.access) < 2)
        expect(answer.body, route.path).toMatchObject({ code: "banned", message: why });
    }
  });

  test("that has run out is none", async () => {
    const who = await person({ banned_at: 1, banned_until: Date.now() - 1, ban_reason: "Spam" });
    expect((await stateOf(who.username)).body).toEqual({ banned: null });
    const input = { type: "user", id: who.id, body: "I am back" };
    expect((await who.browser.call(createCommentRoute, { input })).status).toBe(201);
    expect((await unban(moderator.browser, who.username)).body.message).toBe(
      `${who.username} is not banned.`,
    );
    expect(await notesOn(who.id)).toEqual([]);
  });

  test("that is ended lets its user write again, is noted and told once", async () => {
    const who = await person();
    await ban(moderator.browser, who.username);
    const first = await unban(admin.browser, who.username);
    expect(first.body.message).toBe(`${who.username} is not banned any more.`);
    expectCost(first, { read: 90, written: 45 });
    expect((await unban(moderator.browser, who.username)).body.message).toBe(
      `${who.username} is not banned.`,
    );
    const input = { type: "user", id: who.id, body: "I am back" };
    expect((await who.browser.call(createCommentRoute, { input })).status).toBe(201);
    expect((await notesOn(who.id)).map(({ action }) => action)).toEqual(["user.ban", "user.unban"]);
    const list = await vi.waitUntil(
      async () => {
        const { body } = await who.browser.call(notificationListRoute);
        const { data } = body as { data: Notification[] };
        return data.length > 0 && data;
      },
      { timeout: 10_000 },
    );
    expect(list).toMatchObject([
      { type: "moderation", actors: [], count: 1, title: "Your ban has ended. Welcome back!" },
    ]);
  });
});
const RANKS = ["public", "member", "moderator", "admin"];

describe("every ban and warning", () => {
  test("is kept with who made it and when it was ended, and noted with what was before and after", async () => {
    const [target, me] = [await addUser(), await person({ role: "moderator" })];
    const until = soon();
    await ban(me.browser, target.username, { reason: "First", until });
    await ban(admin.browser, target.username, { reason: "Second" });
    const kept = () =>
      run(sql`select staff_id, reason, until, ended_at is not null as ended, ended_by from bans
        where user_id = ${target.id} order by id`);
    const first = {
      staff_id: me.id,
      reason: "First",
      until: Date.parse(until),
      ended: 1,
      ended_by: admin.id,
    };
    const second = { staff_id: admin.id, reason: "Second", until: null };
    expect(await kept()).toEqual([first, { ...second, ended: 0, ended_by: null }]);
    await unban(me.browser, target.username);
    expect(await kept()).toEqual([first, { ...second, ended: 1, ended_by: me.id }]);
    const states = await run(
      sql`select action, before, after from audit_log where subject_id = ${String(target.id)} order by id`,
    );
    const [none, one, two] = [null, { reason: "First", until }, { reason: "Second", until: null }].map(
      (banned) => JSON.stringify({ banned }),
    );
    expect(states).toEqual([
      { action: "user.ban", before: none, after: one },
      { action: "user.ban", before: one, after: two },
      { action: "user.unban", before: two, after: none },
    ]);
  });

  test("reaches its person though they have blocked who warns; a second press is the same warning", async () => {
    const target = await person();
    await run(
      sql`insert into blocks (user_id, blocked_id, created_at) values (${target.id}, ${moderator.id}, 1)`,
    );
    const answers = await Promise.all(
      [1, 2, 3].map(() => warn(moderator.browser, target.username, "Be kind")),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await warn(moderator.browser, target.username, "Be kinder")).toMatchObject({ status: 200 });
    expect(
      await run(sql`select reason, staff_id, seen_at from warnings where user_id = ${target.id} order by id`),
    ).toEqual(["Be kind", "Be kinder"].map((reason) => ({ reason, staff_id: moderator.id, seen_at: null })));
    expect((await notesOn(target.id)).map(({ action }) => action)).toEqual(["user.warn", "user.warn"]);
    const told = await noticesOf(target, 2);
    expect(told.map(({ title }) => title)).toEqual([
      "You have a warning from our staff: Be kinder",
      "You have a warning from our staff: Be kind",
    ]);
    for (const reason of ["", " ", "x".repeat(LIMITS.banReason + 1)])
      expect((await warn(moderator.browser, target.username, reason)).status).toBe(422);
  });
});

describe("a ban, to those who are there", () => {
  test("cuts every open socket with 4403 before its answer, and lets none come back", async () => {
    const [who, other] = [await person(), await person()];
    const sockets = [await listen(who), await listen(who)];
    const stranger = await listen(other);
    expect((await ban(moderator.browser, who.username)).status).toBe(200);
    // Nothing else has happened since: no schedule, no alarm, no call of theirs.
    for (const socket of sockets)
      expect(socket.events).toContainEqual({ event: "Closing", code: CLOSE.banned });
    for (const socket of sockets) expect(await socket.end()).toMatchObject({ code: CLOSE.banned });
    expect(await (await openSocket(who.browser))?.end()).toMatchObject({ code: CLOSE.banned });
    await stranger.settled();
    expect(stranger.closed).toBeNull();
    await unban(moderator.browser, who.username);
    for (const socket of [stranger, await listen(who)]) socket.close();
  });

  test("ends a chat at once, whatever its conversation has kept of who may write", async () => {
    const [who, other] = [await person(), await person()];
    const say = (body: string) =>
      who.browser.call(sendMessageRoute, { params: { userId: other.id }, input: { body } });
    expect((await say("one")).status).toBe(200);
    await ban(moderator.browser, who.username, { reason: "Bad words" });
    const refused = await say("two");
    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({
      code: "banned",
      message: "Your account is banned for ever. Reason: Bad words",
    });
    await unban(moderator.browser, who.username);
    expect((await say("three")).status).toBe(200);
  });
});

test("what staff did can neither be changed nor taken away", async () => {
  const { id, username } = await addUser();
  await ban(moderator.browser, username);
  const before = await notesOn(id);
  expect(before).toHaveLength(1);
  await expect(
    run(sql`update audit_log set reason = 'none' where subject_id = ${String(id)}`),
  ).rejects.toThrow(/append-only/);
  await expect(run(sql`delete from audit_log where subject_id = ${String(id)}`)).rejects.toThrow(
    /append-only/,
  );
  expect(await notesOn(id)).toEqual(before);
});

/** A report as it is stored, of a case of its own. */
async function addReport(reporter: number, type: ReportType, target: string): Promise<void> {
  await run(sql`insert into reports (type, target, reporter_id, reason, case_id, created_at)
    values (${type}, ${target}, ${reporter}, 'spam', ${unique()}, 1)`);
}

describe("what opens a chat to staff", () => {
  const cost = async <R>(query: Statement<R>) => {
    const counted = new Database(testEnv.DB);
    return { rows: await counted.all(query), read: counted.meter.rowsRead };
  };
  // Above all ids that files count from; some begin with others.
  const [one, ann, bob, cid] = [7_000_000, 70_000_001, 70_000_002, 700_000_010];

  beforeAll(async () => {
    for (const id of [ann, bob, cid, one])
      await run(sql`insert into users (id, username, email, password_hash, created_at)
        values (${id}, 'reporter_' || ${id}, ${id} || '@example.com', '', 1)`);
    await addReport(ann, "message", `${ann}_${bob}_3`);
    await addReport(ann, "message", `${ann}_${bob}_12`);
    await addReport(ann, "message", `${one}_${ann}_1`);
    await addReport(ann, "comment", "7");
    await addReport(cid, "message", `${bob}_${cid}_1`);
  });

  test("are the reports of its messages by the person themselves, open or not", async () => {
    const partners = async (as: number, withId?: number) =>
      (await cost(reportedPartnersQuery(as, withId))).rows.map(({ partner_id }) => partner_id).sort();
    expect(await partners(ann)).toEqual([one, bob]);
    expect(await partners(bob)).toEqual([]);
    expect(await partners(cid)).toEqual([bob]);
    expect(await partners(ann, bob)).toEqual([bob]);
    // Another's id may begin with the same digits.
    for (const other of [70, 7, one, 700_000_020, cid]) {
      expect(await partners(ann, other), String(other)).toEqual(other === one ? [one] : []);
    }
    expect(await partners(bob, ann)).toEqual([]);
  });

  test("lets moderators take messages away where either of the two has reported one", async () => {
    const reported = async (a: number, b: number) => (await cost(isReportedQuery(a, b))).rows[0]?.reported;
    expect(await reported(ann, bob)).toBe(1);
    expect(await reported(bob, ann)).toBe(1);
    expect(await reported(bob, cid)).toBe(1);
    expect(await reported(ann, cid)).toBe(0);
  });

  test("costs little to ask for, however much somebody reports", async () => {
    const { id } = await addUser();
    await run(sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < 1000)
      insert into reports (type, target, reporter_id, reason, case_id, created_at)
      select 'message', ${String(id)} || '_' || cast(${id} + 1 + i % 500 as integer) || '_' || i, ${id}, 'spam', 1000000 + i, 1 from n`);
    const list = await cost(reportedPartnersQuery(id));
    expect(list.rows).toHaveLength(100);
    expect(list.read).toBeLessThanOrEqual(300);
    // One whose reports are no longer among the newest is found when named.
    expect((await cost(reportedPartnersQuery(id, id + 2))).rows).toEqual([{ partner_id: id + 2 }]);
    expect((await cost(reportedPartnersQuery(id, id + 2))).read).toBeLessThanOrEqual(3);
    expect((await cost(isReportedQuery(id, id + 2))).read).toBeLessThanOrEqual(5);
    expect((await cost(isReportedQuery(id, id - 1))).read).toBeLessThanOrEqual(2);
  });

  test("is noted when they look", async () => {
    await db.batch([
      viewEntry(moderator.id, ann, null, "A report", Date.now()),
      viewEntry(moderator.id, ann, bob, "A report", Date.now()),
    ]);
    const note = {
      actor_id: moderator.id,
      action: "chat.view",
      subject_type: "user",
      subject_id: String(ann),
    };
    expect(await notesOn(ann)).toEqual([
      { ...note, reason: "A report", details: "{}" },
      { ...note, reason: "A report", details: JSON.stringify({ with: bob }) },
    ]);
  });
});
