import { registerRoute } from "#domain/auth/sign-in/api.ts";
import { avatarRoute } from "#domain/avatar/api.ts";
import { coloredLook, encodeLook } from "#domain/avatar/bopi-look.ts";
import { DEFAULT_COLORS } from "#domain/avatar/colors.ts";
import { type StarterItem, starterItemsRoute } from "#domain/starter/api.ts";
import { STARTER_ITEMS, STARTER_KEYS } from "#domain/starter/starter-items.ts";
import { STARTER_SETS } from "#domain/starter/starter-sets.ts";
import { addUser, Browser, firstRow, runSql, type TestResponse, testEnv } from "#tests/support/browser.ts";
import { coinsOf, copiesOf } from "#tests/support/coins.ts";
import { expectCost } from "#tests/support/cost.ts";
import { recordRenderJobs } from "#tests/support/render-jobs.ts";
import { signUpInput } from "#tests/support/sign-up.ts";
import { addItem } from "#tests/support/world.ts";
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
    const admin = await firstRow<{ id: number }>`select min(id) as id from users where role = 'admin'`;
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
