import { type SQL, sql } from "drizzle-orm";
import { monthOf } from "#domain/items/rules.ts";
import { db, runSql, unique } from "#tests/support/browser.ts";
import { buy, coinsOf, copiesOf, userWithCoins } from "#tests/support/coins.ts";
import { signedInUser } from "#tests/support/test-user.ts";
import { addWearable } from "#tests/support/wearable.ts";
import { offerQuery, saleQuery, sellCopyStatements, sellItemStatements } from "#worker/shop/purchase.ts";

// A sale is checked before it's written, and again by the conditions of the statement, because others buy at the same time.
// Here the state changes between the two.

const PRICE = 10;
const DAY_MS = 86_400_000;

const maker = await signedInUser();

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

  test.each([{ fields: {} }, { fields: limited }, { fields: ofMonth }])(
    "… but is if nothing changes: %o",
    async (sale) => {
      const { ids, sell } = await prepared(sale);
      expect(await sell()).toBe(1);
      expect(await coinsOf(ids.buyer)).toBe(0);
    },
  );
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
