import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { Database, type Query, select } from "#db/client.ts";
import { API } from "#domain/api/all.ts";
import type { Route } from "#domain/api/route.ts";
import { type SessionUser, sessionRoute } from "#domain/auth/api.ts";
import { createCommentRoute } from "#domain/comments/api.ts";
import { deleteMessageRoute, sendMessageRoute } from "#domain/conversations/api.ts";
import { homeRoute } from "#domain/home/api.ts";
import { LIMITS } from "#domain/limits.ts";
import { CLOSE } from "#domain/live/frames.ts";
import { banRoute, banStateRoute, reportQueueRoute, unbanRoute } from "#domain/moderation/api.ts";
import { type Notification, notificationListRoute } from "#domain/notifications/api.ts";
import { messageRoute, reportRoute } from "#domain/reports/api.ts";
import type { ReportType } from "#domain/reports/types.ts";
import { addUser, Browser, countRows, db, testEnv } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import { type Person, person } from "#tests/support/people.ts";
import { listen, openSocket } from "#tests/support/socket.ts";
import { addItem, addLevel } from "#tests/support/world.ts";
import { isReportedQuery, reportedPartnersQuery, viewEntry } from "#worker/moderation/views.ts";

const run = <R = unknown>(statement: ReturnType<typeof sql>) => db.all(select<R>(statement));
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

describe("who may ban whom", () => {
  const TARGETS = ["member", "moderator", "admin", "oneself", "nobody"] as const;

  test.each<[string, () => Browser, number[]]>([
    ["a visitor", () => visitor, [401, 401, 401, 401, 401]],
    ["a member", () => member.browser, [403, 403, 403, 403, 403]],
    ["a moderator", () => moderator.browser, [200, 403, 403, 403, 404]],
    ["an admin", () => admin.browser, [200, 200, 403, 403, 404]],
  ])("%s: as the table says, for bans, their ends and a look at them", async (who, browserOf, statuses) => {
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
      ])
        expect(answer.status, target).toBe(statuses[i]);
    }
    expect(await countRows("users", sql`id = ${self.id} and banned_at is not null`)).toBe(0);
  });
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
    expectCost(answer, { read: 12, written: 5 });
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

  test("leaves its user nothing but to read, to hear why, and to sign out", async () => {
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
    expect((await who.browser.fetch("/")).status).toBe(200);
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
    expectCost(first, { read: 20, written: 25 });
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

describe("a ban, to those who are there", () => {
  test("cuts every open socket with 4403 within a second, and lets none come back", async () => {
    const [who, other] = [await person(), await person()];
    const sockets = [await listen(who), await listen(who)];
    const stranger = await listen(other);
    const started = performance.now();
    expect((await ban(moderator.browser, who.username)).status).toBe(200);
    for (const socket of sockets) expect(await socket.end()).toMatchObject({ code: CLOSE.banned });
    expect(performance.now() - started).toBeLessThan(1_000);
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

const report = (by: Browser, reportType: ReportType, target: string | number, input: object = {}) =>
  by.call(reportRoute, { params: { reportType, target }, input: { reason: "spam", ...input } });

describe("the queue of reports", () => {
  const queue = async (page = 1, by = moderator.browser) => {
    const answer = await by.call(reportQueueRoute, { input: { page } });
    const { data, meta, links } = answer.body as {
      data: { type: ReportType; url: string; reporter: { id: number }; details: string }[];
      meta: { current_page: number; last_page: number; total: number };
      links: { next: string | null };
    };
    return { answer, data, meta, links };
  };

  test("is for moderators and admins", async () => {
    const statuses = [visitor, member.browser, moderator.browser, admin.browser].map(
      async (browser) => (await browser.call(reportQueueRoute)).status,
    );
    expect(await Promise.all(statuses)).toEqual([401, 403, 200, 200]);
  });

  test("shows open reports, the oldest first, each with the place where the thing is seen", async () => {
    await run(sql`delete from reports`);
    const owner = await person();
    const level = await addLevel(owner.id);
    const item = await addItem(owner.id);
    const made: Record<string, number> = {};
    for (const [type, id] of [
      ["level", level],
      ["item", item],
      ["user", owner.id],
    ] as const) {
      const input = { type, id, body: "hm" };
      const { comment } = (await owner.browser.call(createCommentRoute, { input })).body as {
        comment: { id: number };
      };
      made[type] = comment.id;
    }
    const who = member.browser;
    await report(who, "level", level, { details: "look\nhere" });
    await report(who, "item", item);
    await report(who, "user", owner.username);
    for (const type of ["level", "item", "user"]) await report(who, "comment", made[type] ?? 0);
    const [low, high] = [Math.min(member.id, owner.id), Math.max(member.id, owner.id)];
    await addReport(member.id, "message", `${low}_${high}_7`);
    const { data, meta, links } = await queue();
    expect(data.map(({ type, url }) => [type, url])).toEqual([
      ["level", `/levels/${level}`],
      ["item", `/items/${item}`],
      ["user", `/users/${owner.username}`],
      ["comment", `/levels/${level}`],
      ["comment", `/items/${item}`],
      ["comment", `/users/${owner.username}`],
      ["message", `/chat?as=${member.id}&with=${owner.id}&message=${low}_${high}_7`],
    ]);
    expect(data[0]).toMatchObject({
      reason: "spam",
      details: "look\nhere",
      reporter: { username: member.username },
    });
    expect(meta).toEqual({ current_page: 1, last_page: 1, total: 7 });
    expect(links.next).toBeNull();
  });

  test("counts what is open, whatever becomes of a report", async () => {
    await run(sql`delete from reports`);
    const total = async () => (await queue()).meta.total;
    expect(await total()).toBe(0);
    const level = await addLevel(moderator.id);
    for (let i = 0; i < 2; i++) await report(member.browser, "level", level);
    await report(admin.browser, "level", level);
    expect(await total()).toBe(2);
    await run(sql`update reports set open = 0 where reporter_id = ${admin.id}`);
    await run(sql`update reports set open = 0 where reporter_id = ${admin.id}`);
    expect(await total()).toBe(1);
    expect((await queue()).data).toHaveLength(1);
    await run(sql`update reports set open = 1 where reporter_id = ${admin.id}`);
    await run(sql`delete from reports where reporter_id = ${member.id}`);
    expect(await total()).toBe(1);
  });

  test("costs the same however long it is", async () => {
    await run(sql`delete from reports`);
    const level = await addLevel(moderator.id);
    await run(sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < 300)
      insert into reports (type, target, reporter_id, reason, open, created_at)
      select 'comment', i, ${member.id}, 'spam', i % 3 > 0, 1 from n`);
    await run(sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < 300)
      insert or ignore into comments (id, target_type, target_id, user_id, body, created_at)
      select i, 'level', ${level}, ${member.id}, 'hm', 1 from n`);
    const size = LIMITS.pageSize.reports;
    const first = await queue();
    expect(first.data).toHaveLength(size);
    expect(first.meta).toEqual({ current_page: 1, last_page: 8, total: 200 });
    expect(first.links.next).toBe("/api/staff/reports?page=2");
    expectCost(first.answer, { rounds: 1, read: 6 * size, written: 0 });
    const last = await queue(8);
    expect(last.data).toHaveLength(size);
    expect(last.links.next).toBeNull();
    expect((await queue(9)).data).toEqual([]);
    expect((await queue(1_000)).answer.body.code).toBe("page_too_deep");
  });
});

async function addReport(reporter: number, type: ReportType, target: string, open = 1): Promise<void> {
  await run(sql`insert into reports (type, target, reporter_id, reason, open, created_at)
    values (${type}, ${target}, ${reporter}, 'spam', ${open}, 1)`);
}

describe("the page of the queue", () => {
  const preloadOf = (html: unknown) =>
    JSON.parse(
      /<script id="page-data" type="application\/json">([\s\S]*?)<\/script>/.exec(String(html))?.[1] ?? "{}",
    ).preload as Record<string, unknown>;

  test("brings the first page along for staff, and does not exist for anybody else", async () => {
    const banned = await person({ role: "moderator", banned_at: 1, ban_reason: "Spam" });
    for (const browser of [visitor, member.browser, banned.browser]) {
      const { status, body } = await browser.fetch("/staff/reports");
      expect(status).toBe(404);
      expect(preloadOf(body.text)).toEqual({});
    }
    for (const { browser } of [moderator, admin]) {
      const page = await browser.fetch("/staff/reports?page=2");
      expect(page.status).toBe(200);
      expectCost(page, { written: 0 });
      const address = "/api/staff/reports?page=2";
      expect(preloadOf(page.body.text)).toEqual({ [address]: (await browser.fetch(address)).body });
    }
  });
});

describe("a report of a message", () => {
  const say = async (from: Person, to: Person, body: string) => {
    const { body: sent } = await from.browser.call(sendMessageRoute, {
      params: { userId: to.id },
      input: { body },
    });
    return String(sent.id);
  };

  test("is taken from the one it was written to, in two rounds", async () => {
    const [ann, bob] = [await person(), await person()];
    const id = await say(bob, ann, "something rude");
    const answer = await report(ann.browser, "message", id);
    expect(answer.status).toBe(201);
    expectCost(answer, { written: 25 });
    expect(
      await countRows("reports", sql`reporter_id = ${ann.id} and type = 'message' and target = ${id}`),
    ).toBe(1);
    expect((await report(ann.browser, "message", id)).status).toBe(201);
    expect(await countRows("reports", sql`reporter_id = ${ann.id}`)).toBe(1);
  });

  test("shows it first, to the two people of its conversation alone", async () => {
    const [ann, bob, eve] = [await person(), await person(), await person()];
    const id = await say(bob, ann, "something\nrude");
    const ask = (browser: Browser, messageId = id) => browser.call(messageRoute, { params: { messageId } });
    for (const { browser } of [ann, bob]) {
      const answer = await ask(browser);
      expect(answer.body).toMatchObject({
        message: { id, body: "something\nrude", sender_id: bob.id, deleted: false },
        user: { id: bob.id, username: bob.username },
      });
      expectCost(answer, { read: 6, written: 0 });
    }
    expect((await ask(visitor)).status).toBe(401);
    for (const { browser } of [eve, moderator, admin]) expect((await ask(browser)).status).toBe(404);
    expect((await ask(ann.browser, id.replace(/1$/, "2"))).status).toBe(404);
    await admin.browser.call(deleteMessageRoute, { params: { messageId: id } });
    expect((await ask(ann.browser)).status).toBe(404);
  });

  test("is refused to its writer, and to everybody else the message does not exist", async () => {
    const [ann, bob, eve] = [await person(), await person(), await person()];
    const id = await say(bob, ann, "something rude");
    const pair = id.slice(0, id.lastIndexOf("_"));
    const [low = "", high = ""] = pair.split("_");
    expect((await report(bob.browser, "message", id)).status).toBe(422);
    expect((await report(visitor, "message", id)).status).toBe(401);
    for (const { browser } of [eve, moderator, admin])
      expect((await report(browser, "message", id)).status).toBe(404);
    for (const target of [`${pair}_2`, `${high}_${low}_1`, pair, "1", "x", `${pair}_0`, `${id}_1`])
      expect((await report(ann.browser, "message", target)).status, target).toBe(404);
    expect(await countRows("reports", sql`reporter_id in (${ann.id}, ${bob.id}, ${eve.id})`)).toBe(0);
  });

  test("of one that was taken away comes too late", async () => {
    const [ann, bob] = [await person(), await person()];
    const id = await say(bob, ann, "something rude");
    expect((await admin.browser.call(deleteMessageRoute, { params: { messageId: id } })).status).toBe(200);
    expect((await report(ann.browser, "message", id)).status).toBe(404);
  });
});

describe("what opens a chat to staff", () => {
  const cost = async <R>(query: Query<R>) => {
    const counted = new Database(testEnv.DB);
    return { rows: await counted.all(query), read: counted.meter.rowsRead };
  };
  const [ann, bob, cid] = [7_001, 7_002, 70_010];

  beforeAll(async () => {
    for (const id of [ann, bob, cid, 700])
      await run(sql`insert into users (id, username, email, password_hash, created_at)
        values (${id}, 'reporter_' || ${id}, ${id} || '@example.com', '', 1)`);
    await addReport(ann, "message", `${ann}_${bob}_3`);
    await addReport(ann, "message", `${ann}_${bob}_12`, 0);
    await addReport(ann, "message", `${700}_${ann}_1`);
    await addReport(ann, "comment", "7");
    await addReport(cid, "message", `${bob}_${cid}_1`, 0);
  });

  test("are the reports of its messages by the person themselves, open or not", async () => {
    const partners = async (as: number, withId?: number) =>
      (await cost(reportedPartnersQuery(as, withId))).rows.map(({ partner_id }) => partner_id).sort();
    expect(await partners(ann)).toEqual([700, bob]);
    expect(await partners(bob)).toEqual([]);
    expect(await partners(cid)).toEqual([bob]);
    expect(await partners(ann, bob)).toEqual([bob]);
    // Another's id may begin with the same digits.
    for (const other of [70, 7, 700, 70_020, cid]) {
      expect(await partners(ann, other), String(other)).toEqual(other === 700 ? [700] : []);
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
      insert into reports (type, target, reporter_id, reason, created_at)
      select 'message', ${String(id)} || '_' || cast(${id} + 1 + i % 500 as integer) || '_' || i, ${id}, 'spam', 1 from n`);
    const list = await cost(reportedPartnersQuery(id));
    expect(list.rows).toHaveLength(100);
    expect(list.read).toBeLessThanOrEqual(300);
    // One whose reports are no longer among the newest is found when named.
    expect((await cost(reportedPartnersQuery(id, id + 2))).rows).toEqual([{ partner_id: id + 2 }]);
    expect((await cost(reportedPartnersQuery(id, id + 2))).read).toBeLessThanOrEqual(3);
    expect((await cost(isReportedQuery(id, id + 2))).read).toBeLessThanOrEqual(5);
  });

  test("is noted when they look", async () => {
    await db.batch([
      viewEntry(moderator.id, ann, null, Date.now()),
      viewEntry(moderator.id, ann, bob, Date.now()),
    ]);
    const note = {
      actor_id: moderator.id,
      action: "chat.view",
      subject_type: "user",
      subject_id: String(ann),
    };
    expect(await notesOn(ann)).toEqual([
      { ...note, reason: "", details: "{}" },
      { ...note, reason: "", details: JSON.stringify({ with: bob }) },
    ]);
  });
});
