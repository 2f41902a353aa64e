import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { statement } from "#db/client.ts";
import {
  type Account,
  accountRoute,
  featuredRoute,
  goldMonthsRoute,
  lookUpRoute,
  overviewRoute,
  userHistoryRoute,
} from "#domain/staff/api.ts";
import { addUser, countRows, db } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import { type Person, person } from "#tests/support/people.ts";
import { addWearable } from "#tests/support/wardrobe.ts";
import { addLevel } from "#tests/support/world.ts";

let admin: Person;
let moderator: Person;
let member: Person;

beforeAll(async () => {
  admin = await person({ role: "admin" });
  moderator = await person({ role: "moderator" });
  member = await person({ username: "max_power", email: "max@brick.example", coins: 12 });
});

const run = (template: ReturnType<typeof sql>) => db.all(statement(template));
const search = async (text: string, who = moderator) => {
  const answer = await who.browser.call(lookUpRoute, { input: { search: text } });
  expectCost(answer, { rounds: 1, read: 150, written: 0 });
  return (answer.body.data as { user: { username: string } }[]).map(({ user }) => user.username);
};
const look = (username: string, who = moderator) => who.browser.call(accountRoute, { params: { username } });
const accountIn = ({ body }: { body: Record<string, unknown> }) => body.account as Account;
const seen = (user: number, address: string, at = 1) =>
  run(
    sql`insert into sightings (user_id, address_hash, first_at, last_at) values (${user}, ${address}, 1, ${at})`,
  );

describe("looking for an account", () => {
  test("finds it by the beginning of its name in any case, or by its id", async () => {
    await addUser({ username: "max" });
    expect(await search("MAX")).toEqual(["max", "max_power"]);
    expect(await search("max_p")).toEqual(["max_power"]);
    expect(await search(`#${member.id}`)).toEqual(["max_power"]);
    expect(await search("nobody_here")).toEqual([]);
    expect(await search("m'; drop")).toEqual([]);
    expect(await search("")).toContain("max");
  });

  test("by its whole address for admins alone", async () => {
    expect(await search("MAX@brick.example", admin)).toEqual(["max_power"]);
    expect(await search("max@brick", admin)).toEqual([]);
    expect(await search("max@brick.example")).toEqual([]);
  });
});

describe("an account", () => {
  test("is shown with what staff may know, never more, and the look is noted once in ten minutes", async () => {
    const answer = await look("max_power");
    expect(answer.status).toBe(200);
    expectCost(answer, { rounds: 2 });
    expect(accountIn(answer)).toMatchObject({
      user: { username: "max_power" },
      role: "member",
      email: "ma*@*****.*******",
      coins: 12,
      two_factor: false,
      banned: null,
      can_punish: true,
      can_view_chat: false,
    });
    expect(JSON.stringify(answer.body)).not.toMatch(/password|brick|address_hash/);
    await look("max_power");
    const noted = (who: Person) =>
      countRows(
        "audit_log",
        sql`action = 'user.look' and actor_id = ${who.id} and subject_id = ${String(member.id)}`,
      );
    expect(await noted(moderator)).toBe(1);
    await look("max_power", admin);
    expect(await noted(admin)).toBe(1);
    expect((await look("nobody_here")).status).toBe(404);
    expect((await look("max_power", member)).status).toBe(403);
  });

  test("names the others who were seen at its addresses, the likeliest first, and no address", async () => {
    const [one, two] = [await addUser(), await addUser({ banned_at: 1 })];
    for (const id of [member.id, one.id, two.id]) await seen(id, "home");
    for (const id of [member.id, two.id]) await seen(id, "work", 5);
    // A school: whoever is seen there is nobody's double.
    await run(sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < 30)
      insert into users (username, email, password_hash, created_at)
      select 'pupil_' || i, 'pupil_' || i || '@x.example', '', 1 from n`);
    await run(sql`insert into sightings (user_id, address_hash, first_at, last_at)
      select id, 'school', 1, 2 from users where username like 'pupil_%'`);
    await seen(member.id, "school", 9);
    const answer = await look("max_power");
    expect(accountIn(answer).traces).toMatchObject({
      alts: [
        { user: { username: two.username }, banned: true, addresses: 2 },
        { user: { username: one.username }, banned: false, addresses: 1 },
      ],
      shared: 1,
    });
    expect(JSON.stringify(answer.body)).not.toMatch(/home|school/);
    expectCost(answer, { rounds: 2, read: 300 });
  });

  test("of other staff keeps its traces from moderators", async () => {
    expect(accountIn(await look(admin.username)).traces).toBeNull();
    expect(accountIn(await look(moderator.username, admin)).traces).not.toBeNull();
    expect(accountIn(await look(moderator.username)).traces).not.toBeNull();
  });

  test("has a history of warnings, bans and cases, the newest first", async () => {
    const { id, username } = await addUser();
    const staff = moderator.id;
    await run(
      sql`insert into warnings (user_id, staff_id, reason, created_at) values (${id}, ${staff}, 'Once', 10)`,
    );
    await run(sql`insert into bans (user_id, staff_id, reason, until, created_at, ended_at)
      values (${id}, ${staff}, 'Twice', null, 20, 25), (${id}, null, 'For ever', null, 30, null)`);
    await run(sql`insert into cases (type, target, subject_id, reason, state, outcome, acts, decided_by, decided_at, created_at, updated_at)
      values ('user', ${String(id)}, ${id}, 'spam', 'decided', 'acted',
        ${JSON.stringify({ acts: ["remove"], reason: "Gone" })}, ${staff}, 40, 1, 1)`);
    await run(sql`insert into cases (type, target, subject_id, reason, created_at, updated_at)
      values ('user', ${String(id)}, ${id}, 'spam', 50, 50)`);
    const answer = await moderator.browser.call(userHistoryRoute, { params: { username } });
    expect(answer.body).toMatchObject({
      data: [
        { kind: "removed", reason: "Gone", staff: { username: moderator.username } },
        { kind: "ban", reason: "For ever", active: true, staff: null },
        { kind: "ban", reason: "Twice", active: false },
        { kind: "warning", reason: "Once" },
      ],
      open_cases: [{ type: "user", reason: "spam", reports_count: 0 }],
    });
    expectCost(answer, { rounds: 2, read: 300, written: 0 });
    await run(sql`insert into cases (type, target, subject_id, reason, created_at, updated_at)
      values ('user', 'self', ${staff}, 'spam', 50, 50)`);
    const own = { params: { username: moderator.username } };
    expect((await moderator.browser.call(userHistoryRoute, own)).body.open_cases).toEqual([]);
    expect((await admin.browser.call(userHistoryRoute, own)).body.open_cases).toHaveLength(1);
    const nobody = { params: { username: "nobody_here" } };
    expect((await moderator.browser.call(userHistoryRoute, nobody)).status).toBe(404);
  });
});

describe("the overview", () => {
  test("tells what waits and one's own cases, in one round and few rows", async () => {
    const count = async () =>
      (await moderator.browser.call(overviewRoute)).body.waiting as Record<string, number>;
    const before = await count();
    const { id } = await addUser();
    await run(sql`insert into cases (type, target, subject_id, reason, claimed_by, created_at, updated_at)
      values ('level', '77', ${id}, 'spam', ${moderator.id}, 1, 1)`);
    await run(sql`insert into cases (type, target, subject_id, reason, created_at, updated_at)
      values ('item', '78', ${id}, 'scam', 1, 1)`);
    await run(
      sql`insert into held_posts (user_id, kind, place, body, why, created_at) values (${id}, 'comment', '{}', 'x', 'links', 1)`,
    );
    const answer = await moderator.browser.call(overviewRoute);
    expect(answer.body).toMatchObject({
      waiting: {
        ...before,
        reports: (before.reports ?? 0) + 2,
        unclaimed: (before.unclaimed ?? 0) + 1,
        held: (before.held ?? 0) + 1,
      },
      own: [{ type: "level", reason: "spam", user: { id } }],
    });
    expectCost(answer, { rounds: 1, read: 120, written: 0 });
    expect((await admin.browser.call(overviewRoute)).body.own).toEqual([]);
  });

  test("of what is featured and of the Gold months is for admins", async () => {
    const level = await addLevel(member.id, { featured_at: 5 });
    const item = await addWearable(
      admin.id,
      1,
      { featured_at: 5, gold_month: "2031-04-01", gold_month_description: "May" },
      false,
    );
    const featured = await admin.browser.call(featuredRoute);
    expect(featured.body).toMatchObject({ levels: [{ id: level }], items: [{ id: item.id }] });
    expectCost(featured, { rounds: 1, written: 0 });
    const months = await admin.browser.call(goldMonthsRoute);
    expect(months.body).toMatchObject({
      data: [{ month: "2031-04-01", items: [{ id: item.id, gold_month_description: "May" }] }],
    });
    for (const route of [featuredRoute, goldMonthsRoute])
      expect((await moderator.browser.call(route)).status).toBe(403);
  });
});
