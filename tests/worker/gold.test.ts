import { sql } from "drizzle-orm";
import { sessionRoute } from "#domain/auth/api.ts";
import { cancelRoute } from "#domain/gold/api.ts";
import { createLevelRoute } from "#domain/levels/api.ts";
import { LIMITS } from "#domain/limits.ts";
import { countRows, db, runSql, testEnv, unique } from "#tests/support/browser.ts";
import {
  advanceClock,
  createGoldMember,
  deliverEvents,
  type Payer,
  storedGoldUntil,
} from "#tests/support/payer.ts";
import { connectSocket } from "#tests/support/socket.ts";
import { awardAchievements, defineAchievements } from "#worker/achievements/award.ts";
import { payDailyCoins } from "#worker/daily/coins.ts";

/** Cancels the subscription and lets its month pass. */
async function lapse(subscriber: Payer): Promise<void> {
  await subscriber.call(cancelRoute);
  await advanceClock(subscriber, 32);
  await deliverEvents(subscriber);
}

const rowsOf = ({ id }: Payer, type: number) =>
  runSql<{ coins: number; xp: number }>`select coins, xp from transactions where user_id = ${id}
    and type_id = ${type} order by id`;

const setLevels = ({ id }: Payer, count: number) =>
  runSql`update users set levels_count = ${count} where id = ${id}`;

await defineAchievements(db);

describe("a benefit that ends with Gold", () => {
  test("is 25 coins a day", async () => {
    const subscriber = await createGoldMember();
    const now = Date.now();
    await payDailyCoins(testEnv, now);
    expect(await rowsOf(subscriber, 9)).toMatchObject([{ coins: 25 }]);
    await lapse(subscriber);
    await payDailyCoins(testEnv, now + 24 * 3_600_000);
    expect(await rowsOf(subscriber, 9)).toHaveLength(1);
  });

  test("is 25% more XP", async () => {
    const subscriber = await createGoldMember();
    const clear = async (count: number) => {
      await runSql`update users set clears_count = ${count} where id = ${subscriber.id}`;
      await awardAchievements(testEnv);
    };
    await clear(10);
    expect((await rowsOf(subscriber, 12)).map(({ xp }) => xp)).toEqual([31, 62]);
    await lapse(subscriber);
    await clear(50);
    // The third one brings an item, in a row without XP.
    expect((await rowsOf(subscriber, 12)).map(({ xp }) => xp).filter(Boolean)).toEqual([31, 62, 150]);
  });

  test("is a limit of 250 levels; those above 100 stay, and new ones are rejected", async () => {
    const { member: plain, gold } = LIMITS.levelsPerUser;
    const subscriber = await createGoldMember();
    const make = () => subscriber.call(createLevelRoute, { title: `Level ${unique()}` });
    await setLevels(subscriber, plain);
    expect((await make()).status).toBe(201);
    await setLevels(subscriber, gold);
    expect((await make()).body).toMatchObject({ code: "level_limit" });
    await lapse(subscriber);
    await setLevels(subscriber, plain + 1);
    const { status, body } = await make();
    expect([status, body]).toEqual([
      422,
      {
        code: "level_limit",
        message: "You've reached your level limit. Delete one, or get Gold for more.",
      },
    ]);
    expect(await countRows("levels", sql`user_id = ${subscriber.id}`)).toBe(1);
    await setLevels(subscriber, plain - 1);
    expect((await make()).status).toBe(201);
  });

  test("is the badge, which open pages are notified about", async () => {
    const subscriber = await createGoldMember();
    const hasGold = async () =>
      ((await subscriber.call(sessionRoute)).body.user as { has_gold: boolean }).has_gold;
    expect(await hasGold()).toBe(true);
    const page = await connectSocket(subscriber);
    await lapse(subscriber);
    await page.one("GoldChanged", ({ has_gold }) => !has_gold);
    expect(await hasGold()).toBe(false);
    expect(await storedGoldUntil(subscriber)).toBeNull();
  });
});
