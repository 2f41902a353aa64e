import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { statement } from "#db/client.ts";
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
import { MOST_AHEAD } from "#domain/moderation/rules.ts";
import { addUser, Browser, countRows, db } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import { notesBy, noticesOf } from "#tests/support/moderation.ts";
import { type Person, person } from "#tests/support/people.ts";

const run = <R = unknown>(template: ReturnType<typeof sql>) => db.all(statement<R>(template));
const staff = () => person({ role: "moderator" });

let judge: Person;
let moderator: Person;
let admin: Person;

beforeAll(async () => {
  [judge, moderator, admin] = [await staff(), await staff(), await person({ role: "admin" })];
});

const ban = (by: Person, who: Person, input = {}) =>
  by.browser.call(banRoute, { params: { username: who.username }, input: { reason: "Spam", ...input } });
const appeal = (who: Person, body = "It was my brother") =>
  who.browser.call(appealRoute, { input: { body } });
const decide = (by: Person, id: number, accept: boolean, answer = "We have looked again") =>
  by.browser.call(decideAppealRoute, { params: { id }, input: { accept, answer } });

async function standing(who: Person): Promise<OutputOf<typeof standingRoute>> {
  const answer = await who.browser.call(standingRoute);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  expectCost(answer, { rounds: 1, written: 0 });
  return answer.body as OutputOf<typeof standingRoute>;
}

async function queue(by: Person, input: Partial<InputOf<typeof appealQueueRoute>> = {}) {
  const answer = await by.browser.call(appealQueueRoute, { input });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return { answer, ...(answer.body as OutputOf<typeof appealQueueRoute>) };
}

/** Somebody whom the judge has banned and who has appealed. */
async function appellant(by = judge): Promise<{ who: Person; id: number }> {
  const who = await person();
  expect((await ban(by, who)).status).toBe(200);
  expect((await appeal(who)).status).toBe(201);
  const [row] = await run<{ id: number }>(sql`select id from appeals where user_id = ${who.id}`);
  return { who, id: row?.id ?? 0 };
}

describe("an appeal", () => {
  test("is for whoever is banned, once a ban, also at once", async () => {
    const who = await person();
    expect((await appeal(who)).status).toBe(409);
    expect((await (await Browser.visitor()).call(appealRoute, { input: { body: "x" } })).status).toBe(401);
    await ban(judge, who);
    for (const body of ["", " ", "x".repeat(LIMITS.appeal + 1)])
      expect((await appeal(who, body)).status).toBe(422);
    const answers = await Promise.all([1, 2, 3].map(() => appeal(who)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(await countRows("appeals", sql`user_id = ${who.id}`)).toBe(1);
    // Another ban may be appealed against, too.
    await ban(admin, who, { reason: "Once more" });
    expect((await appeal(who)).status).toBe(201);
    expect(await run(sql`select state from appeals where user_id = ${who.id} order by id`)).toEqual([
      { state: "declined" },
      { state: "waiting" },
    ]);
  });

  test("is possible against a ban from before bans were kept", async () => {
    const who = await person({ banned_at: 5, ban_reason: "Long ago" });
    expect((await appeal(who)).status).toBe(201);
    expect(
      await run(sql`select staff_id, reason, until, created_at from bans where user_id = ${who.id}`),
    ).toEqual([{ staff_id: null, reason: "Long ago", until: null, created_at: 5 }]);
    expect((await appeal(who)).status).toBe(409);
    expect((await standing(who)).banned?.appeal).toMatchObject({ state: "waiting" });
  });

  test("shows its place, its state and its answer to whoever wrote it", async () => {
    await run(sql`update appeals set state = 'declined' where state = 'waiting'`);
    const [first, second] = [await appellant(), await appellant()];
    expect((await standing(first.who)).banned).toMatchObject({
      reason: "Spam",
      until: null,
      appeal: { body: "It was my brother", state: "waiting", ahead: 0, answer: "" },
    });
    expect((await standing(second.who)).banned?.appeal).toMatchObject({ ahead: 1 });
    await decide(moderator, first.id, false, "It was you");
    expect((await standing(first.who)).banned?.appeal).toMatchObject({
      state: "declined",
      answer: "It was you",
      ahead: 0,
    });
    expect((await standing(second.who)).banned?.appeal).toMatchObject({ ahead: 0 });
  });
});

describe("deciding about an appeal", () => {
  test("ends the ban where it is accepted, tells both and is noted", async () => {
    const by = await staff();
    const { who, id } = await appellant(by);
    const me = await staff();
    const answer = await decide(me, id, true, "Sorry about that");
    expect(answer.body).toEqual({ message: `${who.username} is not banned any more.` });
    expect((await appeal(who)).status).toBe(409);
    expect(await standing(who)).toMatchObject({ banned: null });
    expect(await run(sql`select ended_by from bans where user_id = ${who.id}`)).toEqual([
      { ended_by: me.id },
    ]);
    expect(await notesBy(me)).toMatchObject([
      { action: "appeal.accept", subject_id: String(who.id), reason: "Sorry about that" },
      { action: "user.unban", before: '{"banned":{"reason":"Spam","until":null}}', after: '{"banned":null}' },
    ]);
    const [told] = await noticesOf(who);
    expect(told?.title).toBe("Your appeal was accepted: your ban has ended. Sorry about that");
    expect((await noticesOf(by))[0]?.title).toContain(who.username);
    expect((await queue(me, { state: "accepted" })).data[0]).toMatchObject({
      id,
      user: { id: who.id },
      answer: "Sorry about that",
      decided_by: { id: me.id },
      can_decide: false,
    });
  });

  test("lets the ban stand where it is declined", async () => {
    const { who, id } = await appellant();
    expect((await decide(moderator, id, false)).body).toEqual({ message: `${who.username}'s ban stands.` });
    expect((await standing(who)).banned).toMatchObject({ reason: "Spam", appeal: { state: "declined" } });
    expect((await appeal(who)).status).toBe(409);
  });

  test("is not for whoever made the ban, nor for who can't end it", async () => {
    const { who, id } = await appellant();
    expect((await decide(judge, id, true)).status).toBe(403);
    const cardFor = async (by: Person) => (await queue(by)).data.find((card) => card.id === id);
    expect(await cardFor(judge)).toMatchObject({ can_decide: false, ban: { staff: { id: judge.id } } });
    expect(await cardFor(moderator)).toMatchObject({ can_decide: true, user: { id: who.id } });
    const byAdmin = await appellant(admin);
    expect((await decide(admin, byAdmin.id, true)).status).toBe(403);
    expect((await decide(moderator, byAdmin.id, true)).status).toBe(200);
    const colleague = await staff();
    await ban(admin, colleague);
    await appeal(colleague);
    const [row] = await run<{ id: number }>(sql`select id from appeals where user_id = ${colleague.id}`);
    expect((await decide(moderator, row?.id ?? 0, true)).status).toBe(403);
    expect((await decide(who, id, true)).status).toBe(403);
    expect((await decide(moderator, 99_999_999, true)).status).toBe(404);
    expect((await decide(moderator, id, true, " ")).status).toBe(422);
    expect(await countRows("appeals", sql`id = ${id} and state = 'waiting'`)).toBe(1);
  });

  test("is done once, whatever others decide at the same time", async () => {
    const { who, id } = await appellant();
    const [ann, bob] = [await staff(), await staff()];
    const answers = await Promise.all([
      decide(ann, id, true),
      decide(bob, id, false),
      decide(admin, id, true),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const accepted = answers[1]?.status !== 200;
    expect((await standing(who)).banned === null).toBe(accepted);
    expect(await countRows("audit_log", sql`action glob 'appeal.*' and subject_id = ${String(who.id)}`)).toBe(
      1,
    );
    expect((await decide(moderator, id, false)).status).toBe(409);
  });

  test("comes too late once the ban was ended or another has taken its place", async () => {
    const [ended, replaced] = [await appellant(), await appellant()];
    await moderator.browser.call(unbanRoute, { params: { username: ended.who.username } });
    await ban(moderator, replaced.who, { reason: "Worse" });
    for (const { id } of [ended, replaced]) expect((await decide(admin, id, true)).status).toBe(409);
    expect((await standing(replaced.who)).banned).toMatchObject({ reason: "Worse", appeal: null });
    expect(
      await run(sql`select state from appeals where id in (${ended.id}, ${replaced.id}) order by id`),
    ).toEqual([{ state: "accepted" }, { state: "declined" }]);
  });

  test("has a queue that costs the same with a thousand appeals", async () => {
    await run(sql`update appeals set state = 'declined' where state = 'waiting'`);
    const many = await addUser();
    await run(sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < 1000)
      insert into bans (user_id, staff_id, reason, created_at, ended_at) select ${many.id}, ${judge.id}, 'many', i, i from n`);
    await run(sql`insert into appeals (ban_id, user_id, body, created_at)
      select id, user_id, 'Please', created_at from bans where reason = 'many'`);
    const size = LIMITS.pageSize.appeals;
    const first = await queue(moderator);
    expect(first.data).toHaveLength(size);
    expect(first.meta).toMatchObject({ total: 1000, last_page: 40 });
    expectCost(first.answer, { rounds: 2, read: 6 * size, written: 0 });
    const last = await queue(moderator, { page: 40 });
    expect(last.data).toHaveLength(size);
    expectCost(last.answer, { rounds: 2, read: 6 * size + 40 * size, written: 0 });
    expect((await moderator.browser.call(appealQueueRoute, { input: { page: 9_999 } })).status).toBe(422);
    const { who } = await appellant();
    const answer = await who.browser.call(standingRoute);
    expect(answer.body).toMatchObject({ banned: { appeal: { ahead: MOST_AHEAD } } });
    expectCost(answer, { rounds: 1, read: MOST_AHEAD + 20, written: 0 });
    await run(sql`update appeals set state = 'declined' where state = 'waiting'`);
  });
});

describe("one's standing", () => {
  test("shows one's own warnings, which one says one has read, also while banned", async () => {
    const [who, other] = [await person(), await person()];
    await moderator.browser.call(warnRoute, {
      params: { username: who.username },
      input: { reason: "Be kind" },
    });
    const unseen = async () =>
      ((await who.browser.call(sessionRoute)).body as OutputOf<typeof sessionRoute>).user?.unseen_warnings;
    expect(await unseen()).toBe(1);
    const { warnings } = await standing(who);
    expect(warnings).toMatchObject([{ reason: "Be kind", seen: false }]);
    expect(JSON.stringify(warnings)).not.toContain(moderator.username);
    const see = (by: Person, id = warnings[0]?.id ?? 0) =>
      by.browser.call(seeWarningRoute, { params: { id } });
    expect((await see(other)).status).toBe(404);
    await ban(judge, who);
    expect((await see(who)).status).toBe(200);
    const [before] = await run<{ seen_at: number }>(
      sql`select seen_at from warnings where user_id = ${who.id}`,
    );
    expect((await see(who)).status).toBe(200);
    expect(await run(sql`select seen_at from warnings where user_id = ${who.id}`)).toEqual([before]);
    expect((await standing(who)).warnings).toMatchObject([{ seen: true }]);
    expect(await unseen()).toBe(0);
    expect((await standing(other)).warnings).toEqual([]);
  });

  test("comes with its page in one round; the page of a ban has it, too, and both lead a visitor to sign in", async () => {
    const who = await person();
    const page = await who.browser.fetch("/standing");
    expect(page.status).toBe(200);
    expectCost(page, { rounds: 1, written: 0 });
    expect(String(page.body.text)).toContain('"/api/standing":{"banned":null');
    await ban(judge, who, { reason: "Spam of hats" });
    const banned = await who.browser.fetch("/banned");
    expect(banned.status).toBe(200);
    expectCost(banned, { rounds: 2, written: 0 });
    expect(String(banned.body.text)).toContain('"/api/standing":{"banned":{"reason":"Spam of hats"');
    expect(String(banned.body.text)).toContain('"/api/auth/export":{"export":null}');
    for (const path of ["/standing", "/banned"])
      expect((await (await Browser.visitor()).fetch(path)).status).toBe(302);
  });

  test("shows what one wrote that waits, its place, and why it was declined", async () => {
    const [who, other] = [await person(), await person()];
    const hold = (by: Person, state: string, reason = "") =>
      run(sql`insert into held_posts (user_id, kind, place, title, body, why, state, reason, created_at)
        values (${by.id}, 'comment', '{}', '', 'Buy my hats', 'links', ${state}, ${reason}, 1)`);
    await run(sql`delete from held_posts`);
    await hold(other, "waiting");
    await hold(who, "declined", "No advertising");
    await hold(who, "waiting");
    expect((await standing(who)).held).toMatchObject([
      { state: "waiting", ahead: 1, reason: "", body: "Buy my hats" },
      { state: "declined", ahead: 0, reason: "No advertising" },
    ]);
    expect((await standing(other)).held).toMatchObject([{ state: "waiting", ahead: 0 }]);
    expect((await standing(await person())).held).toEqual([]);
  });
});
