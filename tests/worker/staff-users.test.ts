import { sql } from "drizzle-orm";
import { deleteCommentRoute } from "#domain/comments/api.ts";
import { deleteLevelRoute, editLevelRoute, featureLevelRoute } from "#domain/levels/api.ts";
import { deleteRatingRoute } from "#domain/ratings/api.ts";
import { editItemRoute, featureItemRoute } from "#domain/shop/api.ts";
import {
  type AuditItem,
  accountLookupRoute,
  accountRoute,
  auditRoute,
  featuredRoute,
  goldMonthsRoute,
  grantListRoute,
  overviewRoute,
  type StaffAccount,
  userHistoryRoute,
} from "#domain/staff/api.ts";
import { addUser, countRows, db, firstRow, runSql, type TestResponse } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import { addComment } from "#tests/support/report-case.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";
import { addWearable } from "#tests/support/wearable.ts";
import { addLevel } from "#tests/support/world.ts";
import { auditEntry } from "#worker/moderation/audit.ts";

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

test("GET /api/staff/users finds an account by the beginning of its name, its id or, for admins, its whole email address", async () => {
  await addUser({ username: "max" });
  expect(await search("MAX")).toEqual(["max", "max_power"]);
  expect(await search("max_p")).toEqual(["max_power"]);
  expect(await search(`#${member.id}`)).toEqual(["max_power"]);
  expect(await search("nobody_here")).toEqual([]);
  expect(await search("m'; drop")).toEqual([]);
  expect(await search("")).toContain("max");
  expect(await search("MAX@brick.example", admin)).toEqual(["max_power"]);
  expect(await search("max@brick", admin)).toEqual([]);
  expect(await search("max@brick.example")).toEqual([]);
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

test("the staff overview returns the counts of what is waiting and the caller's cases, in one round trip", async () => {
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

test("the staff overview the lists of featured things and Gold months are for admins", async () => {
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

const DAY = 86_400_000;
const fetchLog = (input: Record<string, unknown> = {}, user = moderator) => user.call(auditRoute, input);
const entries = (response: TestResponse) => response.body.data as AuditItem[];
const idsOf = (response: TestResponse) => entries(response).map(({ id }) => id);
const nextOf = (response: TestResponse) => (response.body.links as { next: string | null }).next;
const about = async (type: string, id: number) =>
  entries(await fetchLog({ subject_type: type, subject: String(id) }));
const actionsOf = (notes: AuditItem[]) => notes.map(({ action }) => action);

async function note(
  by: TestUser,
  action: `${string}.${string}`,
  subject: number | string,
  at = Date.now(),
  reason?: string,
): Promise<number> {
  const entry = { actor_id: by.id, action, subject_type: "user", subject_id: subject };
  await db.all(auditEntry(at, { ...entry, ...(reason && { reason }) }));
  return (await firstRow<{ id: number }>`select max(id) as id from audit_log`)?.id ?? 0;
}

describe("a staff action", () => {
  test("on a level (edit, feature, delete) is logged with the state before and after", async () => {
    const id = await addLevel(member.id, { title: "Rude tower" });
    expect((await admin.call(editLevelRoute, { id, title: "Kind tower" })).status).toBe(200);
    for (const featured of [true, true, false]) await admin.call(featureLevelRoute, { id, featured });
    await Promise.all([1, 2].map(() => admin.call(deleteLevelRoute, { id })));
    const notes = await about("level", id);
    expect(actionsOf(notes)).toEqual(["level.delete", "level.feature", "level.feature", "level.edit"]);
    expect(notes[0]).toMatchObject({
      before: { title: "Kind tower", visibility: "public" },
      other: member.username,
      actor: { username: admin.username },
      subject: { type: "level", id: String(id), name: "Kind tower", url: `/levels/${id}` },
    });
    expect(notes[2]).toMatchObject({ before: { featured: false }, after: { featured: true } });
    expect(notes[3]).toMatchObject({ before: { title: "Rude tower" }, after: { title: "Kind tower" } });
  });

  test("isn't logged for creators' own levels", async () => {
    const id = await addLevel(member.id);
    await member.call(editLevelRoute, { id, title: "Mine" });
    await member.call(deleteLevelRoute, { id });
    expect(await about("level", id)).toEqual([]);
  });

  test("on an item is logged once, with the text of its Gold month", async () => {
    const { id } = await addWearable(admin.id, 1, {}, false);
    const feature = (input: Record<string, unknown>) => admin.call(featureItemRoute, { id, ...input });
    expect((await feature({ featured: true })).body).toEqual({ featured: true });
    expect((await feature({ featured: true })).body).toEqual({ featured: true });
    expect((await feature({})).body).toEqual({ featured: false });
    const month = { gold_month: "2031-05-09", gold_month_description: "For the lanterns" };
    const edit = (input: Record<string, unknown>, user = admin) => user.call(editItemRoute, { id, ...input });
    expect((await edit(month)).body.item).toMatchObject({ ...month, gold_month: "2031-05-01" });
    expect((await edit({ gold_month_description: "x" }, moderator)).status).toBe(403);
    const none = { gold_month: null, gold_month_description: null };
    expect((await edit({ gold_month: "", purchasable: "offsale" })).body.item).toMatchObject(none);
    const notes = await about("item", id);
    expect(actionsOf(notes)).toEqual(["item.edit", "item.edit", "item.feature", "item.feature"]);
    expect(notes[1]?.after).toMatchObject({ gold_month: "2031-05-01" });
    expect(notes[3]).toMatchObject({ before: { featured: false }, after: { featured: true } });
  });

  test("that deletes a comment or a rating is logged with its content", async () => {
    const level = await addLevel(member.id);
    const id = await addComment("level", level, moderator.id);
    await admin.call(deleteCommentRoute, { id });
    const content = { before: { body: "something rude" }, other: moderator.username };
    expect(await about("comment", id)).toMatchObject([{ action: "comment.remove", ...content }]);
    const rating = (await firstRow<{ id: number }>`insert into ratings (user_id, level_id, rating, difficulty,
      created_at)
        values (${moderator.id}, ${level}, 8, 4, 1) returning id`) ?? { id: 0 };
    await Promise.all([1, 2].map(() => admin.call(deleteRatingRoute, { ratingId: rating.id })));
    expect(await about("rating", rating.id)).toMatchObject([
      { action: "rating.delete", before: { rating: 8, difficulty: 4 }, other: moderator.username },
    ]);
  });
});

describe("GET /api/staff/audit", () => {
  test("returns the newest entry first", async () => {
    const older = await note(moderator, "user.test", member.id);
    const newer = await note(admin, "user.test", member.id);
    expect(idsOf(await fetchLog({ action: "user.test" }))).toEqual([newer, older]);
  });

  test("filters by actor, action, subject, date and words, and by all of them together", async () => {
    const at = Date.parse("2024-03-05T23:30:00Z");
    const id = await note(moderator, "user.probe", member.id, at, "Purple lanterns");
    await note(admin, "user.probe", member.id, at);
    await note(moderator, "user.probe", admin.id, at + DAY);
    const one = {
      actor: moderator.username,
      action: "user.probe",
      subject_type: "user",
      subject: member.username,
      from: "2024-03-05",
      until: "2024-03-05",
      search: "purple lant",
    };
    expect(idsOf(await fetchLog(one))).toEqual([id]);
    expect(idsOf(await fetchLog({ search: "purple" }))).toEqual([id]);
    // The search includes the names of the actor and the subject.
    expect(idsOf(await fetchLog({ search: `probe ${moderator.username} ${member.username}` }))).toEqual([id]);
    for (const other of [
      { actor: admin.username, subject: admin.username },
      { action: "user.other" },
      { subject: String(admin.id) },
      { from: "2024-03-06", until: "" },
      { until: "2024-03-04", from: "" },
      { search: "green" },
      { search: "!?" },
    ])
      expect(idsOf(await fetchLog({ ...one, ...other })), JSON.stringify(other)).toEqual([]);
  });

  test("costs a few rows per page among many entries, whichever filter is set", async () => {
    // Times increase with ids.
    const from = new Date(Date.now() + 30 * DAY).toISOString().slice(0, 10);
    await runSql`with recursive n (i) as (select 1 union all select i + 1 from n where i < 3000)
        insert into audit_log (actor_id, action, subject_type, subject_id, reason, created_at)
        select ${moderator.id}, case i % 1000 when 1 then 'user.rare' else 'user.many' end, 'user',
          ${String(member.id)}, 'Many of them', ${Date.parse(from)} + i * 1000 from n`;
    for (const input of [
      {},
      { actor: moderator.username },
      { action: "user.many" },
      { subject_type: "user" },
      { subject_type: "user", subject: String(member.id) },
      { search: "many" },
      { from },
      { until: from },
      { actor: moderator.username, from, until: from },
    ]) {
      const response = await fetchLog(input);
      expect(entries(response), JSON.stringify(input)).toHaveLength(50);
      expectCost(response, { roundTrips: 1, read: 300, written: 0 });
      expect(nextOf(response)).toContain(`before=${idsOf(response)[49]}`);
    }
    const both = await fetchLog({ actor: moderator.username, action: "user.rare" });
    expectCost(both, { roundTrips: 1, read: 2_000 });
  });

  test("returns every entry by following the next links", async () => {
    const found: number[] = [];
    let next: string | null = `/api/staff/audit?actor=${moderator.username}&action=user.rare`;
    for (let pages = 0; next && pages < 20; pages++) {
      const response: TestResponse = await moderator.fetch(next);
      found.push(...idsOf(response));
      next = nextOf(response);
    }
    expect(next).toBeNull();
    expect(found).toHaveLength(3);
    expect(found).toEqual([...found].sort((a, b) => b - a));
  });

  test("the list of grants is for admins", async () => {
    const id = await note(admin, "user.grant", member.id);
    expect(idsOf(await admin.call(grantListRoute))[0]).toBe(id);
  });
});
