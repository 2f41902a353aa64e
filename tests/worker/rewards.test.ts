import { sql } from "drizzle-orm";
import fc from "fast-check";
import { statement } from "#db/database.ts";
import { ACHIEVEMENT_SETS, ACHIEVEMENT_STATS } from "#domain/achievements/sets.ts";
import { notificationListRoute } from "#domain/notifications/api.ts";
import { endOfNewYorkDay } from "#domain/time.ts";
import { spiritLevel } from "#domain/users/spirit.ts";
import { db, firstRow, runSql, testEnv, unique } from "#tests/support/browser.ts";
import { recordClear } from "#tests/support/clears.ts";
import { buy, coinsOf, giveCoins, userWithCoins } from "#tests/support/coins.ts";
import { forAllAsync } from "#tests/support/for-all.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";
import { addWearable } from "#tests/support/wearable.ts";
import { addLevel } from "#tests/support/world.ts";
import { awardAchievements, backfillAchievements, defineAchievements } from "#worker/achievements/award.ts";
import { payDailyCoins } from "#worker/daily/coins.ts";
import { LedgerBatch } from "#worker/ledger/ledger-batch.ts";
import { runSchedule } from "#worker/schedule.ts";

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

describe("spirit levels", () => {
  test("pay ten coins times their number, each once, however many are reached at once", async () => {
    const user = await signedInUser();
    await giveXp(user.id, 99);
    expect(await rowsOf(user.id, 8)).toEqual([]);
    await giveXp(user.id, 1);
    await giveXp(user.id, 1_000);
    expect(await spiritLevelsOf(user.id)).toEqual([2, 3, 4, 5]);
    expect((await rowsOf(user.id, 8)).map(({ coins }) => coins)).toEqual([20, 30, 40, 50]);
    expect(await totalOf(user.id, "coins")).toBe(140);
  });

  test("match the XP, for any XP in any portions", async () => {
    const amounts = fc.array(fc.integer({ min: 1, max: 40_000 }), { minLength: 1, maxLength: 6 });
    await forAllAsync(20, amounts, async (portions) => {
      const user = await signedInUser();
      for (const xp of portions) await giveXp(user.id, xp);
      const level = spiritLevel(portions.reduce((sum, xp) => sum + xp, 0));
      expect(await spiritLevelsOf(user.id)).toEqual(Array.from({ length: level - 1 }, (_, i) => i + 2));
      expect(await totalOf(user.id, "coins")).toBe(5 * level * (level + 1) - 10);
    });
  });
});

describe("achievements", () => {
  test("are awarded with their reward once, and announced", async () => {
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

  test("earn 25% more XP with Gold, rounded down", async () => {
    const user = await signedInUser({ gold_until: Date.now() + HOUR });
    await runSql`update users set clears_count = 10 where id = ${user.id}`;
    await awardAchievements(testEnv);
    expect((await rowsOf(user.id, 12)).map(({ xp }) => xp)).toEqual([31, 62]);
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

describe("daily coins", () => {
  const paid = async (user: TestUser) => (await rowsOf(user.id, 9)).map(({ key, coins }) => [key, coins]);

  test("are 25 a day for Gold members, however often the schedule runs", async () => {
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

  test("are paid once for each New York day, across both clock changes", async () => {
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

  test("reach everyone when one pass isn't enough", async () => {
    const now = Date.UTC(2026, 5, 1, 17);
    await runSql`with recursive n(n) as (select 1 union all select n + 1 from n where n < 1200)
        insert into users (username, email, password_hash, created_at, gold_until)
        select 'many_' || n, 'many_' || n || '@example.com', '', 1, ${now + HOUR} from n`;
    await payDailyCoins(testEnv, now);
    const unpaid = await runSql`select id from users where username like 'many_%' and coins <> 25`;
    expect(unpaid).toEqual([]);
    await runSql`update users set gold_until = null where username like 'many_%'`;
  });
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
