import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { statement } from "#db/database.ts";
import { netPrice } from "#domain/items/rules.ts";
import { offerCopyRoute, purchaseCopyRoute } from "#domain/shop/api.ts";
import { db } from "#tests/support/browser.ts";
import { buy, coinsOf, copiesOf, userWithCoins } from "#tests/support/coins.ts";
import { signedInUser, type TestUser } from "#tests/support/test-user.ts";
import { addWearable } from "#tests/support/wearable.ts";

const PEOPLE = 4;
const COINS = 60;
const STOCK = 2;

/** One attempt: buy an item, offer a copy of it, or buy someone's offered copy. */
const attempt = fc.record({
  member: fc.nat(PEOPLE - 1),
  item: fc.nat(1),
  action: fc.constantFrom("buy" as const, "offer" as const, "take" as const),
  seller: fc.nat(PEOPLE - 1),
  price: fc.integer({ min: 0, max: 40 }),
});

/** A user's copy of an item. */
const copyOf = (user: number, item: number) =>
  db.first(
    statement<{ id: number; resale_price: number | null }>(
      sql`select id, resale_price from inventory where user_id = ${user} and item_id = ${item}`,
    ),
  );

/** Pairs of concurrent attempts in any order: the final state must match the responses. */
test("serial numbers have no gaps and coins only move or are taxed under concurrent trading", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(attempt, attempt), { maxLength: 10 }), async (rounds) => {
      const maker = await signedInUser();
      const people = await Promise.all(Array.from({ length: PEOPLE }, () => userWithCoins(COINS)));
      const plain = await addWearable(maker.id, 4, { purchasable: "onsale", price: 10 }, false);
      const limited = await addWearable(
        maker.id,
        1,
        { purchasable: "onsale", price: 10, stock: STOCK },
        false,
      );
      const items = [plain.id, limited.id];
      let destroyed = 0;
      const run = async ({ member, item, action, seller, price }: (typeof rounds)[0][0]) => {
        const me = people[member] as TestUser;
        const id = items[item] as number;
        if (action === "buy") {
          const { status } = await buy(me, id, 10);
          // The site gets the coins for an official hat, so they are destroyed.
          if (status === 200) destroyed += item === 0 ? 10 - netPrice(10) : 10;
          return;
        }
        const copy = await copyOf((action === "offer" ? me : (people[seller] as TestUser)).id, id);
        if (!copy) return;
        const params = { id: copy.id };
        if (action === "offer") await me.browser.call(offerCopyRoute, { params, input: { price } });
        else if (copy.resale_price) {
          const input = { price: copy.resale_price };
          const { status } = await me.browser.call(purchaseCopyRoute, { params, input });
          if (status === 200) destroyed += copy.resale_price - netPrice(copy.resale_price);
        }
      };
      for (const [one, other] of rounds) await Promise.all([run(one), run(other)]);
      const coins = await Promise.all([maker, ...people].map(({ id }) => coinsOf(id)));
      expect(coins.reduce((sum, each) => sum + each, 0)).toBe(PEOPLE * COINS - destroyed);
      for (const id of items) {
        const { copies, sold } = await copiesOf(id);
        expect(copies.map(({ serial }) => serial)).toEqual(
          Array.from({ length: sold ?? 0 }, (_, i) => i + 1),
        );
        expect(new Set(copies.map(({ user_id }) => user_id)).size).toBe(copies.length);
      }
      expect((await copiesOf(limited.id)).copies.length).toBeLessThanOrEqual(STOCK);
    }),
    { numRuns: 25 },
  );
}, 120_000);
