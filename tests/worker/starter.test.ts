import fc from "fast-check";
import { sessionRoute } from "#domain/auth/api.ts";
import { registerRoute } from "#domain/auth/sign-in/api.ts";
import { avatarRoute, updateAvatarRoute } from "#domain/avatar/api.ts";
import { coloredLook, encodeLook } from "#domain/avatar/bopi-look.ts";
import { DEFAULT_COLORS } from "#domain/avatar/colors.ts";
import { createCommentRoute } from "#domain/comments/api.ts";
import { STAMP_COINS, STAMPS, type Stamp } from "#domain/first-night/stamps.ts";
import { createThreadRoute } from "#domain/forums/api.ts";
import { favoriteItemRoute } from "#domain/items/api.ts";
import { visitRoute } from "#domain/runs/api.ts";
import { type StarterItem, starterItemsRoute } from "#domain/starter/api.ts";
import { STARTER_ITEMS, STARTER_KEYS } from "#domain/starter/starter-items.ts";
import { STARTER_SETS } from "#domain/starter/starter-sets.ts";
import { addUser, Browser, runSql, type TestResponse, testEnv, unique } from "#tests/support/browser.ts";
import { BUDDY_ROUTES } from "#tests/support/buddies.ts";
import { coinsOf, copiesOf } from "#tests/support/coins.ts";
import { expectCost } from "#tests/support/cost.ts";
import { forAllAsync } from "#tests/support/for-all.ts";
import { recordRenderJobs } from "#tests/support/render-jobs.ts";
import { signUpInput } from "#tests/support/sign-up.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";
import { addItem, addLevel } from "#tests/support/world.ts";
import { awardAchievements } from "#worker/achievements/award.ts";
import { addStarterItems } from "#worker/starter/add-starter-items.ts";

/** The build's static files; every starter file has these bytes. */
const withStarterFiles = (status = 200): Env => ({
  ...testEnv,
  ASSETS: { fetch: async () => new Response("bytes", { status }) } as unknown as Fetcher,
});
const starterRows = () =>
  runSql<{ starter: string; user_id: number; purchasable: string; uuid: string }>`select starter, user_id,
    purchasable, uuid from items where starter is not null order by id`;
const listStarters = async () => (await (await Browser.visitor()).output(starterItemsRoute)).data;
const idOf = async (key: string) => (await listStarters()).find(({ starter }) => starter === key)?.id ?? 0;

async function signUp(fields: Record<string, unknown>): Promise<TestResponse> {
  const browser = await Browser.visitor();
  recordRenderJobs(browser);
  return browser.call(registerRoute, signUpInput(fields));
}
const userOf = (response: TestResponse) => response.body.user as { id: number; coins: number };
const ownedBy = async (userId: number) => {
  const rows = await runSql<{ item_id: number }>`select item_id from inventory where user_id = ${userId}
    order by item_id`;
  return rows.map(({ item_id }) => item_id);
};
const equippedOn = async ({ id }: { id: number }) =>
  (await Browser.visitor()).output(avatarRoute, { userId: id });

describe("the starter items of a new site", () => {
  test("are missing without an admin, and sign-up with a set works all the same", async () => {
    await addStarterItems(withStarterFiles(), 1);
    expect(await starterRows()).toEqual([]);
    const response = await signUp({ starter_set: "sunny" });
    expect(response.status).toBe(201);
    expect(await ownedBy(userOf(response).id)).toEqual([]);
  });

  test("fail to be added without their files, and leave nothing behind", async () => {
    await addUser({ role: "admin" });
    await expect(addStarterItems(withStarterFiles(404), 1)).rejects.toThrow("no starter file");
    expect(await starterRows()).toEqual([]);
  });

  test("are added once as free items of the first admin, also by two runs at once", async () => {
    await Promise.all([addStarterItems(withStarterFiles(), 1), addStarterItems(withStarterFiles(), 1)]);
    await addStarterItems(withStarterFiles(), 2);
    const rows = await starterRows();
    expect(rows.map(({ starter }) => starter).toSorted()).toEqual([...STARTER_KEYS].toSorted());
    const [admin] = await runSql<{ id: number }>`select min(id) as id from users where role = 'admin'`;
    for (const { user_id, purchasable, uuid, starter } of rows) {
      expect({ user_id, purchasable }).toEqual({ user_id: admin?.id, purchasable: "free" });
      expect(await testEnv.BUCKET.head(`${uuid}.png`)).not.toBeNull();
      const hasModel = STARTER_ITEMS[starter as keyof typeof STARTER_ITEMS].type_id <= 2;
      expect((await testEnv.BUCKET.head(`${uuid}.mesh`)) !== null).toBe(hasModel);
    }
    expect(await ownedBy(admin?.id ?? 0)).toHaveLength(STARTER_KEYS.length);
  });

  test("are listed in one round trip, without those that staff withdrew", async () => {
    const response = await (await Browser.visitor()).call(starterItemsRoute);
    expect((response.body.data as StarterItem[]).map(({ starter }) => starter)).toEqual(STARTER_KEYS);
    expectCost(response, { roundTrips: 1, read: 30 });
  });
});

describe("sign-up", () => {
  beforeAll(async () => {
    await addUser({ role: "admin" });
    await addStarterItems(withStarterFiles(), 1);
  });

  test("gives the chosen set, dresses the bopi in it and pays the first stamp", async () => {
    const response = await signUp({ starter_set: "sunny" });
    expect(response.status).toBe(201);
    const user = userOf(response);
    expect(response.body.user).toMatchObject({ coins: 5, first_night: ["dress"] });
    const ids = await Promise.all(STARTER_SETS.sunny.map(idOf));
    expect(await ownedBy(user.id)).toEqual([...ids].toSorted((a, b) => a - b));
    const avatar = await equippedOn(user);
    expect(avatar).toMatchObject({ hat1: { id: ids[0] }, shirt: { id: ids[1] }, shoes: { id: ids[2] } });
    expect(await coinsOf(user.id)).toBe(5);
  });

  test("gives copies that are numbered without gaps", async () => {
    const id = await idOf("sunny-side-up");
    const before = await copiesOf(id);
    await Promise.all(Array.from({ length: 4 }, () => signUp({ starter_set: "sunny" })));
    const { copies, sold } = await copiesOf(id);
    expect(sold).toBe((before.sold ?? 0) + 4);
    const serials = copies.flatMap(({ serial }) => serial ?? []);
    expect(serials).toEqual(Array.from({ length: sold ?? 0 }, (_, i) => i + 1));
  });

  test("keeps a look's colors and starter items, and no others", async () => {
    const [hat, shirt] = [await idOf("parked-saucer"), await idOf("fan-tee")];
    const stranger = await addItem((await addUser()).id);
    const colors = { ...DEFAULT_COLORS, head: "FF0000" };
    const look = encodeLook({
      colors,
      // A shirt in the face's slot and an item that isn't a starter item are left out.
      items: { ...coloredLook(colors).items, hat1: hat, hat2: stranger, shirt, face: shirt, toy: 987_654 },
    });
    const response = await signUp({ look, starter_set: "sunny" });
    const user = userOf(response);
    expect(await ownedBy(user.id)).toEqual([hat, shirt].toSorted((a, b) => a - b));
    const equipped = { head_color: "FF0000", hat1: { id: hat }, shirt: { id: shirt } };
    expect(await equippedOn(user)).toMatchObject({ ...equipped, hat2: null, face: null, toy: null });
    expect(response.body.user).toMatchObject({ first_night: ["dress"] });
  });

  test("without a set or a look starts with the default bopi", async () => {
    const response = await signUp({});
    expect(response.body.user).toMatchObject({ first_night: [], coins: 0 });
    expect(await ownedBy(userOf(response).id)).toEqual([]);
  });

  test("gives nothing that staff have priced, withdrawn or hidden", async () => {
    await runSql`update items set purchasable = 'onsale', price = 10 where starter = 'whisker-business'`;
    await runSql`update items set state = 'hidden' where starter = 'duck-slippers'`;
    const response = await signUp({ starter_set: "whiskers" });
    expect(await ownedBy(userOf(response).id)).toEqual([await idOf("candy-camouflage")]);
  });
});

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

  test("isn't earned by an action that fails, and adds no round trip to saving a bopi", async () => {
    const user = await newcomer();
    expect((await user.call(updateAvatarRoute, { hat1: 999_999 })).status).toBe(422);
    expect(await stampsOf(user)).toEqual([]);
    expectCost(await user.call(updateAvatarRoute, { head_color: "00ff00" }), { roundTrips: 2 });
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
});
