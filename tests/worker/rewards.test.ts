import { sql } from "drizzle-orm";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { type Statement, statement } from "#db/client.ts";
import { ACHIEVEMENT_SETS, ACHIEVEMENT_STATS } from "#domain/achievements/sets.ts";
import { notificationListRoute } from "#domain/notifications/api.ts";
import { endOfNewYorkDay } from "#domain/time.ts";
import { spiritLevel } from "#domain/users/spirit.ts";
import { db, testEnv, unique } from "#tests/support/browser.ts";
import { buy, coinsOf, withCoins } from "#tests/support/economy.ts";
import { type Person, person } from "#tests/support/people.ts";
import { addWearable } from "#tests/support/wardrobe.ts";
import { addLevel } from "#tests/support/world.ts";
import { awardAchievements } from "#worker/achievements/award.ts";
import { defineAchievements, lookBack } from "#worker/achievements/define.ts";
import { recordRun } from "#worker/clears/commands.ts";
import { payDailyCoins } from "#worker/daily/coins.ts";
import { Act } from "#worker/ledger/movement.ts";
import { runSchedule } from "#worker/schedule.ts";

const HOUR = 3_600_000;
const NOON = Date.UTC(2025, 10, 21, 17);

let maker: Person;
beforeAll(async () => {
  maker = await person();
  // As the schedule does after every deploy.
  await runSchedule(testEnv);
});

const rowsOf = (userId: number, type: number) =>
  db.all(
    statement<{ key: string; coins: number; xp: number; source_id: number }>(
      sql`select key, coins, xp, source_id from transactions where user_id = ${userId} and type_id = ${type} order by id`,
    ),
  );
const achievementsOf = async (userId: number) =>
  (
    await db.all(
      statement<{ achievement_id: number }>(
        sql`select achievement_id from user_achievements where user_id = ${userId} order by achievement_id`,
      ),
    )
  ).map(({ achievement_id }) => achievement_id);
const giveXp = (userId: number, xp: number) => {
  const act = new Act(1);
  const row = { key: `xp:${unique()}`, user: userId, type: 9, source: { type: "site", id: 0 }, xp } as const;
  return db.batch([act.post(row, sql`where true`), act.spirit(sql`${userId}`)]);
};
const totalOf = async (userId: number, column: "coins" | "xp") => {
  await coinsOf(userId);
  const row = await db.first(
    statement<{ value: number; spirit_level: number }>(
      sql`select ${sql.raw(column)} as value, spirit_level from users where id = ${userId}`,
    ),
  );
  return row?.value;
};

describe("spirit levels", () => {
  test("pay ten coins a number, each once, however far one gets at once", async () => {
    const who = await person();
    await giveXp(who.id, 99);
    expect(await rowsOf(who.id, 8)).toEqual([]);
    await giveXp(who.id, 1);
    await giveXp(who.id, 1_000);
    expect((await rowsOf(who.id, 8)).map(({ source_id, coins }) => [source_id, coins])).toEqual([
      [2, 20],
      [3, 30],
      [4, 40],
      [5, 50],
    ]);
    expect(await totalOf(who.id, "coins")).toBe(140);
  });

  test("are those that the XP is worth, for any XP in any portions", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 40_000 }), { minLength: 1, maxLength: 6 }),
        async (portions) => {
          const who = await person();
          for (const xp of portions) await giveXp(who.id, xp);
          const level = spiritLevel(portions.reduce((sum, xp) => sum + xp, 0));
          expect((await rowsOf(who.id, 8)).map(({ source_id }) => source_id)).toEqual(
            Array.from({ length: level - 1 }, (_, i) => i + 2),
          );
          expect(await totalOf(who.id, "coins")).toBe(5 * level * (level + 1) - 10);
        },
      ),
      { numRuns: 20 },
    );
  });
});

describe("achievements", () => {
  test("are given with their reward for what somebody does, once, and told", async () => {
    const who = await withCoins(100);
    const { id } = await addWearable(maker.id, 1, { purchasable: "onsale", price: 10 });
    who.browser.variant = {};
    await buy(who, id, 10);
    const first = ACHIEVEMENT_SETS.find(({ stat }) => stat === "purchases_count")?.achievements[0];
    expect(await achievementsOf(who.id)).toEqual([first?.id]);
    expect(await rowsOf(who.id, 12)).toMatchObject([
      { coins: first?.reward?.coins, xp: first?.reward?.xp, source_id: first?.id },
    ]);
    expect(await coinsOf(who.id)).toBe(100 - 10 + (first?.reward?.coins ?? 0));
    const { body } = await who.browser.call(notificationListRoute, {});
    expect(body.data).toMatchObject([
      { type: "achievement", title: first?.name, url: `/users/${who.username}/achievements` },
    ]);
    await db.all(statement(sql`insert into achievement_queue (user_id) values (${who.id}), (${who.id})`));
    await Promise.all([awardAchievements(testEnv), awardAchievements(testEnv)]);
    expect(await rowsOf(who.id, 12)).toHaveLength(1);
    expect((await who.browser.call(notificationListRoute, {})).body.meta).toMatchObject({ total: 1 });
  });

  test("that bring XP may bring a spirit level, and that one the next achievement", async () => {
    const who = await person();
    await db.all(statement(sql`update users set clears_count = 10 where id = ${who.id}`));
    await awardAchievements(testEnv);
    // 25 + 50 XP are no level yet; the third flag brings 150.
    expect(await achievementsOf(who.id)).toEqual([10, 11]);
    await db.all(statement(sql`update users set clears_count = 50 where id = ${who.id}`));
    await awardAchievements(testEnv);
    expect(await achievementsOf(who.id)).toEqual([10, 11, 12, 90]);
    expect((await rowsOf(who.id, 8)).map(({ source_id }) => source_id)).toEqual([2]);
    expect(await totalOf(who.id, "xp")).toBe(225);
  });

  test("bring a quarter more XP with Gold, rounded down", async () => {
    const who = await person({ gold_until: Date.now() + HOUR });
    await db.all(statement(sql`update users set clears_count = 10 where id = ${who.id}`));
    await awardAchievements(testEnv);
    expect((await rowsOf(who.id, 12)).map(({ xp }) => xp)).toEqual([31, 62]);
  });

  test("cover every stat: reaching the first target of each gives it", async () => {
    const who = await person();
    const firsts = ACHIEVEMENT_SETS.map(({ stat, achievements }) => [stat, achievements[0]?.value] as const);
    expect(new Set(firsts.map(([stat]) => stat))).toEqual(new Set(ACHIEVEMENT_STATS));
    for (const [stat, value] of firsts)
      await db.all(statement(sql`update users set ${sql.raw(stat)} = ${value} where id = ${who.id}`));
    await awardAchievements(testEnv);
    const expected = ACHIEVEMENT_SETS.map(({ achievements }) => achievements[0]?.id);
    expect(await achievementsOf(who.id)).toEqual(expect.arrayContaining(expected));
  });

  test("that are defined later are given to whoever has reached them already, once", async () => {
    const who = await person();
    await db.batch([
      statement(sql`insert into achievements (id, name, picture, stat, target, coins, xp, checked_to)
        values (9001, 'Later', '', 'plays_sum', 7, 3, 0, null)`),
      statement(sql`update users set plays_sum = 7 where id = ${who.id}`),
      statement(sql`delete from achievement_queue`),
      // As a deploy leaves it that brings a new one.
      statement(sql`update achievements set checked_to = 0 where id = 9001`),
    ]);
    await runSchedule(testEnv);
    await runSchedule(testEnv);
    expect(await achievementsOf(who.id)).toEqual([9001]);
    expect((await rowsOf(who.id, 12)).map(({ coins }) => coins)).toEqual([3]);
    await db.all(statement(sql`delete from achievements where id = 9001`));
  });

  test("are defined once; a target that changes has everybody looked at anew", async () => {
    const pending = () =>
      db.all(statement<{ id: number }>(sql`select id from achievements where checked_to is not null`));
    await defineAchievements(db);
    expect(await pending()).toEqual([]);
    await db.all(statement(sql`update achievements set target = 2 where id = 10`));
    await defineAchievements(db);
    expect(await pending()).toEqual([{ id: 10 }]);
    while (await lookBack(db));
    expect(await pending()).toEqual([]);
  });

  test("are ten sets with fifty achievements, each id once and each next target higher", () => {
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
  const paid = async (who: Person) => (await rowsOf(who.id, 9)).map(({ key, coins }) => [key, coins]);

  test("are 25 a day for whoever has Gold, however often the schedule runs", async () => {
    const gold = await person({ gold_until: NOON + 400 * 24 * HOUR });
    const plain = await person();
    const lapsed = await person({ gold_until: NOON - 1 });
    await Promise.all([payDailyCoins(testEnv, NOON), payDailyCoins(testEnv, NOON)]);
    await payDailyCoins(testEnv, NOON + 2 * HOUR);
    expect(await paid(gold)).toEqual([[`daily:2025-11-21:${gold.id}`, 25]]);
    expect([await paid(plain), await paid(lapsed)]).toEqual([[], []]);
    await payDailyCoins(testEnv, NOON + 24 * HOUR);
    expect(await paid(gold)).toHaveLength(2);
  });

  test("are paid once for each day of New York, across both changes of its clock", async () => {
    const gold = await person({ gold_until: Date.UTC(2028, 0, 1) });
    for (const day of ["2027-03-13", "2027-03-14", "2027-11-06", "2027-11-07"]) {
      const end = endOfNewYorkDay(day);
      for (const time of [end - 30 * HOUR, end - HOUR, end - 1, end, end + HOUR])
        await payDailyCoins(testEnv, time);
    }
    const days = (await paid(gold)).map(([key]) => String(key).split(":")[1]);
    expect(days).toEqual([...new Set(days)]);
    expect(days).toEqual([
      "2027-03-12",
      "2027-03-13",
      "2027-03-14",
      "2027-03-15",
      "2027-11-05",
      "2027-11-06",
      "2027-11-07",
      "2027-11-08",
    ]);
  });

  test("reach everybody where there are more than one pass takes", async () => {
    const now = Date.UTC(2026, 5, 1, 17);
    await db.all(
      statement(sql`with recursive n(n) as (select 1 union all select n + 1 from n where n < 1200)
        insert into users (username, email, password_hash, created_at, gold_until)
        select 'many_' || n, 'many_' || n || '@example.com', '', 1, ${now + HOUR} from n`),
    );
    await payDailyCoins(testEnv, now);
    const unpaid = await db.all(
      statement(sql`select id from users where username like 'many_%' and coins <> 25`),
    );
    expect(unpaid).toEqual([]);
    await db.all(statement(sql`update users set gold_until = null where username like 'many_%'`));
  });
});

describe("the daily challenge", () => {
  const clear = (who: Person, level: number, now: number, ms = 60_000) => {
    const run = { call: `1:${unique()}`, host: 1, user: who.id, level, ms, since: 0 };
    return db.batch(recordRun(run, now) as readonly Statement[]);
  };
  const levels = (count: number) => Promise.all(Array.from({ length: count }, () => addLevel(maker.id)));

  test("pays 25 coins and 100 XP with the fifth different level of a day, once", async () => {
    const who = await person();
    const ids = await levels(7);
    for (const id of ids.slice(0, 4)) await clear(who, id, NOON);
    for (const id of ids.slice(0, 4)) await clear(who, id, NOON + 1);
    expect(await rowsOf(who.id, 2)).toEqual([]);
    await Promise.all([clear(who, ids[4] as number, NOON), clear(who, ids[4] as number, NOON)]);
    for (const id of ids) await clear(who, id, NOON + 2);
    expect(await rowsOf(who.id, 2)).toMatchObject([
      { key: `challenge:2025-11-21:${who.id}`, coins: 25, xp: 100 },
    ]);
    expect((await rowsOf(who.id, 8)).map(({ source_id }) => source_id)).toEqual([2]);
    expect(await coinsOf(who.id)).toBe(45);
  });

  test("begins anew at midnight in New York, and levels cleared before count again", async () => {
    const who = await person();
    const ids = await levels(5);
    const midnight = endOfNewYorkDay("2025-11-01");
    for (const id of ids.slice(0, 3)) await clear(who, id, midnight - 1);
    for (const id of ids.slice(0, 3)) await clear(who, id, midnight);
    expect(await rowsOf(who.id, 2)).toEqual([]);
    for (const id of ids) await clear(who, id, midnight + 1);
    expect((await rowsOf(who.id, 2)).map(({ key }) => key)).toEqual([`challenge:2025-11-02:${who.id}`]);
  });

  test("brings 125 XP with Gold", async () => {
    const who = await person({ gold_until: NOON + HOUR });
    for (const id of await levels(5)) await clear(who, id, NOON);
    expect((await rowsOf(who.id, 2)).map(({ xp }) => xp)).toEqual([125]);
  });

  test("keeps a level's best time only", async () => {
    const who = await person();
    const [id = 0] = await levels(1);
    for (const time of [9_000, 7_000, 8_000]) await clear(who, id, NOON, time);
    const row = await db.first(
      statement<{ best_ms: number }>(
        sql`select best_ms from clears where user_id = ${who.id} and level_id = ${id}`,
      ),
    );
    expect(row?.best_ms).toBe(7_000);
  });
});

test("a balance can't be made to differ from its ledger: rows stay as they were written", async () => {
  const who = await withCoins(5);
  await expect(
    db.all(statement(sql`update transactions set coins = 9 where user_id = ${who.id}`)),
  ).rejects.toThrow(/append-only/);
  await expect(db.all(statement(sql`delete from transactions where user_id = ${who.id}`))).rejects.toThrow(
    /append-only/,
  );
  const act = new Act(1);
  const row = {
    key: `below:${who.id}`,
    user: who.id,
    type: 9,
    source: { type: "site", id: 0 },
    coins: -6,
  } as const;
  await expect(db.all(act.post(row, sql`where true`))).rejects.toThrow(/CHECK/);
  expect(await coinsOf(who.id)).toBe(5);
});
