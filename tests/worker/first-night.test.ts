import fc from "fast-check";
import { sessionRoute } from "#domain/auth/api.ts";
import { registerRoute } from "#domain/auth/sign-in/api.ts";
import { updateAvatarRoute } from "#domain/avatar/api.ts";
import { createCommentRoute } from "#domain/comments/api.ts";
import { STAMP_COINS, STAMPS, type Stamp } from "#domain/first-night/stamps.ts";
import { createThreadRoute } from "#domain/forums/api.ts";
import { favoriteItemRoute } from "#domain/items/api.ts";
import { visitRoute } from "#domain/runs/api.ts";
import { Browser, runSql, testEnv, unique } from "#tests/support/browser.ts";
import { BUDDY_ROUTES } from "#tests/support/buddies.ts";
import { coinsOf } from "#tests/support/coins.ts";
import { expectCost } from "#tests/support/cost.ts";
import { forAllAsync } from "#tests/support/for-all.ts";
import { signUpInput } from "#tests/support/sign-up.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";
import { addItem, addLevel } from "#tests/support/world.ts";
import { awardAchievements } from "#worker/achievements/award.ts";

const other = await signedInUser();
const level = await addLevel(other.id);

const newcomer = () => signedInUser({ first_night: 0 });
const stampsOf = async (user: TestUser) =>
  ((await user.call(sessionRoute)).body.user as { first_night: Stamp[] | null }).first_night;
const paidStamps = async (user: TestUser) =>
  (
    await runSql<{ key: string; coins: number; type_id: number }>`select key, coins, type_id from transactions
      where user_id = ${user.id} and key like 'first-night:%' order by id`
  ).map(({ key, coins, type_id }) => {
    expect({ coins, type_id }).toEqual({ coins: STAMP_COINS, type_id: 9 });
    return key.split(":")[1];
  });

/** Each stamp's actions. */
const ACTIONS: Record<Stamp, Record<string, (user: TestUser) => Promise<{ status: number }>>> = {
  dress: { "saving the bopi": (user) => user.call(updateAvatarRoute, { head_color: "ff0000" }) },
  play: { "playing a level": (user) => user.call(visitRoute, { id: level, seconds: 0 }) },
  rate: {
    "favoriting an item": async (user) => user.call(favoriteItemRoute, { id: await addItem(other.id) }),
  },
  write: {
    "commenting on a level": (user) =>
      user.call(createCommentRoute, { type: "level", id: level, body: `Hi ${unique()}` }),
    "commenting on a profile": (user) =>
      user.call(createCommentRoute, { type: "user", id: other.id, body: `Hello ${unique()}` }),
    "starting a thread": (user) =>
      user.call(createThreadRoute, { subforum: 1, title: `Title ${unique()}`, body: `Text ${unique()}` }),
  },
  buddy: {
    "sending a buddy request": async (user) =>
      user.call(BUDDY_ROUTES.request, { username: (await signedInUser()).username }),
    "accepting a buddy request": async (user) => {
      const from = await signedInUser();
      await from.call(BUDDY_ROUTES.request, { username: user.username });
      return user.call(BUDDY_ROUTES.accept, { username: from.username });
    },
  },
};

describe("a first-night stamp", () => {
  for (const stamp of STAMPS)
    for (const [name, run] of Object.entries(ACTIONS[stamp]))
      test(`'${stamp}' is earned and paid once by ${name}`, async () => {
        const user = await newcomer();
        expect(await stampsOf(user)).toEqual([]);
        expect((await run(user)).status).toBeLessThan(300);
        expect(await stampsOf(user)).toEqual([stamp]);
        expect(await paidStamps(user)).toEqual([stamp]);
        const coins = await coinsOf(user.id);
        await run(user);
        await awardAchievements(testEnv);
        expect(await paidStamps(user)).toEqual([stamp]);
        expect(await coinsOf(user.id)).toBe(coins);
      });

  test("isn't given to accounts older than the board", async () => {
    const user = await signedInUser();
    for (const run of Object.values(ACTIONS).flatMap((actions) => Object.values(actions))) await run(user);
    expect(await stampsOf(user)).toBeNull();
    expect(await paidStamps(user)).toEqual([]);
  });

  test("isn't earned by an action that fails", async () => {
    const user = await newcomer();
    expect((await user.call(updateAvatarRoute, { hat1: 999_999 })).status).toBe(422);
    expect(await stampsOf(user)).toEqual([]);
  });

  test("is paid later if the process ends between the action and the payment", async () => {
    const user = await newcomer();
    await runSql`insert into favorites (user_id, target_type, target_id, created_at)
        values (${user.id}, 'level', ${level}, 1)`;
    expect(await paidStamps(user)).toEqual([]);
    await awardAchievements(testEnv);
    expect(await paidStamps(user)).toEqual(["rate"]);
  });

  test("is paid once under any order of repeated and concurrent actions and payments", async () => {
    const some = fc.array(fc.constantFrom(...STAMPS), { minLength: 1, maxLength: 3 });
    await forAllAsync(12, fc.array(some, { maxLength: 4 }), async (rounds) => {
      const user = await newcomer();
      for (const round of rounds)
        await Promise.all([
          awardAchievements(testEnv),
          ...round.map((stamp) => Object.values(ACTIONS[stamp])[0]?.(user)),
          awardAchievements(testEnv),
        ]);
      await awardAchievements(testEnv);
      const expected = STAMPS.filter((stamp) => rounds.flat().includes(stamp));
      expect((await paidStamps(user)).toSorted()).toEqual([...expected].toSorted());
      expect(await stampsOf(user)).toEqual(expected);
      expect(await coinsOf(user.id)).toBeGreaterThanOrEqual(STAMP_COINS * expected.length);
    });
  });

  test("adds no round trip to saving a bopi", async () => {
    const user = await newcomer();
    expectCost(await user.call(updateAvatarRoute, { head_color: "00ff00" }), { roundTrips: 2 });
  });
});

test("a new account starts its first night without stamps", async () => {
  const browser = await Browser.visitor();
  const { status, body } = await browser.call(registerRoute, signUpInput());
  expect(status).toBe(201);
  expect(body.user).toMatchObject({ first_night: [], coins: 0 });
});
