import { sql } from "drizzle-orm";
import fc from "fast-check";
import { avatarRoute, updateAvatarRoute } from "#domain/avatar/api.ts";
import { inventoryHistoryRoute, inventoryRoute } from "#domain/inventory/api.ts";
import { itemRoute } from "#domain/items/api.ts";
import { netPrice } from "#domain/items/rules.ts";
import {
  listingsRoute,
  offerCopyRoute,
  ownersRoute,
  priceHistoryRoute,
  purchaseCopyRoute,
} from "#domain/shop/api.ts";
import { Browser, firstRow, runSql, type TestResponse, testEnv } from "#tests/support/browser.ts";
import { addLedgerRows, buy, coinsOf, copiesOf, userWithCoins } from "#tests/support/coins.ts";
import { expectCost } from "#tests/support/cost.ts";
import { forAllAsync } from "#tests/support/for-all.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";
import { addWearable } from "#tests/support/wearable.ts";
import { foldXp } from "#worker/ledger/fold-xp.ts";

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

test("offering a copy is for the owner, of a limited item that is sold out", async () => {
  const { id, owners, copies } = await soldOut();
  const [seller, other] = owners;
  const inventory = { id: copies[0], serial: 1, resale_price: 50 };
  expect((await offer(seller, copies[0], 50)).body).toMatchObject({ inventory });
  const resold = { is_resold: true, lowest_price: 50, listings_count: 1 };
  expect((await visitor.call(itemRoute, { id })).body.item).toMatchObject(resold);
  expect((await offer(other, copies[0], 1)).body.code).toBe("not_your_copy");
  for (const price of [0.5, 2e6, undefined]) expect((await offer(seller, copies[0], price)).status).toBe(422);
  for (const stock of [null, 2]) {
    const { id: plain } = await addWearable(maker.id, 1, { purchasable: "free", stock }, false);
    const copy = copyIn(await buy(other, plain, 0));
    expect((await offer(other, copy, 9)).body.code).toBe("not_resellable");
  }
});

test("offering a copy can be changed and withdrawn, and unequips the copy until it is withdrawn", async () => {
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
  const [, seller] = owners;
  const wear = () => seller.call(updateAvatarRoute, { hat1: id });
  expect((await wear()).status).toBe(200);
  await offer(seller, copies[1], 50);
  expect((await visitor.call(avatarRoute, { userId: seller.id })).body.hat1).toBeNull();
  expect(seller.jobs.filter(({ kind }) => kind === "avatar")).toHaveLength(2);
  expect((await wear()).status).toBe(422);
  await offer(seller, copies[1], 0);
  expect((await wear()).status).toBe(200);
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
    expect((await visitor.call(inventoryHistoryRoute, { id: copies[0] })).body.transactions).toMatchObject([
      { values: { user: buyer.username, seller: seller.username, coins: "55" } },
      { values: { user: seller.username, coins: "5" } },
    ]);
    const { body } = await visitor.call(priceHistoryRoute, { id });
    const day = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);
    expect(body.data).toMatchObject([{ day, count: 1, average: 55, lowest: 55, highest: 55 }]);
    expect((await visitor.call(ownersRoute, { id })).body).toMatchObject({
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

const unverified = { email_verified_at: null };
const setVerified = (user: TestUser, time: number | null) =>
  runSql`update users set email_verified_at = ${time} where id = ${user.id}`;
const shirtOf = async (maker: TestUser, price = 10) =>
  (await addWearable(maker.id, 4, { purchasable: price ? "onsale" : "free", price }, false)).id;

describe("an account without a verified email address", () => {
  test("buys official items, and no items of other people, free or not, until it has one", async () => {
    const maker = await signedInUser();
    const buyer = await userWithCoins(30, unverified);
    const { id: hat } = await addWearable(maker.id, 1, { purchasable: "onsale", price: 12 }, false);
    expect((await buy(buyer, hat, 12)).status).toBe(200);
    for (const price of [10, 0]) {
      const response = await buy(buyer, await shirtOf(maker, price), price);
      expect([response.status, response.body.code]).toEqual([403, "email_unverified"]);
      expect(response.body.message).toContain("Verify your email");
    }
    expect(await coinsOf(buyer.id)).toBe(18);
    expect(await coinsOf(maker.id)).toBe(0);
    await setVerified(buyer, 1);
    expect((await buy(buyer, await shirtOf(maker), 10)).status).toBe(200);
  });

  test("sells nothing to other people", async () => {
    const maker = await signedInUser(unverified);
    const buyer = await userWithCoins(30);
    const id = await shirtOf(maker);
    expect((await buyer.call(itemRoute, { id })).body.item).toMatchObject({ is_purchasable: false });
    expect((await buy(buyer, id, 10)).body.code).toBe("not_for_sale");
    await setVerified(maker, 1);
    expect((await buy(buyer, id, 10)).status).toBe(200);
  });

  test("neither buys nor offers a copy, and its offers aren't listed", async () => {
    const { id, owners, copies } = await soldOut(1);
    const [seller, copy] = [owners[0], copies[0]];
    await offer(seller, copy, 5);
    const buyer = await userWithCoins(9, unverified);
    expect((await take(buyer, copy, 5)).body.code).toBe("email_unverified");
    await setVerified(seller, null);
    await setVerified(buyer, 1);
    expect((await take(buyer, copy, 5)).body.code).toBe("not_for_sale");
    expect((await buyer.call(listingsRoute, { id })).body.data).toEqual([]);
    expect((await offer(seller, copy, 7)).body.code).toBe("email_unverified");
    expect((await offer(seller, copy, 0)).status).toBe(200);
  });
});

const PEOPLE = 4;
const COINS = 60;
const STOCK = 2;

/** One attempt: buy an item, offer a copy of it, buy someone's offered copy, or clear levels long ago, which the schedule folds. */
const attempt = fc.record({
  member: fc.nat(PEOPLE - 1),
  item: fc.nat(1),
  action: fc.constantFrom("buy" as const, "offer" as const, "take" as const, "fold" as const),
  seller: fc.nat(PEOPLE - 1),
  price: fc.integer({ min: 0, max: 40 }),
});

const copyOf = (user: number, item: number) =>
  firstRow<{ id: number; resale_price: number | null }>`select id, resale_price from inventory
    where user_id = ${user} and item_id = ${item}`;

/** Pairs of concurrent attempts in any order: the final state must match the responses. */
test("serial numbers have no gaps and coins only move or are taxed under concurrent trading", async () => {
  await forAllAsync(25, fc.array(fc.tuple(attempt, attempt), { maxLength: 10 }), async (rounds) => {
    const maker = await signedInUser();
    const people = await Promise.all(Array.from({ length: PEOPLE }, () => userWithCoins(COINS)));
    const plain = await addWearable(maker.id, 4, { purchasable: "onsale", price: 10 }, false);
    const limited = await addWearable(maker.id, 1, { purchasable: "onsale", price: 10, stock: STOCK }, false);
    const items = [plain.id, limited.id];
    const xp = people.map(() => 0);
    let destroyed = 0;
    const run = async ({ member, item, action, seller, price }: (typeof rounds)[0][0]) => {
      const me = people[member] as TestUser;
      const id = items[item] as number;
      if (action === "fold") {
        await addLedgerRows(
          me.id,
          [1, 2].map((more) => ({ type_id: 6, source_type: "level", xp: more })),
        );
        xp[member] = (xp[member] ?? 0) + 3;
        return foldXp(testEnv, Date.now());
      }
      if (action === "buy") {
        const { status } = await buy(me, id, 10);
        // The site gets the coins for an official hat, so they are destroyed.
        if (status === 200) destroyed += item === 0 ? 10 - netPrice(10) : 10;
        return;
      }
      const copy = await copyOf((action === "offer" ? me : (people[seller] as TestUser)).id, id);
      if (!copy) return;
      const params = { id: copy.id };
      if (action === "offer") await me.call(offerCopyRoute, { ...params, price });
      else if (copy.resale_price) {
        const input = { price: copy.resale_price };
        const { status } = await me.call(purchaseCopyRoute, { ...params, ...input });
        if (status === 200) destroyed += copy.resale_price - netPrice(copy.resale_price);
      }
    };
    for (const [one, other] of rounds) await Promise.all([run(one), run(other)]);
    const coins = await Promise.all([maker, ...people].map(({ id }) => coinsOf(id)));
    expect(coins.reduce((sum, each) => sum + each, 0)).toBe(PEOPLE * COINS - destroyed);
    const balances = sql.join(
      people.map(({ id }) => sql`${id}`),
      sql`, `,
    );
    expect(
      await runSql`select u.xp, (select coalesce(sum(xp), 0) from transactions
          where user_id = u.id) as ledger,
          (select coalesce(sum(xp), 0) from transaction_totals where user_id = u.id and incoming = 1) as totals
          from users u where id in (${balances}) order by id`,
    ).toEqual(xp.map((sum) => ({ xp: sum, ledger: sum, totals: sum })));
    for (const id of items) {
      const { copies, sold } = await copiesOf(id);
      expect(copies.map(({ serial }) => serial)).toEqual(Array.from({ length: sold ?? 0 }, (_, i) => i + 1));
      expect(new Set(copies.map(({ user_id }) => user_id)).size).toBe(copies.length);
    }
    expect((await copiesOf(limited.id)).copies.length).toBeLessThanOrEqual(STOCK);
  });
}, 120_000);
