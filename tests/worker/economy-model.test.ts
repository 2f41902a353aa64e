import { sql } from "drizzle-orm";
import fc from "fast-check";
import { netPrice } from "#domain/items/rules.ts";
import { offerCopyRoute, purchaseCopyRoute } from "#domain/shop/api.ts";
import { firstRow, runSql, testEnv } from "#tests/support/browser.ts";
import { addLedgerRows, buy, coinsOf, copiesOf, userWithCoins } from "#tests/support/coins.ts";
import { forAllAsync } from "#tests/support/for-all.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";
import { addWearable } from "#tests/support/wearable.ts";
import { foldXp } from "#worker/ledger/fold-xp.ts";

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

/** A user's copy of an item. */
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
