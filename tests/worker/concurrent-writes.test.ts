import { sql } from "drizzle-orm";
import { requestBuddyRoute } from "#domain/buddies/api.ts";
import { createBuildRoute } from "#domain/build/starts/api.ts";
import { createCommentRoute, deleteCommentRoute } from "#domain/comments/api.ts";
import { followRoute } from "#domain/follows/api.ts";
import { bookmarkRoute, createReplyRoute, createThreadRoute } from "#domain/forums/api.ts";
import { favoriteLevelRoute } from "#domain/levels/api.ts";
import { LIMITS } from "#domain/limits.ts";
import { recordRatingRoute } from "#domain/ratings/api.ts";
import { MAX_WAITING_RUNS } from "#domain/runs/rules.ts";
import { editItemRoute } from "#domain/shop/api.ts";
import { POSTS_PER_HOUR } from "#domain/spam/rules.ts";
import { wishItemRoute } from "#domain/wishlist/api.ts";
import { addUser, countRows, runForumSql, runPlaySql, runSql } from "#tests/support/browser.ts";
import { buy, userWithCoins } from "#tests/support/coins.ts";
import { createRunLevel, runPlayer, sendRun, straightRun } from "#tests/support/runs.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";
import { startThread } from "#tests/support/threads.ts";
import { addWearable } from "#tests/support/wearable.ts";
import { addClear, addItem, addLevel } from "#tests/support/world.ts";

const HOUR_AGO = 1_000;
const oldUser = () => signedInUser({ created_at: HOUR_AGO });
/** Sends calls at the same time, each made of its number. Returns how often each status came back. */
async function atOnce(
  count: number,
  send: (i: number) => ReturnType<TestUser["call"]>,
): Promise<Record<number, number>> {
  const responses = await Promise.all(Array.from({ length: count }, (_, i) => send(i)));
  const statuses: Record<number, number> = {};
  for (const { status } of responses) statuses[status] = (statuses[status] ?? 0) + 1;
  return statuses;
}

/** Limits of posts are off in other tests. */
function limited(user: TestUser): TestUser {
  user.variant = { ...user.variant, RATE_LIMITS: "on" };
  return user;
}

interface Case {
  /** How many there may be, with those that `make` has stored. */
  most: number;
  calls: number;
  send: (i: number) => ReturnType<TestUser["call"]>;
  count: () => Promise<number>;
}

const ofUser = ({ id }: TestUser) => sql`user_id = ${id}`;
const countIn = (table: string, user: TestUser) => () => countRows(table, ofUser(user));
/** Sets a counter of a user just below its limit. */
const nearly = (user: TestUser, column: string, limit: number) =>
  runSql`update users set ${sql.raw(column)} = ${limit - 2} where id = ${user.id}`;
const numberOf = (user: TestUser, column: string) => async () =>
  (await runSql<{ n: number }>`select ${sql.raw(column)} as n from users where id = ${user.id}`)[0]?.n ?? 0;

/** Limits that concurrent calls of one user could exceed. Tests of outfits, themes, prefabs and reports have theirs. */
const LIMIT_CASES: Record<string, () => Promise<Case>> = {
  "a newcomer's comments in an hour": async () => {
    const user = limited(await signedInUser());
    const level = await addLevel(user.id);
    const most = POSTS_PER_HOUR.newcomer.posts;
    const input = (i: number) => ({ type: "level", id: level, body: `Comment ${i} of many` });
    return {
      ...{ most, calls: most + 6, count: countIn("comments", user) },
      send: (i) => user.call(createCommentRoute, input(i)),
    };
  },
  "comments with one text": async () => {
    const user = limited(await oldUser());
    const body = "The very same long text, again and again";
    const input = { type: "level", id: await addLevel(user.id), body };
    return {
      ...{ most: 2, calls: 6, count: countIn("comments", user) },
      send: () => user.call(createCommentRoute, input),
    };
  },
  "a newcomer's threads in an hour": async () => {
    const user = limited(await signedInUser());
    const most = POSTS_PER_HOUR.newcomer.threads;
    const input = (i: number) => ({ title: `Thread number ${i}`, body: `Text number ${i}` });
    return {
      ...{ most, calls: most + 5, count: countIn("threads", user) },
      send: (i) => user.call(createThreadRoute, { subforum: 2, ...input(i) }),
    };
  },
  "a newcomer's replies in an hour": async () => {
    const user = limited(await signedInUser());
    const { id } = await startThread(await oldUser());
    const most = POSTS_PER_HOUR.newcomer.posts;
    return {
      ...{ most, calls: most + 5, count: countIn("replies", user) },
      send: (i) => user.call(createReplyRoute, { id, body: `Reply ${i} of many` }),
    };
  },
  levels: async () => {
    const user = await oldUser();
    await nearly(user, "levels_count", LIMITS.levelsPerUser.member);
    return {
      ...{ most: 2, calls: 5, count: countIn("levels", user) },
      send: (i) => user.call(createBuildRoute, { title: `Level ${i}`, start: "empty" }),
    };
  },
  "items on a wishlist": async () => {
    const user = await oldUser();
    await nearly(user, "wishes_count", LIMITS.wishes);
    const items = await Promise.all([1, 2, 3, 4, 5].map(() => addItem(user.id)));
    return {
      ...{ most: LIMITS.wishes, calls: items.length, count: numberOf(user, "wishes_count") },
      send: (i) => user.call(wishItemRoute, { id: items[i] ?? 0 }),
    };
  },
  "bookmarked threads": async () => {
    const user = await oldUser();
    const threads = await Promise.all([1, 2, 3, 4, 5].map(async () => startThread(await oldUser())));
    await runForumSql`insert into bookmark_counts (user_id, value)
      values (${user.id}, ${LIMITS.bookmarks - 2})`;
    return {
      ...{ most: 2, calls: threads.length, count: countIn("bookmarks", user) },
      send: (i) => user.call(bookmarkRoute, { id: threads[i]?.id ?? 0 }),
    };
  },
  "followed creators": async () => {
    const user = await oldUser();
    await nearly(user, "following_count", LIMITS.follows);
    const creators = await Promise.all([1, 2, 3, 4, 5].map(() => addUser()));
    return {
      ...{ most: LIMITS.follows, calls: creators.length, count: numberOf(user, "following_count") },
      send: (i) => user.call(followRoute, { username: creators[i]?.username ?? "" }),
    };
  },
  "buddy requests": async () => {
    const user = await oldUser();
    await nearly(user, "outgoing_count", LIMITS.buddies);
    const others = await Promise.all([1, 2, 3, 4, 5].map(() => addUser()));
    return {
      ...{ most: LIMITS.buddies, calls: others.length, count: numberOf(user, "outgoing_count") },
      send: (i) => user.call(requestBuddyRoute, { username: others[i]?.username ?? "" }),
    };
  },
  "runs that wait for their check": async () => {
    const [user, maker] = [await runPlayer({ created_at: HOUR_AGO }), await runPlayer()];
    const level = await createRunLevel(maker);
    await runPlaySql`with recursive n(i) as (select 1 union all select i + 1 from n
      where i < ${MAX_WAITING_RUNS - 2})
      insert into runs (call, stamp, host_id, user_id, level_id, ms, floor_ms, state, created_at, source)
      select 'web:waiting:' || i, 0, 0, ${user.id}, ${level}, 1, 0, 'waiting', 1, 'web' from n`;
    return {
      ...{ most: MAX_WAITING_RUNS, calls: 5, count: () => countRows("runs", ofUser(user)) },
      send: () => sendRun(user, level, straightRun()),
    };
  },
  "uploads of one run": async () => {
    const [user, maker] = [await runPlayer({ created_at: HOUR_AGO }), await runPlayer()];
    const level = await createRunLevel(maker);
    const run = straightRun();
    return {
      ...{ most: 1, calls: 4, count: () => countRows("runs", ofUser(user)) },
      send: () => sendRun(user, level, run),
    };
  },
  "ratings of a level": async () => {
    const user = await oldUser();
    const level = await addLevel((await oldUser()).id);
    await addClear(user.id, level);
    const rate = { levelId: level, rating: 8, difficulty: 2 };
    return {
      ...{ most: 1, calls: 4 },
      count: async () =>
        (await runSql<{ n: number }>`select ratings as n from level_days where level_id = ${level}`)[0]?.n ??
        0,
      send: () => user.call(recordRatingRoute, rate),
    };
  },
  "purchases with coins for one": async () => {
    const [user, maker] = [await userWithCoins(100), await oldUser()];
    const price = 60;
    const items = await Promise.all(
      [1, 2, 3].map(() => addWearable(maker.id, 4, { purchasable: "onsale", price }, false)),
    );
    return {
      ...{ most: 1, calls: items.length, count: countIn("inventory", user) },
      send: (i) => buy(user, items[i]?.id ?? 0, price),
    };
  },
};

test.each(Object.entries(LIMIT_CASES))(
  "concurrent calls of one member reach the limit and never exceed it: %s",
  async (_, make) => {
    const { most, calls, send, count } = await make();
    const statuses = await atOnce(calls, send);
    expect(await count(), JSON.stringify(statuses)).toBe(most);
    expect(Object.keys(statuses).filter((status) => Number(status) >= 500)).toEqual([]);
  },
);

describe("concurrent calls of several people", () => {
  test("both take effect when they edit different fields of an item", async () => {
    const maker = await oldUser();
    const { id } = await addWearable(maker.id, 4, {}, false);
    const edits = [{ name: "A new name" }, { description: "A new description" }];
    expect(await atOnce(2, (i) => maker.call(editItemRoute, { id, ...(edits[i] ?? {}) }))).toEqual({
      200: 2,
    });
    expect(
      await countRows("items", sql`id = ${id} and name = 'A new name' and description = 'A new description'`),
    ).toBe(1);
  });

  test("remove a comment once and log it once", async () => {
    const [author, owner] = [await oldUser(), await oldUser()];
    const staff = [await signedInUser({ role: "moderator" }), await signedInUser({ role: "moderator" })];
    const input = { type: "level", id: await addLevel(owner.id), body: "To be removed" };
    const { id } = (await author.call(createCommentRoute, input)).body.comment as { id: number };
    const remove = (i: number) => (staff[i] as TestUser).call(deleteCommentRoute, { id });
    expect(await atOnce(2, remove)).toEqual({ 200: 1, 404: 1 });
    expect(await countRows("audit_log", sql`action = 'comment.remove' and subject_id = ${String(id)}`)).toBe(
      1,
    );
  });

  test("post no comment on a level whose creator turns comments off meanwhile", async () => {
    const [owner, ann] = [await oldUser(), await oldUser()];
    const level = await addLevel(owner.id);
    const [posted] = await Promise.all([
      ann.call(createCommentRoute, { type: "level", id: level, body: "Just in time?" }),
      runSql`update levels set comments_enabled = 0 where id = ${level}`,
    ]);
    expect([201, 403]).toContain(posted.status);
    expect(await countRows("comments", sql`target_id = ${level}`)).toBe(posted.status === 201 ? 1 : 0);
    expect((await ann.call(favoriteLevelRoute, { id: level })).status).toBe(200);
  });
});
