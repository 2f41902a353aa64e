import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Buyer,
  canEditItem,
  ITEM_TYPE_IDS,
  isOnSale,
  isResold,
  makersShare,
  monthOf,
  PURCHASABLE,
  purchaseProblem,
  type Sale,
} from "#domain/items/rules.ts";

const NOW = Date.UTC(2026, 10, 21);
const SALE: Sale & { price: number } = {
  purchasable: "onsale",
  gold_month: null,
  sold_out: 0,
  maker_banned: false,
  price: 10,
};
const BUYER: Buyer = { coins: 10, has_gold: false, owns: false };

describe("what is on sale", () => {
  test.each([
    ["an item on sale", {}, true],
    ["a free one", { purchasable: "free" }, true],
    ["one that is off sale", { purchasable: "offsale" }, false],
    ["one whose last copy is gone", { sold_out: 1 }, false],
    ["one of somebody who is banned", { maker_banned: true }, false],
    ["a Gold item in its month", { gold_month: "2026-11-01" }, true],
    ["a Gold item of the month before", { gold_month: "2026-10-01" }, false],
    ["a Gold item of the month to come", { gold_month: "2026-12-01" }, false],
  ] as const)("%s: %j is %s", (_, change, expected) => {
    expect(isOnSale({ ...SALE, ...change }, NOW)).toBe(expected);
  });

  test("turns with the month in UTC", () => {
    const sale = { ...SALE, gold_month: "2026-11-01" };
    expect(isOnSale(sale, Date.UTC(2026, 10, 1))).toBe(true);
    expect(isOnSale(sale, Date.UTC(2026, 10, 1) - 1)).toBe(false);
    expect(isOnSale(sale, Date.UTC(2026, 11, 1) - 1)).toBe(true);
    expect(isOnSale(sale, Date.UTC(2026, 11, 1))).toBe(false);
    expect(monthOf(Date.UTC(2027, 0, 31, 23, 59))).toBe("2027-01-01");
  });
});

describe("a purchase", () => {
  test.each([
    ["is made by whoever has the coins", {}, {}, 10, null],
    ["is not made with a coin too few", {}, { coins: 9 }, 10, "too_few_coins"],
    ["is made for the price that was seen only", { price: 11 }, {}, 10, "price_changed"],
    ["is not cheaper for whoever saw more", { price: 9 }, {}, 10, "price_changed"],
    ["is not made twice", {}, { owns: true }, 10, "already_owned"],
    ["is not made when the last copy is gone", { sold_out: 1 }, {}, 10, "sold_out"],
    ["is not made off sale", { purchasable: "offsale" }, {}, 10, "not_for_sale"],
    ["is not made from the banned", { maker_banned: true }, {}, 10, "not_for_sale"],
    ["of a Gold item needs Gold", { gold_month: "2026-11-01" }, {}, 10, "gold_only"],
    ["of a Gold item is made with Gold", { gold_month: "2026-11-01" }, { has_gold: true }, 10, null],
    [
      "of a Gold item is not made later",
      { gold_month: "2026-10-01" },
      { has_gold: true },
      10,
      "not_for_sale",
    ],
    ["of what is free needs no coins", { purchasable: "free", price: 0 }, { coins: 0 }, 0, null],
  ] as const)("%s", (_, sale, buyer, seen, expected) => {
    expect(purchaseProblem({ ...SALE, ...sale }, { ...BUYER, ...buyer }, seen, NOW)).toBe(expected);
  });

  test("is never let through without the coins, the sale or at another price", () => {
    const sale = fc.record({
      purchasable: fc.constantFrom(...PURCHASABLE),
      gold_month: fc.constantFrom(null, "2026-10-01", "2026-11-01"),
      sold_out: fc.constantFrom(0 as const, 1 as const),
      maker_banned: fc.boolean(),
      price: fc.nat(20),
    });
    const buyer = fc.record({ coins: fc.nat(20), has_gold: fc.boolean(), owns: fc.boolean() });
    fc.assert(
      fc.property(sale, buyer, fc.nat(20), (item, who, seen) => {
        const let_through = purchaseProblem(item, who, seen, NOW) === null;
        const may =
          isOnSale(item, NOW) &&
          !who.owns &&
          who.coins >= item.price &&
          seen === item.price &&
          (item.gold_month === null || who.has_gold);
        expect(let_through).toBe(may);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("an item", () => {
  test.each([
    ["its creator", { id: 7, role: "member" }, true],
    ["another member", { id: 8, role: "member" }, false],
    ["a moderator", { id: 8, role: "moderator" }, true],
    ["an admin", { id: 8, role: "admin" }, true],
    ["a visitor", null, false],
  ] as const)("can be changed by %s: %j %s", (_, actor, expected) => {
    expect(canEditItem(actor, { user_id: 7 })).toBe(expected);
  });

  test("is resold when it is limited and sold no more", () => {
    expect(isResold({ stock: 5, sold_out: 1 })).toBe(true);
    expect(isResold({ stock: 5, sold_out: 0 })).toBe(false);
    expect(isResold({ stock: null, sold_out: 1 })).toBe(false);
  });

  test("brings its maker 70 % where the community makes it, and nothing where the site does", () => {
    expect(ITEM_TYPE_IDS.map((type) => makersShare(type, 10))).toEqual([0, 0, 0, 7, 7, 7]);
  });
});
