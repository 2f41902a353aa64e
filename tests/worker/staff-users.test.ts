import { sql } from "drizzle-orm";
import {
  accountLookupRoute,
  accountRoute,
  featuredRoute,
  goldMonthsRoute,
  overviewRoute,
  type StaffAccount,
  userHistoryRoute,
} from "#domain/staff/api.ts";
import { addUser, countRows, runSql } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";
import { addWearable } from "#tests/support/wearable.ts";
import { addLevel } from "#tests/support/world.ts";

const [admin, moderator] = [await signedInUser({ role: "admin" }), await signedInUser({ role: "moderator" })];
const member = await signedInUser({ username: "max_power", email: "max@brick.example", coins: 12 });

const search = async (text: string, caller = moderator) => {
  const response = await caller.call(accountLookupRoute, { search: text });
  expectCost(response, { roundTrips: 1, read: 150, written: 0 });
  return (response.body.data as { user: { username: string } }[]).map(({ user }) => user.username);
};
const fetchAccount = (username: string, caller = moderator) => caller.call(accountRoute, { username });
const accountIn = ({ body }: { body: Record<string, unknown> }) => body.account as StaffAccount;
const seen = (user: number, ipHash: string, at = 1) =>
  runSql`insert into sightings (user_id, ip_hash, first_at, last_at) values (${user}, ${ipHash}, 1, ${at})`;

describe("GET /api/staff/users", () => {
  test("finds an account by the beginning of its name, in any case, or by its id", async () => {
    await addUser({ username: "max" });
    expect(await search("MAX")).toEqual(["max", "max_power"]);
    expect(await search("max_p")).toEqual(["max_power"]);
    expect(await search(`#${member.id}`)).toEqual(["max_power"]);
    expect(await search("nobody_here")).toEqual([]);
    expect(await search("m'; drop")).toEqual([]);
    expect(await search("")).toContain("max");
  });

  test("finds an account by its whole email address, for admins only", async () => {
    expect(await search("MAX@brick.example", admin)).toEqual(["max_power"]);
    expect(await search("max@brick", admin)).toEqual([]);
    expect(await search("max@brick.example")).toEqual([]);
  });
});

describe("GET /api/staff/users/{username}", () => {
  test("returns what staff can know and nothing more, and logs the view once in ten minutes", async () => {
    const response = await fetchAccount("max_power");
    expectCost(response, { roundTrips: 2 });
    const rights = { can_punish: true, can_view_chat: false };
    const account = {
      role: "member",
      email: "ma*@*****.*******",
      coins: 12,
      two_factor: false,
      banned: null,
    };
    expect(accountIn(response)).toMatchObject({ user: { username: "max_power" }, ...account, ...rights });
    expect(JSON.stringify(response.body)).not.toMatch(/password|brick|ip_hash/);
    await fetchAccount("max_power");
    const views = sql`action = 'user.look' and subject_id = ${String(member.id)}`;
    const viewCount = ({ id }: TestUser) => countRows("audit_log", sql`${views} and actor_id = ${id}`);
    expect(await viewCount(moderator)).toBe(1);
    await fetchAccount("max_power", admin);
    expect(await viewCount(admin)).toBe(1);
  });

  test("returns accounts seen at the same IP addresses, likeliest first, and no address", async () => {
    const [one, two] = [await addUser(), await addUser({ banned_at: 1 })];
    for (const id of [member.id, one.id, two.id]) await seen(id, "home");
    for (const id of [member.id, two.id]) await seen(id, "work", 5);
    // A shared network such as a school proves nothing.
    await runSql`with recursive n (i) as (select 1 union all select i + 1 from n where i < 30)
      insert into users (username, email, password_hash, created_at)
      select 'pupil_' || i, 'pupil_' || i || '@x.example', '', 1 from n`;
    await runSql`insert into sightings (user_id, ip_hash, first_at, last_at)
      select id, 'school', 1, 2 from users where username like 'pupil_%'`;
    await seen(member.id, "school", 9);
    const response = await fetchAccount("max_power");
    expect(accountIn(response).traces).toMatchObject({
      alts: [
        { user: { username: two.username }, banned: true, addresses: 2 },
        { user: { username: one.username }, banned: false, addresses: 1 },
      ],
      shared: 1,
    });
    expect(JSON.stringify(response.body)).not.toMatch(/home|school/);
    expectCost(response, { roundTrips: 2, read: 300 });
  });

  test("hides the traces of other staff from moderators", async () => {
    expect(accountIn(await fetchAccount(admin.username)).traces).toBeNull();
    expect(accountIn(await fetchAccount(moderator.username, admin)).traces).not.toBeNull();
    expect(accountIn(await fetchAccount(moderator.username)).traces).not.toBeNull();
  });

  test("has a history of warnings, bans and cases, newest first", async () => {
    const { id, username } = await addUser();
    const staff = moderator.id;
    await runSql`insert into warnings (user_id, staff_id, reason, created_at)
      values (${id}, ${staff}, 'Once', 10)`;
    await runSql`insert into bans (user_id, staff_id, reason, until, created_at, ended_at)
      values (${id}, ${staff}, 'Twice', null, 20, 25), (${id}, null, 'Permanent', null, 30, null)`;
    await runSql`insert into cases (type, target, subject_id, reason, state, outcome, decision, decided_by,
      decided_at, created_at, updated_at)
      values ('user', ${String(id)}, ${id}, 'spam', 'decided', 'acted',
        ${JSON.stringify({ actions: ["remove"], reason: "Gone" })}, ${staff}, 40, 1, 1)`;
    await runSql`insert into cases (type, target, subject_id, reason, created_at, updated_at)
      values ('user', ${String(id)}, ${id}, 'spam', 50, 50)`;
    const response = await moderator.call(userHistoryRoute, { username });
    expect(response.body).toMatchObject({
      data: [
        { kind: "removed", reason: "Gone", staff: { username: moderator.username } },
        { kind: "ban", reason: "Permanent", active: true, staff: null },
        { kind: "ban", reason: "Twice", active: false },
        { kind: "warning", reason: "Once" },
      ],
      open_cases: [{ type: "user", reason: "spam", reports_count: 0 }],
    });
    expectCost(response, { roundTrips: 2, read: 300, written: 0 });
    await runSql`insert into cases (type, target, subject_id, reason, created_at, updated_at)
      values ('user', 'self', ${staff}, 'spam', 50, 50)`;
    const own = { username: moderator.username };
    expect((await moderator.call(userHistoryRoute, own)).body.open_cases).toEqual([]);
    expect((await admin.call(userHistoryRoute, own)).body.open_cases).toHaveLength(1);
  });
});

describe("the staff overview", () => {
  test("returns the counts of what is waiting and the caller's cases, in one round trip", async () => {
    const count = async () => (await moderator.call(overviewRoute)).body.waiting as Record<string, number>;
    const before = await count();
    const { id } = await addUser();
    await runSql`insert into cases (type, target, subject_id, reason, claimed_by, created_at, updated_at)
      values ('level', '77', ${id}, 'spam', ${moderator.id}, 1, 1)`;
    await runSql`insert into cases (type, target, subject_id, reason, created_at, updated_at)
      values ('item', '78', ${id}, 'scam', 1, 1)`;
    await runSql`insert into held_posts (user_id, kind, place, body, why, created_at)
      values (${id}, 'comment', '{}', 'x', 'links', 1)`;
    const response = await moderator.call(overviewRoute);
    expect(response.body).toMatchObject({
      waiting: {
        ...before,
        reports: (before.reports ?? 0) + 2,
        unclaimed: (before.unclaimed ?? 0) + 1,
        held: (before.held ?? 0) + 1,
      },
      own: [{ type: "level", reason: "spam", user: { id } }],
    });
    expectCost(response, { roundTrips: 1, read: 120, written: 0 });
    expect((await admin.call(overviewRoute)).body.own).toEqual([]);
  });

  test("the lists of featured things and Gold months are for admins", async () => {
    const level = await addLevel(member.id, { featured_at: 5 });
    const month = { gold_month: "2031-04-01", gold_month_description: "May" };
    const item = await addWearable(admin.id, 1, { featured_at: 5, ...month }, false);
    const featured = await admin.call(featuredRoute);
    expect(featured.body).toMatchObject({ levels: [{ id: level }], items: [{ id: item.id }] });
    expectCost(featured, { roundTrips: 1, written: 0 });
    const { data } = (await admin.call(goldMonthsRoute)).body;
    const items = [{ id: item.id, gold_month_description: "May" }];
    expect(data).toMatchObject([{ month: "2031-04-01", items }]);
  });
});
