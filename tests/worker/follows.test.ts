import { sql } from "drizzle-orm";
import type { NewUser } from "#db/new-rows.ts";
import { toggleBlockRoute } from "#domain/blocks/api.ts";
import { followListRoute, followRoute, unfollowRoute } from "#domain/follows/api.ts";
import { itemRoute } from "#domain/items/api.ts";
import { levelRoute } from "#domain/levels/api.ts";
import { LIMITS } from "#domain/limits.ts";
import { notificationListRoute, updateNotificationSettingsRoute } from "#domain/notifications/api.ts";
import type { Notice } from "#domain/notifications/notice.ts";
import { type Profile, profileRoute } from "#domain/users/api.ts";
import { addUser, Browser, countRows, runSql, testEnv } from "#tests/support/browser.ts";
import { befriend } from "#tests/support/buddies.ts";
import { expectCost } from "#tests/support/cost.ts";
import { connectSocket } from "#tests/support/socket.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";
import { addWearable } from "#tests/support/wearable.ts";
import { addLevel } from "#tests/support/world.ts";
import { notifyFollowers } from "#worker/follows/notify-followers.ts";
import { deliverNotices } from "#worker/notifications/queue.ts";

const follow = (user: TestUser, { username }: { username: string }) => user.call(followRoute, { username });
const unfollow = (user: TestUser, { username }: { username: string }) =>
  user.call(unfollowRoute, { username });
const isFollowed = async (by: { id: number }, creator: { id: number }) =>
  (await countRows("follows", sql`follower_id = ${by.id} and creator_id = ${creator.id}`)) === 1;
const countsOf = async ({ id }: { id: number }) =>
  (await runSql`select followers_count, following_count from users where id = ${id}`)[0];

describe("following a creator", () => {
  test("is counted once however often it's repeated, and shows on their profile, levels and items", async () => {
    const [me, creator] = [await signedInUser(), await addUser()];
    const level = await addLevel(creator.id);
    const item = await addWearable(creator.id, 4, {}, false);
    for (let n = 0; n < 2; n++) {
      const response = await follow(me, creator);
      expect([response.status, response.body]).toEqual([
        200,
        { message: `You follow ${creator.username}.`, following: true, followers_count: 1 },
      ]);
      expectCost(response, { roundTrips: 2, written: 10 });
    }
    expect(await countsOf(creator)).toEqual({ followers_count: 1, following_count: 0 });
    expect(await countsOf(me)).toEqual({ followers_count: 0, following_count: 1 });
    const profile = await me.call(profileRoute, { username: creator.username });
    expect(profile.body.user).toMatchObject({ following: true, followers_count: 1 });
    expect((await me.call(levelRoute, { id: level })).body.level).toMatchObject({ follows_creator: true });
    const itemPage = () => me.call(itemRoute, { id: item.id });
    const followed = await itemPage();
    expect(followed.body.item).toMatchObject({ follows_creator: true });
    expectCost(followed, { roundTrips: 1, written: 0 });
    for (let n = 0; n < 2; n++)
      expect((await unfollow(me, creator)).body).toMatchObject({ following: false, followers_count: 0 });
    const after = await me.call(profileRoute, { username: creator.username });
    expect(after.body.user).toMatchObject({ following: false, followers_count: 0 });
    expect((await itemPage()).body.item).toMatchObject({ follows_creator: false });
    const seen = await (await Browser.visitor()).call(levelRoute, { id: level });
    expect(seen.body.level).toMatchObject({ follows_creator: false });
  });

  test("requested twice at once happens once", async () => {
    const [me, creator] = [await signedInUser(), await addUser()];
    await Promise.all([follow(me, creator), follow(me, creator)]);
    expect(await countsOf(creator)).toMatchObject({ followers_count: 1 });
  });

  test("is rejected across a block, either way, and a block ends it, either way", async () => {
    const [me, other] = [await signedInUser(), await signedInUser()];
    await follow(me, other);
    await follow(other, me);
    await me.call(toggleBlockRoute, { username: other.username });
    expect([await isFollowed(me, other), await isFollowed(other, me)]).toEqual([false, false]);
    expect(await follow(me, other)).toMatchObject({ status: 403, body: { code: "blocked_by_you" } });
    expect(await follow(other, me)).toMatchObject({ status: 403, body: { code: "contact_refused" } });
    expect([await isFollowed(me, other), await isFollowed(other, me)]).toEqual([false, false]);
    expect(await countsOf(me)).toEqual({ followers_count: 0, following_count: 0 });
  });

  test("is rejected for a banned creator, and works after the ban", async () => {
    const me = await signedInUser();
    const creator = await addUser({ banned_at: 1, banned_until: null });
    expect(await follow(me, creator)).toMatchObject({ status: 403, body: { code: "contact_refused" } });
    expect(await isFollowed(me, creator)).toBe(false);
    await runSql`update users set banned_until = 2 where id = ${creator.id}`;
    expect((await follow(me, creator)).status).toBe(200);
  });

  test("is rejected at the limit, and unfollowing makes room", async () => {
    const [me, first, second] = [await signedInUser(), await addUser(), await addUser()];
    await follow(me, first);
    await runSql`update users set following_count = ${LIMITS.follows} where id = ${me.id}`;
    expect(await follow(me, second)).toMatchObject({ status: 422, body: { code: "follow_limit" } });
    expect(await isFollowed(me, second)).toBe(false);
    await unfollow(me, first);
    expect((await follow(me, second)).status).toBe(200);
  });

  test.each([followRoute, unfollowRoute])("at $path needs another user", async (route) => {
    const me = await signedInUser();
    const { status, body } = await me.call(route, { username: me.username });
    expect([status, body.code]).toEqual([422, "own_account"]);
    expect(await countRows("follows", sql`follower_id = ${me.id}`)).toBe(0);
  });
});

const fetchList = (username: string, followTab: string, page = 1) =>
  Browser.visitor().then((visitor) => visitor.call(followListRoute, { username, followTab, page }));

test("the followers and followed of a user are paged, newest follow first, with both counts, in one round trip", async () => {
  const creator = await addUser();
  const fans = await Promise.all(Array.from({ length: 26 }, () => addUser()));
  for (const [at, fan] of fans.entries())
    await runSql`insert into follows (follower_id, creator_id, created_at)
      values (${fan.id}, ${creator.id}, ${at})`;
  const response = await fetchList(creator.username, "followers");
  expect(response.body).toMatchObject({
    user: { id: creator.id },
    counts: { followers: 26, following: 0 },
    meta: { total: 26, last_page: 2 },
  });
  expect((response.body.data as { id: number }[]).map(({ id }) => id)).toEqual(
    fans
      .map(({ id }) => id)
      .reverse()
      .slice(0, LIMITS.pageSize.buddies),
  );
  expectCost(response, { roundTrips: 1, read: 200, written: 0 });
  expect((await fetchList(creator.username, "followers", 2)).body.data).toHaveLength(2);
  const [first] = fans;
  expect((await fetchList(first?.username ?? "", "following")).body).toMatchObject({
    data: [{ id: creator.id }],
    counts: { followers: 0, following: 1 },
  });
});

test("a follow in one tab shows in the others", async () => {
  const [me, creator] = [await signedInUser(), await addUser()];
  const socket = await connectSocket(me);
  await follow(me, creator);
  expect(await socket.one("FollowChanged")).toMatchObject({
    user_id: creator.id,
    following: true,
    followers_count: 1,
  });
  await unfollow(me, creator);
  await expect
    .poll(async () => (await socket.all("FollowChanged")).at(-1))
    .toMatchObject({ following: false, followers_count: 0 });
});

describe("a new level", () => {
  const noticesOf = async ({ id }: { id: number }) =>
    (await runSql<{ notice: string }>`select notice from notices where user_id = ${id} order by id`).map(
      ({ notice }) => JSON.parse(notice) as Notice,
    );
  const addFans = (creator: { id: number }, count: number) =>
    runSql`with recursive n (i) as (values (1) union all select i + 1 from n where i < ${count})
      insert into users (username, email, password_hash, created_at)
      select 'Fan_' || ${creator.id} || '_' || i, 'fan_' || ${creator.id} || '_' || i || '@example.com', '', i
        from n`.then(
      () =>
        runSql`insert into follows (follower_id, creator_id, created_at)
        select id, ${creator.id}, 1 from users where username like 'Fan_' || ${creator.id} || '_%'`,
    );
  const countNotices = async ({ id }: { id: number }) =>
    await countRows("notices", sql`notice ->> 'type' = 'level' and notice ->> 'actor' = ${id}`);

  test("notifies each follower once a day, however many levels there are and however often the job runs", async () => {
    const [me, creator] = [await signedInUser(), await addUser()];
    await follow(me, creator);
    const level = await addLevel(creator.id, { title: "Sky maze" });
    await addLevel(creator.id, { title: "Another" });
    await Promise.all([notifyFollowers(testEnv, Date.now()), notifyFollowers(testEnv, Date.now())]);
    await addLevel(creator.id, { title: "A third" });
    await notifyFollowers(testEnv, Date.now());
    expect(await noticesOf(me)).toMatchObject([
      { type: "level", actor: creator.id, title: "Sky maze", url: `/levels/${level}` },
    ]);
  });

  test("that is private or gone notifies no one, until it is public", async () => {
    const [me, creator] = [await signedInUser(), await addUser()];
    await follow(me, creator);
    const level = await addLevel(creator.id, { visibility: "private" });
    await notifyFollowers(testEnv, Date.now());
    expect(await noticesOf(me)).toEqual([]);
    await runSql`update levels set visibility = 'public' where id = ${level}`;
    await notifyFollowers(testEnv, Date.now());
    expect(await noticesOf(me)).toHaveLength(1);
  });

  test("notifies many followers in batches, over several runs", async () => {
    const creator = await addUser();
    await addFans(creator, 1_250);
    await addLevel(creator.id);
    await notifyFollowers(testEnv, Date.now());
    expect(await countNotices(creator)).toBe(1_000);
    await notifyFollowers(testEnv, Date.now());
    expect(await countNotices(creator)).toBe(1_250);
    await notifyFollowers(testEnv, Date.now());
    expect(await countNotices(creator)).toBe(1_250);
  });

  test("reaches a follower's notifications, unless they turned this type off", async () => {
    // A run delivers a bounded number, and other tests have queued many.
    await runSql`delete from notices`;
    const [fan, quiet, creator] = [await signedInUser(), await signedInUser(), await addUser()];
    await quiet.call(updateNotificationSettingsRoute, { level: false });
    for (const user of [fan, quiet]) await follow(user, creator);
    await addLevel(creator.id, { title: "Sky maze" });
    await notifyFollowers(testEnv, Date.now());
    await deliverNotices(testEnv);
    const typesOf = async (user: TestUser) =>
      ((await user.call(notificationListRoute)).body.data as { type: string }[]).map(({ type }) => type);
    expect(await typesOf(fan)).toEqual(["level"]);
    expect(await typesOf(quiet)).toEqual([]);
  });
});

const visitor = await Browser.visitor();

async function fetchProfile(username: string, browser: Browser = visitor) {
  const response = await browser.call(profileRoute, { username });
  return { ...response, user: response.body.user as Profile };
}

const request = (from: { id: number }, to: { id: number }) =>
  runSql`insert into buddy_requests (from_id, to_id, created_at) values (${from.id}, ${to.id}, 1)`;
const block = (from: { id: number }, to: { id: number }) =>
  runSql`insert into blocks (user_id, blocked_id, created_at) values (${from.id}, ${to.id}, 1)`;

const NONE = { relation: "none", block: false } as const;
const BUDDY = { relation: "buddy", block: false } as const;

describe("GET /api/users/{username}", () => {
  test("returns where the user is and their number of buddies, in one round trip", async () => {
    const [user, buddy] = [await signedInUser(), await addUser()];
    const level = await addLevel(buddy.id, { title: "Lava Run" });
    await befriend(user, buddy);
    const away = await fetchProfile(user.username);
    const counts = { buddies_count: 1, user_achievements_count: 0 };
    expect(away.user).toMatchObject({ online: false, player: null, ...counts, ...NONE, can_message: false });
    await runSql`insert into presence (user_id, since) values (${user.id}, 1)`;
    expect((await fetchProfile(user.username)).user).toMatchObject({ online: true, player: null });
    await runSql`insert into playing (user_id, level_id, since) values (${user.id}, ${level}, 1)`;
    const playing = await fetchProfile(user.username, user);
    expect(playing.user.player).toEqual({ level: { id: level, title_tooltip: "Lava Run" } });
    expectCost(playing, { roundTrips: 1, read: 30, written: 0 });
    await runSql`update levels set visibility = 'private' where id = ${level}`;
    const hidden = { id: null, title_tooltip: "a private level" };
    expect((await fetchProfile(user.username, user)).user.player).toEqual({ level: hidden });
  });

  type SetUp = (me: TestUser, them: TestUser) => Promise<unknown>;
  type Relation = Pick<Profile, "relation" | "block">;
  const relations: [string, SetUp, Partial<NewUser>, Relation, boolean][] = [
    ["a stranger", async () => {}, {}, NONE, true],
    ["a buddy", befriend, {}, BUDDY, true],
    ["a caller who has sent a request", request, {}, { ...NONE, relation: "outgoing" }, true],
    [
      "a caller who has received a request",
      (me, them) => request(them, me),
      {},
      { ...NONE, relation: "incoming" },
      true,
    ],
    ["a caller who blocks the user", block, {}, { ...NONE, block: true }, false],
    ["a caller blocked by the user", (me, them) => block(them, me), {}, NONE, false],
    ["a stranger where only buddies can write", async () => {}, { message_privacy: 2 }, NONE, false],
    ["a buddy where only buddies can write", befriend, { message_privacy: 2 }, BUDDY, true],
  ];
  test.each(relations)("returns to %s their relation", async (_, setUp, fields, expected, can_message) => {
    const [me, them] = [await signedInUser(), await signedInUser(fields)];
    await setUp(me, them);
    expect((await fetchProfile(them.username, me)).user).toMatchObject({ ...expected, can_message });
  });

  test.each<[string, SetUp, number, boolean]>([
    ["only buddies can join and they aren't one", async () => {}, 2, false],
    ["only buddies can join and they are one", befriend, 2, true],
    ["the user blocks them", (me, them) => block(them, me), 1, false],
  ])("returns whether the caller can join the user if %s", async (_, setUp, join_privacy, may) => {
    const [me, them] = [await signedInUser(), await signedInUser({ join_privacy })];
    await setUp(me, them);
    expect((await fetchProfile(them.username, me)).user.can_join).toBe(may);
    for (const browser of [visitor, them])
      expect((await fetchProfile(them.username, browser)).user.can_join).toBe(false);
  });

  test("returns the relation self for the caller's own profile", async () => {
    const me = await signedInUser();
    const { user } = await fetchProfile(me.username, me);
    expect(user).toMatchObject({ relation: "self", block: false, can_message: false });
  });
});
