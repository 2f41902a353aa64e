import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { statement } from "#db/client.ts";
import { netPrice } from "#domain/items/rules.ts";
import { offerCopyRoute, purchaseCopyRoute } from "#domain/shop/api.ts";
import { db } from "#tests/support/browser.ts";
import { buy, coinsOf, copiesOf, withCoins } from "#tests/support/economy.ts";
import { type Person, person } from "#tests/support/people.ts";
import { addWearable } from "#tests/support/wardrobe.ts";

const PEOPLE = 4;
const COINS = 60;
const STOCK = 2;

/** What somebody tries: to buy an item, to offer a copy of it, or to take the offer of somebody. */
const attempt = fc.record({
  who: fc.nat(PEOPLE - 1),
  item: fc.nat(1),
  act: fc.constantFrom("buy" as const, "offer" as const, "take" as const),
  whose: fc.nat(PEOPLE - 1),
  price: fc.integer({ min: 0, max: 40 }),
});

/** The copy that somebody has of an item. */
const copyOf = (user: number, item: number) =>
  db.first(
    statement<{ id: number; resale_price: number | null }>(
      sql`select id, resale_price from inventory where user_id = ${user} and item_id = ${item}`,
    ),
  );

/** Two people at a time try something, in any order: what stands then is what the answers said. */
test("numbers have no gaps and coins only move or are taxed, whatever people try at the same time", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(attempt, attempt), { maxLength: 10 }), async (rounds) => {
      const maker = await person();
      const people = await Promise.all(Array.from({ length: PEOPLE }, () => withCoins(COINS)));
      const plain = await addWearable(maker.id, 4, { purchasable: "onsale", price: 10 }, false);
      const limited = await addWearable(
        maker.id,
        1,
        { purchasable: "onsale", price: 10, stock: STOCK },
        false,
      );
      const items = [plain.id, limited.id];
      let destroyed = 0;
      const run = async ({ who, item, act, whose, price }: (typeof rounds)[0][0]) => {
        const me = people[who] as Person;
        const id = items[item] as number;
        if (act === "buy") {
          const { status } = await buy(me, id, 10);
          // Of the site's own hat nobody gets anything.
          if (status === 200) destroyed += item === 0 ? 10 - netPrice(10) : 10;
          return;
        }
        const copy = await copyOf((act === "offer" ? me : (people[whose] as Person)).id, id);
        if (!copy) return;
        const params = { id: copy.id };
        if (act === "offer") await me.browser.call(offerCopyRoute, { params, input: { price } });
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
