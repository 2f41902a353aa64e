import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { statement } from "#db/client.ts";
import { sessionRoute } from "#domain/auth/api.ts";
import { cancelRoute } from "#domain/billing/api.ts";
import { createLevelRoute } from "#domain/levels/api.ts";
import { LIMITS } from "#domain/limits.ts";
import { deliverAll, goldOf, member, type Payer, wait } from "#tests/support/billing.ts";
import { countRows, db, testEnv, unique } from "#tests/support/browser.ts";
import { listen } from "#tests/support/socket.ts";
import { awardAchievements } from "#worker/achievements/award.ts";
import { defineAchievements } from "#worker/achievements/define.ts";
import { payDailyCoins } from "#worker/daily/coins.ts";

/** The subscription is canceled and its month goes by. */
async function lapse(who: Payer): Promise<void> {
  await who.browser.call(cancelRoute);
  await wait(who, 32);
  await deliverAll(who);
}

const rowsOf = ({ id }: Payer, type: number) =>
  db.all(
    statement<{ coins: number; xp: number }>(
      sql`select coins, xp from transactions where user_id = ${id} and type_id = ${type} order by id`,
    ),
  );

const setLevels = ({ id }: Payer, count: number) =>
  db.all(statement(sql`update users set levels_count = ${count} where id = ${id}`));

beforeAll(() => defineAchievements(db));

describe("what Gold brings ends when it ends", () => {
  test("25 coins a day", async () => {
    const who = await member();
    const now = Date.now();
    await payDailyCoins(testEnv, now);
    expect(await rowsOf(who, 9)).toMatchObject([{ coins: 25 }]);
    await lapse(who);
    await payDailyCoins(testEnv, now + 24 * 3_600_000);
    expect(await rowsOf(who, 9)).toHaveLength(1);
  });

  test("a quarter more XP", async () => {
    const who = await member();
    const clear = async (count: number) => {
      await db.all(statement(sql`update users set clears_count = ${count} where id = ${who.id}`));
      await awardAchievements(testEnv);
    };
    await clear(10);
    expect((await rowsOf(who, 12)).map(({ xp }) => xp)).toEqual([31, 62]);
    await lapse(who);
    await clear(50);
    // With the third comes an item, in a row without XP.
    expect((await rowsOf(who, 12)).map(({ xp }) => xp).filter(Boolean)).toEqual([31, 62, 150]);
  });

  test("room for 250 levels: those beyond a hundred stay, new ones are refused", async () => {
    const { member: plain, gold } = LIMITS.levelsPerUser;
    const who = await member();
    const make = () => who.browser.call(createLevelRoute, { input: { title: `Level ${unique()}` } });
    await setLevels(who, plain);
    expect((await make()).status).toBe(201);
    await setLevels(who, gold);
    expect((await make()).body).toMatchObject({ code: "level_limit" });
    await lapse(who);
    await setLevels(who, plain + 1);
    const { status, body } = await make();
    expect([status, body]).toEqual([
      422,
      {
        code: "level_limit",
        message: "You have made as many levels as your account allows. Delete one, or get Gold for more.",
      },
    ]);
    expect(await countRows("levels", sql`user_id = ${who.id}`)).toBe(1);
    await setLevels(who, plain - 1);
    expect((await make()).status).toBe(201);
  });

  test("the sign beside the name, which open pages are told of", async () => {
    const who = await member();
    const hasGold = async () =>
      ((await who.browser.call(sessionRoute)).body.user as { has_gold: boolean }).has_gold;
    expect(await hasGold()).toBe(true);
    const page = await listen(who);
    await lapse(who);
    await page.one("GoldChanged", ({ has_gold }) => !has_gold);
    expect(await hasGold()).toBe(false);
    expect(await goldOf(who)).toBeNull();
    page.close();
  });
});
