import { sql } from "drizzle-orm";
import type { InputOf, OutputOf } from "#domain/api/route.ts";
import { decidePersonRoute, openWorkRoute } from "#domain/moderation/api.ts";
import { MAX_DECIDED_AT_ONCE, MAX_OPEN_SHOWN } from "#domain/moderation/rules.ts";
import { countRows, runSql, type TestResponse } from "#tests/support/browser.ts";
import { expectCost } from "#tests/support/cost.ts";
import {
  addComment,
  addThread,
  claimCase,
  notificationTitlesOf,
  openReportCase,
  reportNewLevel,
  signedInModerator,
  storedCaseState,
} from "#tests/support/report-case.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";
import { addWearable } from "#tests/support/wearable.ts";
import { addLevel } from "#tests/support/world.ts";

const [moderator, reporter] = [await signedInModerator(), await signedInUser()];

async function openWork(user: { username: string }, by: TestUser = moderator) {
  const response = await by.call(openWorkRoute, { username: user.username });
  expect(response.status, JSON.stringify(response.body)).toBe(200);
  return { ...(response.body as OutputOf<typeof openWorkRoute>), response };
}

const decide = (
  user: { username: string },
  case_ids: number[],
  input: Partial<InputOf<typeof decidePersonRoute>> = {},
  by: TestUser = moderator,
): Promise<TestResponse> => by.call(decidePersonRoute, { username: user.username, case_ids, ...input });

/** Reports of each kind of thing of one person. */
async function reportEverything(bob: TestUser): Promise<number[]> {
  const level = await addLevel(bob.id);
  const post = await addThread(bob.id);
  const { id: item } = await addWearable(bob.id, 4, {}, false);
  const things = [
    ["level", level],
    ["comment", await addComment("level", level, bob.id)],
    ["thread", post.thread],
    ["reply", post.reply],
    ["item", item],
    ["user", bob.username],
  ] as const;
  const ids: number[] = [];
  for (const [type, target] of things) ids.push(await openReportCase(reporter, type, target));
  return ids;
}

async function holdWork(bob: { id: number }, count = 1): Promise<void> {
  for (let i = 0; i < count; i++) {
    await runSql`insert into held_posts (user_id, kind, place, body, why, created_at)
      values (${bob.id}, 'thread', '{"subforum_id":2}', 'Buy hats', 'links', ${i + 1})`;
    await runSql`update items set state = 'pending'
      where id = ${(await addWearable(bob.id, 4, {}, false)).id}`;
  }
}

describe("everything open about a person", () => {
  test("is on one page: cases with claim, age and reporters, held posts, appeals and items", async () => {
    const bob = await signedInUser({ bio: "Buy my hats", banned_at: 1, ban_reason: "Spam" });
    const ids = await reportEverything(bob);
    await claimCase(moderator, ids[1] ?? 0);
    await holdWork(bob);
    await runSql`insert into bans (user_id, reason, created_at) values (${bob.id}, 'Spam', 1)`;
    await runSql`insert into appeals (ban_id, user_id, body, created_at) select id, user_id, 'Please', 1
      from bans
      where user_id = ${bob.id}`;
    const work = await openWork(bob);
    expect(work.cases.map(({ id }) => id)).toEqual(ids);
    const claimed = { type: "comment", reports_count: 1, claimed_by: { id: moderator.id } };
    expect(work.cases[1]).toMatchObject(claimed);
    expect(work.held).toMatchObject([{ kind: "thread", body: "Buy hats" }]);
    expect(work.appeals).toMatchObject([{ body: "Please", user: { id: bob.id } }]);
    expect(work.items).toHaveLength(1);
    expect(work).toMatchObject({ more: false, can_punish: true });
    expectCost(work.response, { roundTrips: 2, read: 120 });
  });

  test("costs the same with a thousand other cases and decided ones of theirs", async () => {
    const bob = await signedInUser();
    await reportNewLevel(reporter, bob);
    await holdWork(bob);
    const before = (await openWork(bob)).response.cost;
    const other = await signedInUser();
    for (const [subject, state] of [
      [other.id, "open"],
      [bob.id, "decided"],
    ] as const)
      await runSql`with recursive n (i) as (select 1 union all select i + 1 from n where i < 1000)
        insert into cases (type, target, subject_id, reason, state, created_at, updated_at)
        select 'level', ${`${subject}`} || '000' || i, ${subject}, 'spam', ${state}, 1, 1 from n`;
    await runSql`with recursive n (i) as (select 1 union all select i + 1 from n where i < 1000)
      insert into held_posts (user_id, kind, place, body, why, state, created_at)
      select ${bob.id}, 'thread', '{"subforum_id":2}', 'x', 'links', 'declined', 1 from n`;
    const after = (await openWork(bob)).response.cost;
    expect(after.roundTrips).toBe(before.roundTrips);
    // An index is read one row past its range.
    expect(after.read - before.read).toBeLessThanOrEqual(3);
  });

  test("ends at a limit, and says that there is more", async () => {
    const bob = await signedInUser();
    await runSql`with recursive n (i) as (select 1 union all select i + 1 from n where i <= ${MAX_OPEN_SHOWN})
      insert into cases (type, target, subject_id, reason, created_at, updated_at)
      select 'level', '77000' || i, ${bob.id}, 'spam', 1, 1 from n`;
    const work = await openWork(bob);
    expect([work.cases.length, work.more]).toEqual([MAX_OPEN_SHOWN, true]);
  });

  test("is empty for yourself", async () => {
    const staff = await signedInModerator();
    await openReportCase(reporter, "user", staff.username);
    expect((await openWork(staff, staff)).cases).toEqual([]);
  });
});

describe("several cases about a person", () => {
  test("are decided together, each with its audit entry and notifications, with one ban", async () => {
    const [bob, staff] = [await signedInUser({ bio: "Buy my hats" }), await signedInModerator()];
    const ids = await reportEverything(bob);
    const auditsOf = (action: string) =>
      countRows("audit_log", sql`actor_id = ${staff.id} and action = ${action}`);
    const { status, body } = await decide(bob, ids, { acts: ["remove", "ban"], reason: "Spam" }, staff);
    expect([status, body]).toEqual([200, { message: "6 reports decided.", decided: ids, failed: [] }]);
    expect([await auditsOf("case.decide"), await auditsOf("user.ban")]).toEqual([6, 1]);
    expect(await countRows("bans", sql`user_id = ${bob.id}`)).toBe(1);
    // The reply went with its thread.
    expect(await countRows("removals", sql`user_id = ${bob.id} and restored_at is null`)).toBe(5);
    expect((await openWork(bob, staff)).cases).toEqual([]);
    expect(await countRows("cases", sql`subject_id = ${bob.id} and outcome = 'acted'`)).toBe(6);
  });

  test("are dismissed together, and their reporters hear that all is well", async () => {
    const [ann, bob] = [await signedInUser(), await signedInUser()];
    const ids = [(await reportNewLevel(ann, bob)).id, (await reportNewLevel(ann, bob)).id];
    expect((await decide(bob, ids)).body).toMatchObject({ decided: ids });
    const titles = await notificationTitlesOf(ann, 2);
    for (const { title } of titles) expect(title).toContain("within the rules");
  });

  test("are warned about once, and what is gone already doesn't stop the rest", async () => {
    const bob = await signedInUser();
    const first = await reportNewLevel(reporter, bob);
    const second = await reportNewLevel(reporter, bob);
    await runSql`update levels set visibility = 'deleted' where id = ${first.level}`;
    const { body } = await decide(bob, [first.id, second.id], { acts: ["remove", "warn"], reason: "Spam" });
    expect(body).toMatchObject({ decided: [first.id, second.id], failed: [] });
    expect(await countRows("warnings", sql`user_id = ${bob.id}`)).toBe(1);
    const third = await reportNewLevel(reporter, bob);
    await runSql`update levels set visibility = 'deleted' where id = ${third.level}`;
    const failing = await decide(bob, [third.id], { acts: ["remove"] });
    expect(failing.body).toMatchObject({ decided: [], failed: [{ id: third.id }] });
    expect(await storedCaseState(third.id)).toEqual({ state: "open" });
  });

  test("stay as they are where another moderator works on them", async () => {
    const [bob, other] = [await signedInUser(), await signedInModerator()];
    const [first, second] = [await reportNewLevel(reporter, bob), await reportNewLevel(reporter, bob)];
    await claimCase(other, first.id);
    const [a, b] = await Promise.all([
      decide(bob, [first.id, second.id], { acts: ["remove"] }),
      decide(bob, [second.id], { acts: ["remove"] }, other),
    ]);
    expect([a.status, b.status]).toEqual([200, 200]);
    expect(await storedCaseState(first.id)).toEqual({ state: "open" });
    const decisions = sql`action = 'case.decide' and subject_id = ${String(second.id)}`;
    expect(await countRows("audit_log", decisions)).toBe(1);
  });

  test("follow the rights of a single decision", async () => {
    const [staff, other] = [await signedInModerator(), await signedInModerator()];
    const about = await openReportCase(reporter, "user", staff.username);
    const { body } = await decide(staff, [about], { acts: ["ban"], reason: "Spam" }, other);
    expect(body).toMatchObject({ decided: [], failed: [{ message: "You can't warn or ban this person." }] });
    expect((await decide(staff, [about], {}, staff)).body).toMatchObject({ decided: [] });
    expect((await decide(await signedInUser(), [about])).status).toBe(404);
  });

  test.each([0, MAX_DECIDED_AT_ONCE + 1])("are rejected if they are %i", async (length) => {
    const ids = Array.from({ length }, (_, i) => i + 1);
    expect((await decide(reporter, ids)).status).toBe(422);
  });
});
