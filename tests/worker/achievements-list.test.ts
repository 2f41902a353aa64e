import { sql } from "drizzle-orm";
import fc from "fast-check";
import { statement } from "#db/database.ts";
import { type AchievementSet, achievementListRoute } from "#domain/achievements/api.ts";
import { ACHIEVEMENT_SETS, ACHIEVEMENT_STATS } from "#domain/achievements/sets.ts";
import { createLevelRoute, editLevelRoute, type Level } from "#domain/levels/api.ts";
import { notificationListRoute } from "#domain/notifications/api.ts";
import { confirmRoute } from "#domain/security/api.ts";
import { endOfNewYorkDay } from "#domain/time.ts";
import { profileRoute } from "#domain/users/api.ts";
import { spiritLevel } from "#domain/users/spirit.ts";
import { createAccountOwner, PASSWORD } from "#tests/support/account-owner.ts";
import {
  addUser,
  Browser,
  countRows,
  db,
  firstRow,
  runSql,
  testEnv,
  unique,
} from "#tests/support/browser.ts";
import { recordClear } from "#tests/support/clears.ts";
import { buy, coinsOf, giveCoins, userWithCoins } from "#tests/support/coins.ts";
import { expectCost } from "#tests/support/cost.ts";
import { forAllAsync } from "#tests/support/for-all.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";
import { addWearable } from "#tests/support/wearable.ts";
import { addLevel, worldFile } from "#tests/support/world.ts";
import { awardAchievements, backfillAchievements, defineAchievements } from "#worker/achievements/award.ts";
import { payDailyCoins } from "#worker/daily/coins.ts";
import { LedgerBatch } from "#worker/ledger/ledger-batch.ts";
import { runSchedule } from "#worker/schedule.ts";

const visitor = await Browser.visitor();

const fetchAchievements = async (id: number) => {
  const response = await visitor.call(achievementListRoute, { id });
  return { ...response, sets: (response.body.data ?? []) as AchievementSet[] };
};

const obtain = (userId: number, achievementId: number, at: number) =>
  runSql`insert into user_achievements (user_id, achievement_id, created_at)
    values (${userId}, ${achievementId}, ${at})`;

const setOf = (sets: readonly AchievementSet[], slug: string) =>
  sets.find(({ image_url }) => image_url === `/static/achievements/${slug}.svg`);

describe("GET /api/user/achievements/{id}", () => {
  test("returns every set with the user's progress and the full rewards", async () => {
    const { id, username } = await addUser({ ratings_count: 12, spirit_level: 3 });
    const { status, sets, body } = await fetchAchievements(id);
    expect(status).toBe(200);
    expect(body.user).toMatchObject({ id, username });
    expect(sets.map(({ id: set, name }) => [set, name])).toEqual(
      ACHIEVEMENT_SETS.map(({ id: set, name }) => [set, name]),
    );
    const critic = setOf(sets, "critic");
    expect(critic).toMatchObject({
      user_progress: 12,
      default_achievement_description: "Rate {value} levels.",
    });
    expect(critic?.achievements[1]).toEqual({
      id: 41,
      name: "A fine eye",
      description: "Rate 10 levels.",
      image_url: "/static/achievements/critic.svg",
      value: 10,
      reward: { coins: 15, xp: 30, items: [] },
      user_achievement: null,
    });
    expect(setOf(sets, "spirit")?.user_progress).toBe(3);
    expect(setOf(sets, "voice")?.achievements.at(-1)).toMatchObject({
      description: "Write 1,000 comments.",
      reward: null,
    });
  });

  test("returns when an achievement was obtained, and nothing of other users", async () => {
    const [owner, other] = [await addUser(), await addUser()];
    const at = Date.UTC(2026, 2, 4, 15, 6);
    await obtain(owner.id, 50, at);
    await obtain(other.id, 51, at);
    const voice = setOf((await fetchAchievements(owner.id)).sets, "voice");
    expect(voice?.achievements.map(({ user_achievement }) => user_achievement)).toEqual([
      { created_at: "2026-03-04T15:06:00.000Z", created_at_formatted: "03/04/2026 03:06 PM" },
      null,
      null,
      null,
      null,
    ]);
  });

  test("costs one D1 round trip, however many achievements the user has, of which the profile shows the count", async () => {
    const { id, username } = await addUser();
    const all = ACHIEVEMENT_SETS.flatMap(({ achievements }) => achievements);
    for (const achievement of all) await obtain(id, achievement.id, 1);
    const response = await fetchAchievements(id);
    const got = response.sets.flatMap(({ achievements }) => achievements);
    expect(got.every(({ user_achievement }) => user_achievement !== null)).toBe(true);
    expectCost(response, { roundTrips: 1, read: all.length + 10, written: 0 });
    const profile = await visitor.call(profileRoute, { username });
    expect(profile.body.user).toMatchObject({ user_achievements_count: all.length });
  });

  test("leaves out achievements that are no longer defined", async () => {
    const { id } = await addUser();
    await obtain(id, 999, 1);
    const { status, sets } = await fetchAchievements(id);
    expect(status).toBe(200);
    expect(sets.flatMap(({ achievements }) => achievements).some((one) => one.user_achievement)).toBe(false);
  });
});

test("'Ground breaking' is paid for the first public level, and nothing for drafts", async () => {
  await defineAchievements(db);
  const ann = await signedInUser();
  const has = async () => {
    await awardAchievements(testEnv);
    return runSql`select a.name from user_achievements u join achievements a on a.id = u.achievement_id
      where u.user_id = ${ann.id} and a.stat = 'public_levels_count'`;
  };
  // Nothing in it can be cleared, so it can become public at once.
  const file = worldFile(
    JSON.stringify({
      version: 1,
      spawn: { position: [0, 2, 0] },
      blocks: [{ shape: "box", position: [0, 0, 0], size: [8, 1, 8], color: "6cc551" }],
    }),
  );
  const { body } = await ann.call(createLevelRoute, { title: "Draft", visibility: "private", file });
  const { id } = body.level as Level;
  expect(await has()).toEqual([]);
  for (const visibility of ["public", "private", "public"] as const)
    expect((await ann.call(editLevelRoute, { id, visibility })).status).toBe(200);
  expect(await has()).toEqual([{ name: "Ground breaking" }]);
  expect(await runSql`select levels_count, public_levels_count from users where id = ${ann.id}`).toEqual([
    { levels_count: 1, public_levels_count: 1 },
  ]);
});

const HOUR = 3_600_000;
const NOON = Date.UTC(2025, 10, 21, 17);

const maker = await signedInUser();
// As the schedule does after every deploy.
await runSchedule(testEnv);

const rowsOf = (userId: number, type: number) =>
  runSql<{ key: string; coins: number; xp: number; source_id: number }>`select key, coins, xp, source_id
    from transactions where user_id = ${userId} and type_id = ${type} order by id`;
const achievementsOf = async (userId: number) => {
  const rows = await runSql<{ id: number }>`select achievement_id as id from user_achievements
    where user_id = ${userId} order by achievement_id`;
  return rows.map(({ id }) => id);
};
/** The sources of a user's payments for spirit levels. */
const spiritLevelsOf = async (userId: number) => (await rowsOf(userId, 8)).map(({ source_id }) => source_id);
const giveXp = (userId: number, xp: number) => {
  const batch = new LedgerBatch(1);
  const row = {
    key: `given-xp:${unique()}`,
    user: userId,
    type: 9,
    source: { type: "site", id: 0 },
    xp,
  } as const;
  return db.batch({ xp: batch.post(row, sql`where true`), levels: batch.paySpiritLevels(sql`${userId}`) });
};
const totalOf = async (userId: number, column: "coins" | "xp") => {
  await coinsOf(userId);
  return (
    await firstRow<{ value: number }>`select ${sql.raw(column)} as value from users
    where id = ${userId}`
  )?.value;
};

test("spirit levels pay ten coins times their number, each once, however many are reached at once", async () => {
  const user = await signedInUser();
  await giveXp(user.id, 99);
  expect(await rowsOf(user.id, 8)).toEqual([]);
  await giveXp(user.id, 1);
  await giveXp(user.id, 1_000);
  expect(await spiritLevelsOf(user.id)).toEqual([2, 3, 4, 5]);
  expect((await rowsOf(user.id, 8)).map(({ coins }) => coins)).toEqual([20, 30, 40, 50]);
  expect(await totalOf(user.id, "coins")).toBe(140);
});

test("spirit levels match the XP, for any XP in any portions", async () => {
  const amounts = fc.array(fc.integer({ min: 1, max: 40_000 }), { minLength: 1, maxLength: 6 });
  await forAllAsync(20, amounts, async (portions) => {
    const user = await signedInUser();
    for (const xp of portions) await giveXp(user.id, xp);
    const level = spiritLevel(portions.reduce((sum, xp) => sum + xp, 0));
    expect(await spiritLevelsOf(user.id)).toEqual(Array.from({ length: level - 1 }, (_, i) => i + 2));
    expect(await totalOf(user.id, "coins")).toBe(5 * level * (level + 1) - 10);
  });
});

describe("achievements", () => {
  test("are awarded with their reward once, not in read-only mode, and announced", async () => {
    const user = await userWithCoins(100);
    const { id } = await addWearable(maker.id, 1, { purchasable: "onsale", price: 10 });
    user.variant = {};
    await buy(user, id, 10);
    const first = ACHIEVEMENT_SETS.find(({ stat }) => stat === "purchases_count")?.achievements[0];
    expect(await achievementsOf(user.id)).toEqual([first?.id]);
    expect(await rowsOf(user.id, 12)).toMatchObject([{ ...first?.reward, source_id: first?.id }]);
    expect(await coinsOf(user.id)).toBe(100 - 10 + (first?.reward?.coins ?? 0));
    const { body } = await user.call(notificationListRoute, {});
    const url = `/users/${user.username}/achievements`;
    expect(body.data).toMatchObject([{ type: "achievement", title: first?.name, url }]);
    await runSql`insert into achievement_queue (user_id) values (${user.id}), (${user.id})`;
    const owner = await createAccountOwner();
    owner.variant = { READ_ONLY: "on" };
    expect((await owner.call(confirmRoute, { password: PASSWORD })).status).toBe(200);
    expect(await countRows("achievement_queue", sql`user_id = ${user.id}`)).toBe(2);
    await Promise.all([awardAchievements(testEnv), awardAchievements(testEnv)]);
    expect(await rowsOf(user.id, 12)).toHaveLength(1);
    expect((await user.call(notificationListRoute, {})).body.meta).toMatchObject({ total: 1 });
  });

  test("that earn XP can raise the spirit level, which can earn the next achievement", async () => {
    const user = await signedInUser();
    await runSql`update users set clears_count = 10 where id = ${user.id}`;
    await awardAchievements(testEnv);
    // 25 + 50 XP don't reach the next level; the third achievement adds 150.
    expect(await achievementsOf(user.id)).toEqual([10, 11]);
    await runSql`update users set clears_count = 50 where id = ${user.id}`;
    await awardAchievements(testEnv);
    expect(await achievementsOf(user.id)).toEqual([10, 11, 12, 90]);
    expect(await spiritLevelsOf(user.id)).toEqual([2]);
    expect(await totalOf(user.id, "xp")).toBe(225);
  });

  test("cover every stat: reaching the first target of each awards it", async () => {
    const user = await signedInUser();
    const firsts = ACHIEVEMENT_SETS.map(({ stat, achievements }) => [stat, achievements[0]?.value] as const);
    expect(new Set(firsts.map(([stat]) => stat))).toEqual(new Set(ACHIEVEMENT_STATS));
    for (const [stat, value] of firsts)
      await runSql`update users set ${sql.raw(stat)} = ${value} where id = ${user.id}`;
    await awardAchievements(testEnv);
    const expected = ACHIEVEMENT_SETS.map(({ achievements }) => achievements[0]?.id);
    expect(await achievementsOf(user.id)).toEqual(expect.arrayContaining(expected));
  });

  test("that are defined later are awarded once to everyone who has already reached them", async () => {
    const user = await signedInUser();
    await db.batch({
      achievement:
        statement(sql`insert into achievements (id, name, picture, stat, target, coins, xp, checked_to)
        values (9001, 'Later', '', 'plays_sum', 7, 3, 0, null)`),
      user: statement(sql`update users set plays_sum = 7 where id = ${user.id}`),
      queue: statement(sql`delete from achievement_queue`),
      // As after a deploy with a new achievement.
      progress: statement(sql`update achievements set checked_to = 0 where id = 9001`),
    });
    await runSchedule(testEnv);
    await runSchedule(testEnv);
    expect(await achievementsOf(user.id)).toEqual([9001]);
    expect((await rowsOf(user.id, 12)).map(({ coins }) => coins)).toEqual([3]);
    await runSql`delete from achievements where id = 9001`;
  });

  test("are defined once; a changed target checks everyone again", async () => {
    const pending = () => runSql<{ id: number }>`select id from achievements where checked_to is not null`;
    await defineAchievements(db);
    expect(await pending()).toEqual([]);
    await runSql`update achievements set target = 2 where id = 10`;
    await defineAchievements(db);
    expect(await pending()).toEqual([{ id: 10 }]);
    while (await backfillAchievements(db));
    expect(await pending()).toEqual([]);
  });

  test("have unique ids and increasing targets within each set", () => {
    const all = ACHIEVEMENT_SETS.flatMap(({ achievements }) => achievements);
    expect(ACHIEVEMENT_SETS.length).toBeGreaterThanOrEqual(8);
    expect(all.length).toBeGreaterThanOrEqual(40);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    for (const { achievements } of ACHIEVEMENT_SETS) {
      const values = achievements.map(({ value }) => value);
      expect(values).toEqual([...new Set(values)].sort((a, b) => a - b));
    }
  });
});

const paid = async (user: TestUser) => (await rowsOf(user.id, 9)).map(({ key, coins }) => [key, coins]);

test("daily coins are 25 a day for Gold members, however often the schedule runs", async () => {
  const gold = await signedInUser({ gold_until: NOON + 400 * 24 * HOUR });
  const plain = await signedInUser();
  const lapsed = await signedInUser({ gold_until: NOON - 1 });
  await Promise.all([payDailyCoins(testEnv, NOON), payDailyCoins(testEnv, NOON)]);
  await payDailyCoins(testEnv, NOON + 2 * HOUR);
  expect(await paid(gold)).toEqual([[`daily:2025-11-21:${gold.id}`, 25]]);
  expect([await paid(plain), await paid(lapsed)]).toEqual([[], []]);
  await payDailyCoins(testEnv, NOON + 24 * HOUR);
  expect(await paid(gold)).toHaveLength(2);
});

test("daily coins are paid once for each New York day, across both clock changes", async () => {
  const gold = await signedInUser({ gold_until: Date.UTC(2028, 0, 1) });
  for (const day of ["2027-03-13", "2027-03-14", "2027-11-06", "2027-11-07"]) {
    const end = endOfNewYorkDay(day);
    for (const time of [end - 30 * HOUR, end - HOUR, end - 1, end, end + HOUR])
      await payDailyCoins(testEnv, time);
  }
  const days = (await paid(gold)).map(([key]) => String(key).split(":")[1]);
  const [spring, fall] = [
    [12, 13, 14, 15],
    ["05", "06", "07", "08"],
  ];
  expect(days).toEqual([...spring.map((day) => `2027-03-${day}`), ...fall.map((day) => `2027-11-${day}`)]);
});

test("daily coins reach everyone when one pass isn't enough", async () => {
  const now = Date.UTC(2026, 5, 1, 17);
  await runSql`with recursive n(n) as (select 1 union all select n + 1 from n where n < 1200)
      insert into users (username, email, password_hash, created_at, gold_until)
      select 'many_' || n, 'many_' || n || '@example.com', '', 1, ${now + HOUR} from n`;
  await payDailyCoins(testEnv, now);
  const unpaid = await runSql`select id from users where username like 'many_%' and coins <> 25`;
  expect(unpaid).toEqual([]);
  await runSql`update users set gold_until = null where username like 'many_%'`;
});

describe("the daily challenge", () => {
  const clear = (user: TestUser, level: number, now: number, ms = 60_000) => {
    const run = { reportKey: `1:${unique()}`, host: 1, user: user.id, level, ms, joinedAt: 0 };
    return recordClear(run, now);
  };
  const levels = (count: number) => Promise.all(Array.from({ length: count }, () => addLevel(maker.id)));

  test("pays 25 coins and 100 XP for the fifth different level of a day, once", async () => {
    const user = await signedInUser();
    const ids = await levels(7);
    for (const id of ids.slice(0, 4)) await clear(user, id, NOON);
    for (const id of ids.slice(0, 4)) await clear(user, id, NOON + 1);
    expect(await rowsOf(user.id, 2)).toEqual([]);
    await Promise.all([clear(user, ids[4] as number, NOON), clear(user, ids[4] as number, NOON)]);
    for (const id of ids) await clear(user, id, NOON + 2);
    const key = `challenge:2025-11-21:${user.id}`;
    expect(await rowsOf(user.id, 2)).toMatchObject([{ key, coins: 25, xp: 100 }]);
    expect(await spiritLevelsOf(user.id)).toEqual([2]);
    expect(await coinsOf(user.id)).toBe(45);
    const notices = await runSql<{ notice: string }>`select notice from notices where user_id = ${user.id}
      and notice like '%"challenge:%'`;
    expect(notices.map(({ notice }) => JSON.parse(notice))).toMatchObject([
      { type: "reward", title: "Daily challenge", url: "/", group: key },
    ]);
  });

  test("restarts at midnight in New York, and levels cleared before count again", async () => {
    const user = await signedInUser();
    const ids = await levels(5);
    const midnight = endOfNewYorkDay("2025-11-01");
    for (const id of ids.slice(0, 3)) await clear(user, id, midnight - 1);
    for (const id of ids.slice(0, 3)) await clear(user, id, midnight);
    expect(await rowsOf(user.id, 2)).toEqual([]);
    for (const id of ids) await clear(user, id, midnight + 1);
    expect((await rowsOf(user.id, 2)).map(({ key }) => key)).toEqual([`challenge:2025-11-02:${user.id}`]);
  });

  test("pays 125 XP with Gold", async () => {
    const user = await signedInUser({ gold_until: NOON + HOUR });
    for (const id of await levels(5)) await clear(user, id, NOON);
    expect(await rowsOf(user.id, 2)).toMatchObject([{ xp: 125 }]);
  });
});

test("the ledger is append-only, and a balance can't fall below zero", async () => {
  const user = await userWithCoins(5);
  await expect(runSql`update transactions set coins = 9 where user_id = ${user.id}`).rejects.toThrow(
    /append-only/,
  );
  await expect(runSql`delete from transactions where user_id = ${user.id}`).rejects.toThrow(/append-only/);
  await expect(giveCoins(user.id, -6)).rejects.toThrow(/CHECK/);
  expect(await coinsOf(user.id)).toBe(5);
});
