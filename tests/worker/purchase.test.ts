import { type SQL, sql } from "drizzle-orm";
import { inventoryHistoryRoute, inventoryRoute } from "#domain/inventory/api.ts";
import { itemRoute } from "#domain/items/api.ts";
import { monthOf } from "#domain/items/rules.ts";
import { notificationListRoute } from "#domain/notifications/api.ts";
import { purchaseItemRoute } from "#domain/shop/api.ts";
import { addUser, db, runSql, unique } from "#tests/support/browser.ts";
import { buy, coinsOf, copiesOf, ledgerRowsOf, userWithCoins } from "#tests/support/coins.ts";
import { expectCost } from "#tests/support/cost.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import { addWearable, giveItem } from "#tests/support/wearable.ts";
import { offerQuery, saleQuery, sellCopyStatements, sellItemStatements } from "#worker/shop/purchase.ts";

const DAY = 24 * 60 * 60 * 1000;

const maker = await signedInUser();

const shirt = async (fields = {}) =>
  (await addWearable(maker.id, 4, { purchasable: "onsale", price: 10, ...fields }, false)).id;
const client = () => `client-${crypto.randomUUID()}`;

test("a purchase takes the price, numbers the copy and pays the maker the price less 30%", async () => {
  const buyer = await userWithCoins(50);
  const id = await shirt({ price: 15 });
  const response = await buy(buyer, id, 15);
  expectCost(response, { roundTrips: 2, read: 63, written: 26 });
  expect(response.body).toMatchObject({ coins: 35, inventory: { serial: 1, item: { id } } });
  expect(await coinsOf(buyer.id)).toBe(35);
  const copies = `[[${id},1]]`;
  expect(await ledgerRowsOf(id)).toEqual([
    { user_id: buyer.id, source_type: "item", source_id: id, coins: -15, copies },
    { user_id: maker.id, source_type: "user", source_id: buyer.id, coins: 11, copies },
  ]);
  const second = await userWithCoins(15);
  expect((await buy(second, id, 15)).body).toMatchObject({ coins: 0, inventory: { serial: 2 } });
  const item = { owned: true, copy: { serial: 1 }, sales_count: 2 };
  expect((await buyer.call(itemRoute, { id })).body).toMatchObject({ item });
});

test("a purchase appears in the inventory and the copy's history, and notifies the maker once", async () => {
  const seller = await signedInUser();
  const { id } = await addWearable(seller.id, 4, { purchasable: "onsale", price: 10 }, false);
  const buyer = await userWithCoins(10);
  await buy(buyer, id, 10);
  const { body } = await buyer.call(inventoryRoute, { username: buyer.username });
  const [entry] = body.data as { id: number; serial: number }[];
  expect(entry?.serial).toBe(1);
  const history = await buyer.call(inventoryHistoryRoute, { id: entry?.id ?? 0 });
  expect(history.body.transactions).toMatchObject([
    { transaction_type: { id: 1 }, values: { user: buyer.username, coins: "10" } },
  ]);
  const notice = { type: "sale", url: `/items/${id}`, actors: [{ id: buyer.id }] };
  const notices = await seller.call(notificationListRoute, {});
  expect(notices.body).toMatchObject({ unread_count: 1, data: [notice] });
});

test("a purchase of an official item pays no one, and a free item costs nothing", async () => {
  const buyer = await userWithCoins(20);
  const { id: hat } = await addWearable(maker.id, 1, { purchasable: "onsale", price: 12 }, false);
  const before = await coinsOf(maker.id);
  expect((await buy(buyer, hat, 12)).body.coins).toBe(8);
  const free = await shirt({ purchasable: "free", price: 0 });
  expect((await buy(buyer, free, 0)).body).toMatchObject({ coins: 8, inventory: { serial: 1 } });
  expect(await coinsOf(maker.id)).toBe(before);
  // Of a single coin there is no tax.
  expect((await buy(buyer, await shirt({ price: 1 }), 1)).body.coins).toBe(7);
  expect(await coinsOf(maker.id)).toBe(before + 1);
});

test("a purchase is rejected with its reason and writes nothing", async () => {
  const buyer = await userWithCoins(9);
  const outcomeOf = async (id: number, price: number, user = buyer) => {
    const before = await ledgerRowsOf(id);
    const { status, body } = await buy(user, id, price);
    expect(await ledgerRowsOf(id)).toEqual(before);
    return [status, body.code];
  };
  expect(await outcomeOf(await shirt(), 10)).toEqual([422, "too_few_coins"]);
  const offsale = await shirt({ purchasable: "offsale", price: 0 });
  expect(await outcomeOf(offsale, 0)).toEqual([409, "not_for_sale"]);
  expect(await outcomeOf(await shirt({ price: 5 }), 4)).toEqual([409, "price_changed"]);
  const own = await shirt({ price: 5 });
  await giveItem(buyer.id, own);
  expect(await outcomeOf(own, 5)).toEqual([409, "already_owned"]);
  expect(await outcomeOf(await shirt({ price: 5, stock: 3, sold_out: 1 }), 5)).toEqual([409, "sold_out"]);
  const banned = await addUser({ banned_at: 1 });
  const { id: theirs } = await addWearable(banned.id, 4, { purchasable: "onsale", price: 5 }, false);
  expect(await outcomeOf(theirs, 5)).toEqual([409, "not_for_sale"]);
  expect((await buyer.call(purchaseItemRoute, { id: own })).status).toBe(422);
});

test("a purchase of a Gold item is for Gold members in its month", async () => {
  const now = Date.now();
  const fields = { price: 3, gold_month: monthOf(now) };
  const { id } = await addWearable(maker.id, 1, { purchasable: "onsale", ...fields }, false);
  const plain = await userWithCoins(10);
  const gold = await userWithCoins(10, { gold_until: now + DAY });
  const lapsed = await userWithCoins(10, { gold_until: now - 1 });
  expect((await buy(plain, id, 3)).body.code).toBe("gold_only");
  expect((await buy(lapsed, id, 3)).body.code).toBe("gold_only");
  expect((await buy(gold, id, 3)).status).toBe(200);
  const past = { ...fields, gold_month: monthOf(now - 40 * DAY) };
  const { id: old } = await addWearable(maker.id, 1, { purchasable: "onsale", ...past }, false);
  expect((await buy(gold, old, 3)).body.code).toBe("not_for_sale");
});

describe("concurrent purchases", () => {
  test("share the last ten copies among forty buyers, each with its own serial number", async () => {
    const stock = 10;
    const id = await shirt({ price: 7, stock });
    const buyers = await Promise.all(Array.from({ length: 40 }, () => userWithCoins(7)));
    const before = await coinsOf(maker.id);
    const responses = await Promise.all(buyers.map((buyer) => buy(buyer, id, 7)));
    const outcomes = responses.map(({ status, body }) => (status === 200 ? "bought" : body.code)).sort();
    expect(outcomes).toEqual([...Array(stock).fill("bought"), ...Array(30).fill("sold_out")]);
    const { copies, sold, soldOut } = await copiesOf(id);
    expect(copies.map(({ serial }) => serial)).toEqual(Array.from({ length: stock }, (_, i) => i + 1));
    expect([sold, soldOut]).toEqual([stock, true]);
    const left = await Promise.all(buyers.map(({ id: buyer }) => coinsOf(buyer)));
    expect(left.reduce((sum, coins) => sum + coins, 0)).toBe(30 * 7);
    expect((await coinsOf(maker.id)) - before).toBe(stock * 5);
  });

  test("spend one buyer's coins only once", async () => {
    const buyer = await userWithCoins(10);
    const items = await Promise.all(Array.from({ length: 8 }, () => shirt()));
    const responses = await Promise.all(items.map((id) => buy(buyer, id, 10)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(422)]);
    expect(await coinsOf(buyer.id)).toBe(0);
  });

  test("with one client id are made once, and each gets the success response", async () => {
    const buyer = await userWithCoins(100);
    const id = await shirt();
    const client_id = client();
    const responses = await Promise.all([1, 2, 3].map(() => buy(buyer, id, 10, client_id)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const { body } of responses) expect(body).toMatchObject({ coins: 90, inventory: { serial: 1 } });
    expect(await coinsOf(buyer.id)).toBe(90);
    // Without a client id, a second request is a second purchase.
    const other = await shirt();
    const pressed = await Promise.all([1, 2].map(() => buy(buyer, other, 10)));
    expect(pressed.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test("include retries, which get the first response even after a price change", async () => {
    const buyer = await userWithCoins(10);
    const id = await shirt();
    const client_id = client();
    const first = await buy(buyer, id, 10, client_id);
    await runSql`update items set price = 99 where id = ${id}`;
    const again = await buy(buyer, id, 10, client_id);
    expect([again.status, again.body.coins]).toEqual([200, 0]);
    expect((again.body.inventory as { id: number }).id).toBe((first.body.inventory as { id: number }).id);
    expect(await ledgerRowsOf(id)).toHaveLength(2);
  });

  test("never charge a price that changed in the meantime", async () => {
    const buyer = await userWithCoins(100);
    const id = await shirt();
    const [response] = await Promise.all([
      buy(buyer, id, 10),
      runSql`update items set price = 60 where id = ${id}`,
    ]);
    const coins = await coinsOf(buyer.id);
    expect(response.status === 200 ? coins : coins - 10).toBe(90);
  });
});

// A sale is checked before it's written, and again by the conditions of the statement, because others buy at the same time.
// Here the state changes between the two.

const PRICE = 10;
const DAY_MS = 86_400_000;

describe("an item isn't sold if after the check", () => {
  interface Case {
    change(ids: { item: number; buyer: number; maker: number }): SQL;
    fields?: Parameters<typeof addWearable>[2];
  }
  const limited = { stock: 5 };
  const ofMonth = { gold_month: monthOf(Date.now()) };
  const item = (fields: SQL) => (ids: { item: number }) =>
    sql`update items set ${fields} where id = ${ids.item}`;
  const CASES: Record<string, Case> = {
    "it is hidden": { change: item(sql`state = 'removed'`) },
    "it is no longer on sale": { change: item(sql`purchasable = 'offsale'`) },
    "its price changes": { change: item(sql`price = price - 1`) },
    "it sells out": { change: item(sql`sold_out = 1`), fields: limited },
    "its stock is reached": { change: item(sql`sales_count = stock`), fields: limited },
    "its month ends": { change: item(sql`gold_month = '2020-01-01'`), fields: ofMonth },
    "the buyer's Gold ends": {
      change: ({ buyer }) => sql`update users set gold_until = 1 where id = ${buyer}`,
      fields: ofMonth,
    },
    "its maker is banned": { change: (ids) => sql`update users set banned_at = 1 where id = ${ids.maker}` },
    "its maker's email address is no longer verified": {
      change: (ids) => sql`update users set email_verified_at = null where id = ${ids.maker}`,
    },
    "the buyer's email address is no longer verified": {
      change: ({ buyer }) => sql`update users set email_verified_at = null where id = ${buyer}`,
    },
    "the buyer spends their coins": {
      change: ({ buyer }) => sql`update users set coins = ${PRICE - 1} where id = ${buyer}`,
    },
    "the buyer gets a copy": {
      change: (ids) =>
        sql`insert into inventory (user_id, item_id, type_id, created_at) values (${ids.buyer}, ${ids.item}, 4, 1)`,
    },
  };

  const prepared = async ({ fields }: Pick<Case, "fields">) => {
    const gold_until = Date.now() + DAY_MS;
    const [seller, buyer] = [await signedInUser(), await userWithCoins(PRICE, { gold_until })];
    const { id } = await addWearable(seller.id, 4, { purchasable: "onsale", price: PRICE, ...fields }, false);
    const [key, now] = [`purchase:${buyer.id}:${unique()}`, Date.now()];
    const row = await db.first(saleQuery(id, buyer.id, key, now));
    if (!row) throw new Error("No sale");
    const sell = async () => ((await db.batch(sellItemStatements(row, buyer.id, key, now))).row ? 1 : 0);
    return { ids: { item: id, buyer: buyer.id, maker: seller.id }, sell };
  };

  test.each(Object.entries(CASES))("%s", async (_, { change, ...sale }) => {
    const { ids, sell } = await prepared(sale);
    await runSql`${change(ids)}`;
    expect(await sell()).toBe(0);
  });

  test("… but is if nothing changes", async () => {
    for (const fields of [{}, limited, ofMonth]) {
      const { ids, sell } = await prepared({ fields });
      expect(await sell()).toBe(1);
      expect(await coinsOf(ids.buyer)).toBe(0);
    }
  });
});

describe("a copy isn't resold if after the check", () => {
  type Ids = Record<"item" | "copy" | "buyer" | "seller", number>;
  const CASES: Record<string, (ids: Ids) => SQL> = {
    "its owner changes": ({ copy }) => sql`update inventory set user_id = ${maker.id} where id = ${copy}`,
    "its price changes": ({ copy }) =>
      sql`update inventory set resale_price = ${PRICE - 1} where id = ${copy}`,
    "it is no longer offered": ({ copy }) => sql`update inventory set resale_price = null where id = ${copy}`,
    "its item is for sale again": ({ item }) => sql`update items set sold_out = 0 where id = ${item}`,
    "its item is hidden": ({ item }) => sql`update items set state = 'removed' where id = ${item}`,
    "its seller is banned": ({ seller }) => sql`update users set banned_at = 1 where id = ${seller}`,
    "its seller's email address is no longer verified": ({ seller }) =>
      sql`update users set email_verified_at = null where id = ${seller}`,
    "the buyer's email address is no longer verified": ({ buyer }) =>
      sql`update users set email_verified_at = null where id = ${buyer}`,
    "the buyer spends their coins": ({ buyer }) =>
      sql`update users set coins = ${PRICE - 1} where id = ${buyer}`,
    "the buyer gets a copy": ({ buyer, item }) =>
      sql`insert into inventory (user_id, item_id, type_id, created_at) values (${buyer}, ${item}, 1, 1)`,
  };

  const prepared = async () => {
    const { id } = await addWearable(maker.id, 1, { purchasable: "onsale", price: 1, stock: 1 }, false);
    const [seller, buyer] = [await userWithCoins(1), await userWithCoins(PRICE)];
    const copy = ((await buy(seller, id, 1)).body.inventory as { id: number }).id;
    await runSql`update inventory set resale_price = ${PRICE} where id = ${copy}`;
    const [key, now] = [`purchase:${buyer.id}:${unique()}`, Date.now()];
    const offer = await db.first(offerQuery(copy, buyer.id, key, now));
    if (!offer) throw new Error("No offer");
    const sell = async () =>
      (await db.batch(sellCopyStatements(offer, PRICE, 7, buyer.id, key, now))).row ? 1 : 0;
    return { ids: { item: id, copy, buyer: buyer.id, seller: seller.id }, sell };
  };

  test.each(Object.entries(CASES))("%s", async (_, change) => {
    const { ids, sell } = await prepared();
    await runSql`${change(ids)}`;
    expect(await sell()).toBe(0);
  });

  test("… but is if nothing changes", async () => {
    const { ids, sell } = await prepared();
    expect(await sell()).toBe(1);
    expect([await coinsOf(ids.buyer), await coinsOf(ids.seller)]).toEqual([0, 7]);
    expect((await copiesOf(ids.item)).copies).toMatchObject([{ user_id: ids.buyer, serial: 1 }]);
  });
});
