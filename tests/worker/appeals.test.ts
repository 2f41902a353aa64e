import { sql } from "drizzle-orm";
import type { InputOf, OutputOf } from "#domain/api/route.ts";
import { sessionRoute } from "#domain/auth/api.ts";
import { LIMITS } from "#domain/limits.ts";
import {
  appealQueueRoute,
  appealRoute,
  banRoute,
  decideAppealRoute,
  seeWarningRoute,
  standingRoute,
  unbanRoute,
  warnRoute,
} from "#domain/moderation/api.ts";
import { MAX_COUNTED_AHEAD } from "#domain/moderation/rules.ts";
import { addUser, Browser, countRows, runSql } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import { auditRowsBy, notificationTitlesOf } from "#tests/support/report-case.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";

const staff = (role: "moderator" | "admin" = "moderator") => signedInUser({ role });

const [banningModerator, moderator, admin] = [await staff(), await staff(), await staff("admin")];

const ban = (by: TestUser, user: TestUser, input = {}) =>
  by.call(banRoute, { username: user.username, reason: "Spam", ...input });
const appeal = (user: TestUser, body = "It was my brother") => user.call(appealRoute, { body });
const decide = (by: TestUser, id: number, accept: boolean, reply = "We have looked again") =>
  by.call(decideAppealRoute, { id, accept, answer: reply });

async function standing(user: TestUser): Promise<OutputOf<typeof standingRoute>> {
  const response = await user.call(standingRoute);
  expect(response.status, JSON.stringify(response.body)).toBe(200);
  expectCost(response, { roundTrips: 1, written: 0 });
  return response.body as OutputOf<typeof standingRoute>;
}

async function queue(by: TestUser, input: Partial<InputOf<typeof appealQueueRoute>> = {}) {
  const response = await by.call(appealQueueRoute, input);
  expect(response.status, JSON.stringify(response.body)).toBe(200);
  return { response, ...(response.body as OutputOf<typeof appealQueueRoute>) };
}

/** A member banned by `by`, with an appeal. */
async function appellant(by = banningModerator): Promise<{ user: TestUser; id: number }> {
  const user = await signedInUser();
  expect((await ban(by, user)).status).toBe(200);
  expect((await appeal(user)).status).toBe(201);
  const [row] = await runSql<{ id: number }>`select id from appeals where user_id = ${user.id}`;
  return { user, id: row?.id ?? 0 };
}

test("an appeal is for banned members only, once per ban, even with concurrent requests", async () => {
  const user = await signedInUser();
  expect((await appeal(user)).status).toBe(409);
  await ban(banningModerator, user);

  const responses = await Promise.all([1, 2, 3].map(() => appeal(user)));
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  expect(await countRows("appeals", sql`user_id = ${user.id}`)).toBe(1);
  // A new ban can be appealed as well.
  await ban(admin, user, { reason: "Once more" });
  expect((await appeal(user)).status).toBe(201);
  expect(await runSql`select state from appeals where user_id = ${user.id} order by id`).toEqual([
    { state: "declined" },
    { state: "waiting" },
  ]);
});

test("an appeal shows its queue position, state and reply to its author, who stays banned when it's declined", async () => {
  await runSql`update appeals set state = 'declined' where state = 'waiting'`;
  const [first, second] = [await appellant(), await appellant()];
  expect((await standing(first.user)).banned).toMatchObject({
    reason: "Spam",
    until: null,
    appeal: { body: "It was my brother", state: "waiting", ahead: 0, answer: "" },
  });
  expect((await standing(second.user)).banned?.appeal).toMatchObject({ ahead: 1 });
  const declined = await decide(moderator, first.id, false, "It was you");
  expect(declined.body).toEqual({ message: `${first.user.username} stays banned.` });
  expect((await standing(first.user)).banned).toMatchObject({
    reason: "Spam",
    appeal: { state: "declined", answer: "It was you", ahead: 0 },
  });
  expect((await appeal(first.user)).status).toBe(409);
  expect((await standing(second.user)).banned?.appeal).toMatchObject({ ahead: 0 });
});

describe("a decision about an appeal", () => {
  test("that accepts it ends the ban, notifies both sides and is logged", async () => {
    const by = await staff();
    const { user, id } = await appellant(by);
    const me = await staff();
    const response = await decide(me, id, true, "Sorry about that");
    expect(response.body).toEqual({ message: `${user.username} is no longer banned.` });
    expect((await appeal(user)).status).toBe(409);
    expect(await standing(user)).toMatchObject({ banned: null });
    expect(await runSql`select ended_by from bans where user_id = ${user.id}`).toEqual([{ ended_by: me.id }]);
    expect(await auditRowsBy(me)).toMatchObject([
      { action: "appeal.accept", subject_id: String(user.id), reason: "Sorry about that" },
      { action: "user.unban", before: '{"banned":{"reason":"Spam","until":null}}', after: '{"banned":null}' },
    ]);
    const [notice] = await notificationTitlesOf(user);
    expect(notice?.title).toBe("Your appeal was accepted: your ban has ended. Sorry about that");
    expect((await notificationTitlesOf(by))[0]?.title).toContain(user.username);
    expect((await queue(me, { state: "accepted" })).data[0]).toMatchObject({
      id,
      user: { id: user.id },
      answer: "Sorry about that",
      decided_by: { id: me.id },
      can_decide: false,
    });
  });

  test("is not for the moderator who made the ban, nor for anyone who can't end it", async () => {
    const { user, id } = await appellant();
    expect((await decide(banningModerator, id, true)).status).toBe(403);
    const cardFor = async (by: TestUser) => (await queue(by)).data.find((card) => card.id === id);
    expect(await cardFor(banningModerator)).toMatchObject({
      can_decide: false,
      ban: { staff: { id: banningModerator.id } },
    });
    expect(await cardFor(moderator)).toMatchObject({ can_decide: true, user: { id: user.id } });
    const byAdmin = await appellant(admin);
    expect((await decide(admin, byAdmin.id, true)).status).toBe(403);
    expect((await decide(moderator, byAdmin.id, true)).status).toBe(200);
    const colleague = await staff();
    await ban(admin, colleague);
    await appeal(colleague);
    const [row] = await runSql<{ id: number }>`select id from appeals where user_id = ${colleague.id}`;
    expect((await decide(moderator, row?.id ?? 0, true)).status).toBe(403);
    expect((await decide(moderator, 99_999_999, true)).status).toBe(404);
    expect((await decide(moderator, id, true, " ")).status).toBe(422);
    expect(await countRows("appeals", sql`id = ${id} and state = 'waiting'`)).toBe(1);
  });

  test("is made once, whatever others decide at the same time", async () => {
    const { user, id } = await appellant();
    const [ann, bob] = [await staff(), await staff()];
    const responses = await Promise.all([
      decide(ann, id, true),
      decide(bob, id, false),
      decide(admin, id, true),
    ]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await standing(user)).banned === null).toBe(responses[1]?.status !== 200);
    expect(
      await countRows("audit_log", sql`action glob 'appeal.*' and subject_id = ${String(user.id)}`),
    ).toBe(1);
    expect((await decide(moderator, id, false)).status).toBe(409);
  });

  test("is too late once the ban was ended or replaced", async () => {
    const [ended, replaced] = [await appellant(), await appellant()];
    await moderator.call(unbanRoute, { username: ended.user.username });
    await ban(moderator, replaced.user, { reason: "Worse" });
    for (const { id } of [ended, replaced]) expect((await decide(admin, id, true)).status).toBe(409);
    expect((await standing(replaced.user)).banned).toMatchObject({ reason: "Worse", appeal: null });
    expect(
      await runSql`select state from appeals where id in (${ended.id}, ${replaced.id}) order by id`,
    ).toEqual([{ state: "accepted" }, { state: "declined" }]);
  });

  test("has a queue that costs the same with a thousand appeals", async () => {
    await runSql`update appeals set state = 'declined' where state = 'waiting'`;
    const many = await addUser();
    await runSql`with recursive n (i) as (select 1 union all select i + 1 from n where i < 1000)
      insert into bans (user_id, staff_id, reason, created_at, ended_at)
        select ${many.id}, ${banningModerator.id}, 'many', i, i from n`;
    await runSql`insert into appeals (ban_id, user_id, body, created_at)
      select id, user_id, 'Please', created_at from bans where reason = 'many'`;
    const size = LIMITS.pageSize.appeals;
    const first = await queue(moderator);
    expect(first.data).toHaveLength(size);
    expect(first.meta).toMatchObject({ total: 1000, last_page: 40 });
    expectCost(first.response, { roundTrips: 2, read: 6 * size, written: 0 });
    const last = await queue(moderator, { page: 40 });
    expect(last.data).toHaveLength(size);
    expectCost(last.response, { roundTrips: 2, read: 6 * size + 40 * size, written: 0 });
    expect((await moderator.call(appealQueueRoute, { page: 9_999 })).status).toBe(422);
    const { user } = await appellant();
    const response = await user.call(standingRoute);
    expect(response.body).toMatchObject({ banned: { appeal: { ahead: MAX_COUNTED_AHEAD } } });
    expectCost(response, { roundTrips: 1, read: MAX_COUNTED_AHEAD + 20, written: 0 });
    await runSql`update appeals set state = 'declined' where state = 'waiting'`;
  });
});

describe("GET /api/standing", () => {
  test("returns the caller's own warnings, which they can mark as seen, even while banned", async () => {
    const [user, other] = [await signedInUser(), await signedInUser()];
    await moderator.call(warnRoute, { username: user.username, reason: "Be kind" });
    const unseen = async () =>
      ((await user.call(sessionRoute)).body as OutputOf<typeof sessionRoute>).user?.unseen_warnings;
    expect(await unseen()).toBe(1);
    const { warnings } = await standing(user);
    expect(warnings).toMatchObject([{ reason: "Be kind", seen: false }]);
    expect(JSON.stringify(warnings)).not.toContain(moderator.username);
    const see = (by: TestUser, id = warnings[0]?.id ?? 0) => by.call(seeWarningRoute, { id });
    expect((await see(other)).status).toBe(404);
    await ban(banningModerator, user);
    expect((await see(user)).status).toBe(200);
    const [before] = await runSql<{ seen_at: number }>`select seen_at from warnings
      where user_id = ${user.id}`;
    expect((await see(user)).status).toBe(200);
    expect(await runSql`select seen_at from warnings where user_id = ${user.id}`).toEqual([before]);
    expect((await standing(user)).warnings).toMatchObject([{ seen: true }]);
    expect(await unseen()).toBe(0);
    expect((await standing(other)).warnings).toEqual([]);
  });

  test("is preloaded by its page in one round trip and by the page of a ban; both redirect visitors to sign-in", async () => {
    const user = await signedInUser();
    const page = await user.fetch("/standing");
    expect(page.status).toBe(200);
    expectCost(page, { roundTrips: 1, written: 0 });
    expect(String(page.body.text)).toContain('"/api/standing":{"banned":null');
    await ban(banningModerator, user, { reason: "Spam of hats" });
    const banned = await user.fetch("/banned");
    expect(banned.status).toBe(200);
    expectCost(banned, { roundTrips: 2, written: 0 });
    expect(String(banned.body.text)).toContain('"/api/standing":{"banned":{"reason":"Spam of hats"');
    expect(String(banned.body.text)).toContain('"/api/auth/export":{"export":null}');
    for (const path of ["/standing", "/banned"])
      expect((await (await Browser.visitor()).fetch(path)).status).toBe(302);
  });

  test("returns the caller's held posts with their queue position and why they were declined", async () => {
    const [user, other] = [await signedInUser(), await signedInUser()];
    await runSql`delete from held_posts`;
    await runSql`insert into held_posts (user_id, kind, place, title, body, why, state, reason, created_at)
      values (${other.id}, 'comment', '{}', '', 'Buy my hats', 'links', 'waiting', '', 1),
        (${user.id}, 'comment', '{}', '', 'Buy my hats', 'links', 'declined', 'No advertising', 1),
        (${user.id}, 'comment', '{}', '', 'Buy my hats', 'links', 'waiting', '', 1)`;
    expect((await standing(user)).held).toMatchObject([
      { state: "waiting", ahead: 1, reason: "", body: "Buy my hats" },
      { state: "declined", ahead: 0, reason: "No advertising" },
    ]);
    expect((await standing(other)).held).toMatchObject([{ state: "waiting", ahead: 0 }]);
    expect((await standing(await signedInUser())).held).toEqual([]);
  });
});
