import { avatarRoute, updateAvatarRoute } from "#domain/avatar/api.ts";
import { inventoryHistoryRoute, inventoryRoute } from "#domain/inventory/api.ts";
import { itemRoute } from "#domain/items/api.ts";
import {
  listingsRoute,
  offerCopyRoute,
  ownersRoute,
  priceHistoryRoute,
  purchaseCopyRoute,
} from "#domain/shop/api.ts";
import { Browser, runSql, type TestResponse } from "#tests/support/browser.ts";
import { buy, coinsOf, copiesOf, userWithCoins } from "#tests/support/coins.ts";
import { expectCost } from "#tests/support/cost.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";
import { addWearable } from "#tests/support/wearable.ts";

const maker = await signedInUser({ role: "admin" });
const visitor = await Browser.visitor();

const offer = (user: TestUser, id: number, price: unknown) => user.call(offerCopyRoute, { id, price });
const take = (user: TestUser, id: number, price: number, client_id?: string) =>
  user.call(purchaseCopyRoute, { id, price, ...(client_id && { client_id }) });

const copyIn = ({ body }: TestResponse) => (body.inventory as { id: number }).id;

/** A sold-out limited hat with its owners and their copies. */
async function soldOut(stock = 2, price = 5) {
  const { id } = await addWearable(maker.id, 1, { purchasable: "onsale", price, stock }, false);
  const owners = await Promise.all(Array.from({ length: stock }, () => userWithCoins(price)));
  const copies: number[] = [];
  for (const owner of owners) copies.push(copyIn(await buy(owner, id, price)));
  return { id, owners, copies } as { id: number; owners: [TestUser, TestUser]; copies: [number, number] };
}

const listings = async (id: number) => (await visitor.call(listingsRoute, { id })).body;

describe("offering a copy", () => {
  test("is for the owner, of a limited item that is sold out", async () => {
    const { id, owners, copies } = await soldOut();
    const [seller, other] = owners;
    const inventory = { id: copies[0], serial: 1, resale_price: 50 };
    expect((await offer(seller, copies[0], 50)).body).toMatchObject({ inventory });
    const resold = { is_resold: true, lowest_price: 50, listings_count: 1 };
    expect((await visitor.call(itemRoute, { id })).body.item).toMatchObject(resold);
    expect((await offer(other, copies[0], 1)).body.code).toBe("not_your_copy");
    for (const price of [0.5, 2e6, undefined])
      expect((await offer(seller, copies[0], price)).status).toBe(422);
    for (const stock of [null, 2]) {
      const { id: plain } = await addWearable(maker.id, 1, { purchasable: "free", stock }, false);
      const copy = copyIn(await buy(other, plain, 0));
      expect((await offer(other, copy, 9)).body.code).toBe("not_resellable");
    }
  });

  test("can be changed and withdrawn", async () => {
    const { id, owners, copies } = await soldOut();
    await offer(owners[0], copies[0], 50);
    await offer(owners[0], copies[0], 40);
    await offer(owners[1], copies[1], 30);
    expect((await listings(id)).data).toMatchObject([
      { id: copies[1], serial: 2, price: 30, user: { id: owners[1].id } },
      { id: copies[0], serial: 1, price: 40 },
    ]);
    expect((await offer(owners[1], copies[1], 0)).body).toMatchObject({ inventory: { resale_price: null } });
    expect(await listings(id)).toMatchObject({ data: [{ id: copies[0] }], meta: { total: 1 } });
  });

  test("unequips it until the offer is withdrawn", async () => {
    const { id, owners, copies } = await soldOut();
    const [seller] = owners;
    const wear = () => seller.call(updateAvatarRoute, { hat1: id });
    expect((await wear()).status).toBe(200);
    await offer(seller, copies[0], 50);
    const { body } = await visitor.call(avatarRoute, { userId: seller.id });
    expect(body.hat1).toBeNull();
    expect(seller.jobs.filter(({ kind }) => kind === "avatar")).toHaveLength(2);
    expect((await wear()).status).toBe(422);
    await offer(seller, copies[0], 0);
    expect((await wear()).status).toBe(200);
  });
});

describe("buying a copy", () => {
  test("moves coins and copy at once: the serial number stays, both histories show it, 30% is tax", async () => {
    const { id, owners, copies } = await soldOut();
    const [seller] = owners;
    const buyer = await userWithCoins(100);
    await offer(seller, copies[0], 55);
    const response = await take(buyer, copies[0], 55);
    expectCost(response, { roundTrips: 2, read: 70, written: 25 });
    const bought = { id: copies[0], serial: 1, resale_price: null };
    expect([response.status, response.body]).toMatchObject([200, { coins: 45, inventory: bought }]);
    expect([await coinsOf(buyer.id), await coinsOf(seller.id)]).toEqual([45, 39]);
    expect((await copiesOf(id)).copies).toEqual([
      { user_id: buyer.id, serial: 1 },
      { user_id: owners[1].id, serial: 2 },
    ]);
    const inventory = async (user: TestUser) =>
      (await visitor.call(inventoryRoute, { username: user.username })).body.meta;
    expect(await inventory(seller)).toMatchObject({ total: 0 });
    expect(await inventory(buyer)).toMatchObject({ total: 1 });
    const history = await visitor.call(inventoryHistoryRoute, { id: copies[0] });
    expect(history.body.transactions).toMatchObject([
      { values: { user: buyer.username, seller: seller.username, coins: "55" } },
      { values: { user: seller.username, coins: "5" } },
    ]);
    const { body } = await visitor.call(priceHistoryRoute, { id });
    expect(body.data).toMatchObject([{ count: 1, average: 55, lowest: 55, highest: 55 }]);
    const owned = await visitor.call(ownersRoute, { id });
    expect(owned.body).toMatchObject({
      data: [
        { serial: 1, user: { id: buyer.id }, look: "d" },
        { serial: 2, user: { id: owners[1].id }, look: "d" },
      ],
      meta: { total: 2 },
    });
  });

  test("is rejected with its reason, and the copy stays with its owner", async () => {
    const { id, owners, copies } = await soldOut();
    const [seller, other] = owners;
    const poor = await userWithCoins(10);
    expect((await take(poor, copies[0], 5)).body.code).toBe("not_for_sale");
    await offer(seller, copies[0], 20);
    expect((await take(poor, copies[0], 20)).body.code).toBe("too_few_coins");
    expect((await take(poor, copies[0], 10)).body.code).toBe("price_changed");
    expect((await take(seller, copies[0], 20)).body.code).toBe("already_owned");
    expect((await take(other, copies[0], 20)).body.code).toBe("already_owned");
    const rich = await userWithCoins(100);
    await runSql`update users set banned_at = 1, ban_reason = 'x' where id = ${seller.id}`;
    expect((await take(rich, copies[0], 20)).body.code).toBe("not_for_sale");
    expect((await listings(id)).data).toEqual([]);
    expect(await coinsOf(rich.id)).toBe(100);
  });

  test("twenty times at once sells it once, and a retry gets its own purchase", async () => {
    const { owners, copies } = await soldOut();
    await offer(owners[0], copies[0], 10);
    const buyers = await Promise.all(Array.from({ length: 20 }, () => userWithCoins(10)));
    const client_id = "one-and-the-same";
    const responses = await Promise.all(
      buyers.flatMap((user) => [take(user, copies[0], 10, client_id), take(user, copies[0], 10, client_id)]),
    );
    const winners = responses.filter(({ status }) => status === 200);
    expect(winners.map(copyIn)).toEqual([copies[0], copies[0]]);
    const left = await Promise.all(buyers.map(({ id }) => coinsOf(id)));
    expect(left.sort((a, b) => a - b)).toEqual([0, ...Array(19).fill(10)]);
    expect(await coinsOf(owners[0].id)).toBe(7);
  });

  test("while its offer is withdrawn does only one of the two", async () => {
    for (let round = 0; round < 5; round++) {
      const { owners, copies } = await soldOut();
      await offer(owners[0], copies[0], 10);
      const buyer = await userWithCoins(10);
      const [bought, back] = await Promise.all([take(buyer, copies[0], 10), offer(owners[0], copies[0], 0)]);
      const coins = [await coinsOf(buyer.id), await coinsOf(owners[0].id)];
      expect(coins).toEqual(bought.status === 200 ? [0, 7] : [10, 0]);
      expect([bought.status, back.status].includes(200)).toBe(true);
    }
  });
});
