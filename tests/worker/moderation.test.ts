import { sql } from "drizzle-orm";
import { Database, type Statement } from "#db/database.ts";
import { createCommentRoute } from "#domain/comments/api.ts";
import { sendMessageRoute } from "#domain/conversations/api.ts";
import { LIMITS } from "#domain/limits.ts";
import { CLOSE_CODES } from "#domain/live/frames.ts";
import { banRoute, banStateRoute, unbanRoute, warnRoute } from "#domain/moderation/api.ts";
import { notificationListRoute } from "#domain/notifications/api.ts";
import type { ReportType } from "#domain/reports/types.ts";
import { addUser, Browser, countRows, db, runSql, testEnv, unique } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import { notificationTitlesOf, signedInModerator, staffActionsOn } from "#tests/support/report-case.ts";
import { connectSocket, tryConnectSocket } from "#tests/support/socket.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";
import { chatViewEntry, isReportedQuery, reportedPartnersQuery } from "#worker/moderation/chat-views.ts";

const DAY = 24 * 60 * 60 * 1000;
const soon = (milliseconds = DAY) => new Date(Date.now() + milliseconds).toISOString();

const visitor = await Browser.visitor();
const [member, moderator] = [await signedInUser(), await signedInModerator()];
const admin = await signedInUser({ role: "admin" });

const ban = (by: Browser, username: string, input: object = {}) =>
  by.call(banRoute, { username, reason: "Spam", ...input });
const unban = (by: Browser, username: string) => by.call(unbanRoute, { username });
const warn = (by: Browser, username: string, reason = "Spam") => by.call(warnRoute, { username, reason });
const stateOf = (username: string, by: Browser = moderator) => by.call(banStateRoute, { username });

/** Expects that a member can write, and has no ban to lift. */
async function expectFree(user: TestUser) {
  const input = { type: "user", id: user.id, body: "I am back" };
  expect((await user.call(createCommentRoute, input)).status).toBe(201);
  expect((await unban(moderator, user.username)).body.message).toBe(`${user.username} isn't banned.`);
}

const TARGETS = ["member", "moderator", "admin", "self", "unknown"] as const;

test.each<[string, () => Browser, number[]]>([
  ["a visitor", () => visitor, [401, 401, 401, 401, 401]],
  ["a member", () => member, [403, 403, 403, 403, 403]],
  ["a moderator", () => moderator, [200, 403, 403, 403, 404]],
  ["an admin", () => admin, [200, 200, 403, 403, 404]],
])(
  "the right to ban and warn of %s follows the table of bans, states and warnings",
  async (bannedMember, browserOf, statuses) => {
    const self = { "a moderator": moderator, "an admin": admin }[bannedMember] ?? member;
    for (const [i, target] of TARGETS.entries()) {
      const role = target === "moderator" || target === "admin" ? target : "member";
      const named = { self: self.username, unknown: "unknown_user" }[target as string];
      const username = named ?? (await addUser({ role })).username;
      const browser = browserOf();
      for (const response of [
        await stateOf(username, browser),
        await ban(browser, username),
        await unban(browser, username),
        await warn(browser, username),
      ])
        expect(response.status, target).toBe(statuses[i]);
    }
    expect(await countRows("users", sql`id = ${self.id} and banned_at is not null`)).toBe(0);
  },
);

test.each<[string, object, string]>([
  ["no reason", { reason: " " }, "reason"],
  ["a reason that is too long", { reason: "x".repeat(LIMITS.banReason + 1) }, "reason"],
  ["an end in words", { until: "tomorrow" }, "until"],
  ["an end that isn't a date", { until: "2999-13-41T00:00:00Z" }, "until"],
  ["an end without a time zone", { until: "2999-01-01T00:00:00" }, "until"],
  ["an end that is a number", { until: 32503680000000 }, "until"],
  ["an end in the past", { until: soon(-1000) }, "until"],
])("a ban with %s is rejected at its field", async (_, input, field) => {
  const { id, username } = await addUser();
  const { status, body } = await ban(moderator, username, input);
  expect([status, body.errors]).toEqual([422, { [field]: expect.anything() }]);
  expect(await staffActionsOn(id)).toEqual([]);
});

test("a ban is stored with its end and logged, in two round trips and few rows", async () => {
  const { id, username } = await addUser();
  const until = soon();
  const reason = "Said bad words";
  const response = await ban(moderator, username, { reason, until });
  expect(response.body.message).toMatch(new RegExp(`^${username} is banned until .+ UTC\\.$`));
  // Most of it is the audit entry with its search index.
  expectCost(response, { read: 60, written: 30 });
  expect((await stateOf(username)).body).toEqual({ banned: { reason, until } });
  const subject = { subject_type: "user", subject_id: String(id) };
  const entry = { actor_id: moderator.id, action: "user.ban", reason, details: JSON.stringify({ until }) };
  expect(await staffActionsOn(id)).toEqual([{ ...subject, ...entry }]);
});

test.each([{}, { until: null }])("a ban without an end is permanent: %o", async (input) => {
  const { username } = await addUser();
  expect((await ban(moderator, username, input)).body.message).toBe(`${username} is banned permanently.`);
  expect((await stateOf(username)).body).toEqual({ banned: { reason: "Spam", until: null } });
});

test("a ban that has expired has no effect", async () => {
  const past = { banned_at: 1, banned_until: Date.now() - 1, ban_reason: "Spam" };
  const bannedMember = await signedInUser(past);
  expect((await stateOf(bannedMember.username)).body).toEqual({ banned: null });
  await expectFree(bannedMember);
  expect(await staffActionsOn(bannedMember.id)).toEqual([]);
});

test("a ban that is lifted lets the member write again, is logged and announced once", async () => {
  const bannedMember = await signedInUser();
  await ban(moderator, bannedMember.username);
  const first = await unban(admin, bannedMember.username);
  expect(first.body.message).toBe(`${bannedMember.username} is no longer banned.`);
  expectCost(first, { read: 90, written: 45 });
  await expectFree(bannedMember);
  const actions = (await staffActionsOn(bannedMember.id)).map(({ action }) => action);
  expect(actions).toEqual(["user.ban", "user.unban"]);
  await notificationTitlesOf(bannedMember);
  const title = "Your ban has ended. Welcome back!";
  expect((await bannedMember.call(notificationListRoute)).body.data).toMatchObject([
    { type: "moderation", actors: [], count: 1, title },
  ]);
});

describe("stored bans and warnings", () => {
  test("include who made and ended each ban, and the log has the state before and after", async () => {
    const [target, me] = [await addUser(), await signedInModerator()];
    const until = soon();
    await ban(me, target.username, { reason: "First", until });
    await ban(admin, target.username, { reason: "Second" });
    const storedBans = () =>
      runSql`select staff_id, reason, until, ended_at is not null as ended, ended_by from bans
        where user_id = ${target.id} order by id`;
    const ended = { ended: 1, ended_by: admin.id };
    const first = { staff_id: me.id, reason: "First", until: Date.parse(until), ...ended };
    const second = { staff_id: admin.id, reason: "Second", until: null };
    expect(await storedBans()).toEqual([first, { ...second, ended: 0, ended_by: null }]);
    expect((await stateOf(target.username)).body).toEqual({ banned: { reason: "Second", until: null } });
    await unban(me, target.username);
    expect(await storedBans()).toEqual([first, { ...second, ended: 1, ended_by: me.id }]);
    const states = await runSql`select actor_id, action, before, after from audit_log
      where subject_id = ${String(target.id)} order by id`;
    const bans = [null, { reason: "First", until }, { reason: "Second", until: null }];
    const [none, one, two] = bans.map((banned) => JSON.stringify({ banned }));
    expect(states).toEqual([
      { actor_id: me.id, action: "user.ban", before: none, after: one },
      { actor_id: admin.id, action: "user.ban", before: one, after: two },
      { actor_id: me.id, action: "user.unban", before: two, after: none },
    ]);
  });

  test("include a warning across a block, once per reason when requested repeatedly", async () => {
    const target = await signedInUser();
    await runSql`insert into blocks (user_id, blocked_id, created_at)
      values (${target.id}, ${moderator.id}, 1)`;
    const responses = await Promise.all([1, 2, 3].map(() => warn(moderator, target.username, "Be kind")));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await warn(moderator, target.username, "Be kinder")).toMatchObject({ status: 200 });
    expect(
      await runSql`select reason, staff_id, seen_at from warnings where user_id = ${target.id} order by id`,
    ).toEqual(["Be kind", "Be kinder"].map((reason) => ({ reason, staff_id: moderator.id, seen_at: null })));
    expect((await staffActionsOn(target.id)).map(({ action }) => action)).toEqual(["user.warn", "user.warn"]);
    const notices = await notificationTitlesOf(target, 2);
    expect(notices.map(({ title }) => title)).toEqual([
      "You have a warning from our staff: Be kinder",
      "You have a warning from our staff: Be kind",
    ]);
  });
});

test("a ban of a connected member closes every open socket with 4403 before the response and rejects new ones", async () => {
  const [bannedMember, other] = [await signedInUser(), await signedInUser()];
  const sockets = [await connectSocket(bannedMember), await connectSocket(bannedMember)];
  const stranger = await connectSocket(other);
  expect((await ban(moderator, bannedMember.username)).status).toBe(200);
  // No schedule, alarm or call of theirs has run since.
  for (const socket of sockets)
    expect(socket.events).toContainEqual({ event: "Closing", code: CLOSE_CODES.banned });
  for (const socket of sockets) expect(await socket.end()).toMatchObject({ code: CLOSE_CODES.banned });
  expect(await (await tryConnectSocket(bannedMember))?.end()).toMatchObject({ code: CLOSE_CODES.banned });
  await stranger.settled();
  expect(stranger.closed).toBeNull();
  await unban(moderator, bannedMember.username);
  for (const socket of [stranger, await connectSocket(bannedMember)]) socket.close();
});

test("a ban of a connected member ends a chat at once, despite cached permits", async () => {
  const [bannedMember, other] = [await signedInUser(), await signedInUser()];
  const send = (body: string) => bannedMember.call(sendMessageRoute, { userId: other.id, body });
  expect((await send("one")).status).toBe(200);
  await ban(moderator, bannedMember.username, { reason: "Bad words" });
  const { status, body } = await send("two");
  const message = "Your account is banned permanently. Reason: Bad words";
  expect([status, body]).toMatchObject([403, { code: "banned", message }]);
  await unban(moderator, bannedMember.username);
  expect((await send("three")).status).toBe(200);
});

test("audit entries can be neither changed nor deleted", async () => {
  const { id, username } = await addUser();
  await ban(moderator, username);
  const before = await staffActionsOn(id);
  expect(before).toHaveLength(1);
  for (const change of [sql`update audit_log set reason = 'none'`, sql`delete from audit_log`])
    await expect(runSql`${change} where subject_id = ${String(id)}`).rejects.toThrow(/append-only/);
  expect(await staffActionsOn(id)).toEqual(before);
});

/** Inserts a report with its own case. */
async function addReport(reporter: number, type: ReportType, target: string): Promise<void> {
  await runSql`insert into reports (type, target, reporter_id, reason, case_id, created_at)
    values (${type}, ${target}, ${reporter}, 'spam', ${unique()}, 1)`;
}

describe("staff access to a chat", async () => {
  const cost = async <R>(query: Statement<R>) => {
    const counted = new Database(testEnv.DB);
    return { rows: await counted.all(query), read: counted.meter.rowsRead };
  };
  // Above all ids of other files; some are prefixes of others.
  const [one, ann, bob, cid] = [7_000_000, 70_000_001, 70_000_002, 700_000_010];

  for (const id of [ann, bob, cid, one])
    await runSql`insert into users (id, username, email, password_hash, created_at)
        values (${id}, 'reporter_' || ${id}, ${id} || '@example.com', '', 1)`;
  await addReport(ann, "message", `${ann}_${bob}_3`);
  await addReport(ann, "message", `${ann}_${bob}_12`);
  await addReport(ann, "message", `${one}_${ann}_1`);
  await addReport(ann, "comment", "7");
  await addReport(cid, "message", `${bob}_${cid}_1`);

  test("comes from message reports by the member, open or decided", async () => {
    const partners = async (as: number, withId?: number) =>
      (await cost(reportedPartnersQuery(as, withId))).rows.map(({ partner_id }) => partner_id).sort();
    expect(await partners(ann)).toEqual([one, bob]);
    expect(await partners(bob)).toEqual([]);
    expect(await partners(cid)).toEqual([bob]);
    expect(await partners(ann, bob)).toEqual([bob]);
    // Another id can begin with the same digits.
    for (const other of [70, 7, one, 700_000_020, cid])
      expect(await partners(ann, other), String(other)).toEqual(other === one ? [one] : []);
    expect(await partners(bob, ann)).toEqual([]);
  });

  test("lets moderators remove messages where either member has reported one", async () => {
    const reported = async (a: number, b: number) => (await cost(isReportedQuery(a, b))).rows[0]?.reported;
    expect(await reported(ann, bob)).toBe(1);
    expect(await reported(bob, ann)).toBe(1);
    expect(await reported(bob, cid)).toBe(1);
    expect(await reported(ann, cid)).toBe(0);
  });

  test("costs few rows to check, however much a member reports", async () => {
    const { id } = await addUser();
    await runSql`with recursive n (i) as (select 1 union all select i + 1 from n where i < 1000)
      insert into reports (type, target, reporter_id, reason, case_id, created_at)
     
        select 'message', ${String(id)} || '_' || cast(${id} + 1 + i % 500 as integer) || '_' || i, ${id}, 'spam', 1000000 + i, 1 from n`;
    const list = await cost(reportedPartnersQuery(id));
    expect(list.rows).toHaveLength(100);
    expect(list.read).toBeLessThanOrEqual(300);
    // A partner whose reports are no longer among the newest is found by id.
    expect((await cost(reportedPartnersQuery(id, id + 2))).rows).toEqual([{ partner_id: id + 2 }]);
    expect((await cost(reportedPartnersQuery(id, id + 2))).read).toBeLessThanOrEqual(3);
    expect((await cost(isReportedQuery(id, id + 2))).read).toBeLessThanOrEqual(5);
    expect((await cost(isReportedQuery(id, id - 1))).read).toBeLessThanOrEqual(2);
  });

  test("is logged for each view", async () => {
    await db.batch({
      list: chatViewEntry(moderator.id, ann, null, "A report", Date.now()),
      chat: chatViewEntry(moderator.id, ann, bob, "A report", Date.now()),
    });
    const subject = { subject_type: "user", subject_id: String(ann) };
    const note = { actor_id: moderator.id, action: "chat.view", ...subject, reason: "A report" };
    expect(await staffActionsOn(ann)).toEqual([
      { ...note, details: "{}" },
      { ...note, details: JSON.stringify({ with: bob }) },
    ]);
  });
});
