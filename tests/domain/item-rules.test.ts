import fc from "fast-check";
import type { Role } from "#domain/auth/roles.ts";
import {
  ITEM_TYPE_IDS,
  ITEM_TYPES,
  type ItemTypeId,
  isItemType,
  itemTypeByName,
} from "#domain/items/item-types.ts";
import {
  abbreviatedPrice,
  type Buyer,
  canCreate,
  canEditItem,
  creationCost,
  creatorShare,
  firstOfMonth,
  hasFixedSize,
  hasModel,
  hasTemplate,
  isOnSale,
  isResellable,
  monthOf,
  netPrice,
  PURCHASABLE,
  purchaseProblem,
  SALES_TAX,
  type Sale,
} from "#domain/items/rules.ts";
import { LIMITS } from "#domain/limits.ts";
import { forAll } from "#tests/support/for-all.ts";

const ROLES: Role[] = ["member", "moderator", "admin"];

describe("item types", () => {
  /** In the order hat, toy, face, shirt, pants, shoes. */
  test.each([
    ["need a model", hasModel, [true, true, false, false, false, false]],
    ["use a template", hasTemplate, [false, false, false, true, true, true]],
    ["need a texture of 512 × 512", hasFixedSize, [true, true, false, true, true, true]],
  ] as const)("that %s", (_, rule, expected) => {
    expect(ITEM_TYPE_IDS.map((type) => rule(type))).toEqual(expected);
  });

  test("are the numbers 1 to 6 and nothing else, and can be found by their names", () => {
    for (const type of ITEM_TYPE_IDS) expect(itemTypeByName(ITEM_TYPES[type])).toBe(type);
    for (const name of ["", "Hat", "hats", "gold", "all", "__proto__", "constructor"])
      expect(itemTypeByName(name)).toBeNull();
    for (let value = -2; value < 10; value++) expect(isItemType(value)).toBe(value >= 1 && value <= 6);
    for (const value of [1.5, Number.NaN, Number.POSITIVE_INFINITY]) expect(isItemType(value)).toBe(false);
  });
});

describe("creating an item", () => {
  test.each(ROLES)("is allowed to a %s for the types in the table", (role) => {
    const table: Record<Role, boolean[]> = {
      // hat, toy, face, shirt, pants, shoes
      member: [false, false, false, true, true, true],
      moderator: [false, false, false, true, true, true],
      admin: [true, true, true, true, true, true],
    };
    expect(ITEM_TYPE_IDS.map((type) => canCreate(role, type))).toEqual(table[role]);
  });

  test("costs 25 coins, but nothing for an admin", () => {
    expect(ROLES.map(creationCost)).toEqual([25, 25, 0]);
  });
});

test("a seller's share is a whole number: the price minus the tax, which is rounded down", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: LIMITS.price }), (price) => {
      const net = netPrice(price);
      const tax = price - net;
      expect(Number.isInteger(net)).toBe(true);
      expect(tax).toBeGreaterThanOrEqual(0);
      // In hundredths, because fractions of a coin would be inexact.
      expect(tax * 100).toBeLessThanOrEqual(price * 30);
      expect((tax + 1) * 100).toBeGreaterThan(price * 30);
    }),
    { examples: [[0], [1], [10], [90], [LIMITS.price]] },
  );
  expect(SALES_TAX * 100).toBe(30);
});

describe("a price on a card", () => {
  test.each([
    [0, "FREE"],
    [1, "1"],
    [999, "999"],
    [1_000, "1K"],
    [1_999, "2K"],
    [999_900, "999.9K"],
    [999_901, "1M"],
    [1_000_000, "1M"],
    [1_290_000, "1.3M"],
  ])("of %i is shown as %s", (price, shown) => expect(abbreviatedPrice(price)).toBe(shown));

  test("is never less than what is paid, and exact to a tenth of its unit", () => {
    forAll(fc.integer({ min: 1_000, max: LIMITS.price }), (price) => {
      const short = abbreviatedPrice(price);
      const unit = short.endsWith("M") ? 1_000_000 : 1_000;
      // In whole tenths of the unit, because fractions would be inexact.
      const tenths = Math.round(Number(short.slice(0, -1)) * 10) * (unit / 10);
      expect(tenths).toBeGreaterThanOrEqual(price);
      expect(tenths - price).toBeLessThan(unit / 10);
    });
  });
});

describe("the first of a month", () => {
  test.each([
    ..."2026 2026-11 2026-00-01 2026-13-01 2026-11-00 2026-11-32 1999-11-01 2026-1-1".split(" "),
    ...["", "2026-11-01T00:00:00Z", " 2026-11-01", "2026-11-01\n", "２０２６-11-01"],
  ])("of %j is null", (date) => expect(firstOfMonth(date)).toBeNull());

  test("of any day is in the same month, and is its own first of the month", () => {
    const day = fc.date({
      min: new Date("2000-01-01"),
      max: new Date("2099-12-31T23:59:59Z"),
      noInvalidDate: true,
    });
    forAll(day, (date) => {
      const text = date.toISOString().slice(0, 10);
      const first = firstOfMonth(text);
      expect(first).toBe(`${text.slice(0, 7)}-01`);
      expect(firstOfMonth(first ?? "")).toBe(first);
    });
  });
});

const NOW = Date.UTC(2026, 10, 21);
const SALE: Sale & { price: number; type_id: ItemTypeId } = {
  purchasable: "onsale",
  gold_month: null,
  sold_out: 0,
  maker_sells: true,
  price: 10,
  type_id: 4,
};
const BUYER: Buyer = { coins: 10, has_gold: false, owns: false, verified: true };

describe("the sale of", () => {
  test.each([
    ["an item on sale", {}, true],
    ["a free item", { purchasable: "free" }, true],
    ["an item off sale", { purchasable: "offsale" }, false],
    ["a sold-out item", { sold_out: 1 }, false],
    ["an item by a member who can't sell", { maker_sells: false }, false],
    ["a Gold item in its month", { gold_month: "2026-11-01" }, true],
    ["a Gold item of the previous month", { gold_month: "2026-10-01" }, false],
    ["a Gold item of the next month", { gold_month: "2026-12-01" }, false],
  ] as const)("%s with %j is open: %s", (_, change, expected) => {
    expect(isOnSale({ ...SALE, ...change }, NOW)).toBe(expected);
  });

  test("a Gold item begins and ends with the month in UTC", () => {
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
    ["succeeds with enough coins", {}, {}, 10, null],
    ["fails with one coin too few", {}, { coins: 9 }, 10, "too_few_coins"],
    ["fails if the price has gone up", { price: 11 }, {}, 10, "price_changed"],
    ["fails if the price has gone down", { price: 9 }, {}, 10, "price_changed"],
    ["fails the second time", {}, { owns: true }, 10, "already_owned"],
    ["fails after the last copy was sold", { sold_out: 1 }, {}, 10, "sold_out"],
    ["fails off sale", { purchasable: "offsale" }, {}, 10, "not_for_sale"],
    ["fails if the creator can't sell", { maker_sells: false }, {}, 10, "not_for_sale"],
    ["of a community item needs a verified address", {}, { verified: false }, 10, "email_unverified"],
    [
      "of a free community item needs one, too",
      { purchasable: "free", price: 0 },
      { verified: false },
      0,
      "email_unverified",
    ],
    ["of an official item needs no verified address", { type_id: 3 }, { verified: false }, 10, null],
    ["of a Gold item needs Gold", { gold_month: "2026-11-01" }, {}, 10, "gold_only"],
    ["of a Gold item succeeds with Gold", { gold_month: "2026-11-01" }, { has_gold: true }, 10, null],
    [
      "of a Gold item fails after its month",
      { gold_month: "2026-10-01" },
      { has_gold: true },
      10,
      "not_for_sale",
    ],
    ["of a free item needs no coins", { purchasable: "free", price: 0 }, { coins: 0 }, 0, null],
  ] as const)("%s", (_, sale, buyer, seen, expected) => {
    expect(purchaseProblem({ ...SALE, ...sale }, { ...BUYER, ...buyer }, seen, NOW)).toBe(expected);
  });

  test("never succeeds without the coins or the sale, or at another price", () => {
    const sale = fc.record({
      purchasable: fc.constantFrom(...PURCHASABLE),
      gold_month: fc.constantFrom(null, "2026-10-01", "2026-11-01"),
      sold_out: fc.constantFrom(0 as const, 1 as const),
      maker_sells: fc.boolean(),
      type_id: fc.constantFrom(...ITEM_TYPE_IDS),
      price: fc.nat(20),
    });
    const buyer = fc.record({
      coins: fc.nat(20),
      has_gold: fc.boolean(),
      owns: fc.boolean(),
      verified: fc.boolean(),
    });
    forAll(2_000, sale, buyer, fc.nat(20), (item, customer, seen) => {
      const isAllowed = purchaseProblem(item, customer, seen, NOW) === null;
      const expected =
        isOnSale(item, NOW) &&
        !customer.owns &&
        (customer.verified || item.type_id <= 3) &&
        customer.coins >= item.price &&
        seen === item.price &&
        (item.gold_month === null || customer.has_gold);
      expect(isAllowed).toBe(expected);
    });
  });
});

describe("an item", () => {
  test.each([
    ["its creator", { id: 7, role: "member" }, true],
    ["another member", { id: 8, role: "member" }, false],
    ["a moderator", { id: 8, role: "moderator" }, true],
    ["an admin", { id: 8, role: "admin" }, true],
    ["a visitor", null, false],
  ] as const)("can be edited by %s (%j): %s", (_, actor, expected) => {
    expect(canEditItem(actor, { user_id: 7 })).toBe(expected);
  });

  test("can be resold if it is limited and sold out, and earns its creator 70% if a member made it", () => {
    expect(isResellable({ stock: 5, sold_out: 1 })).toBe(true);
    expect(isResellable({ stock: 5, sold_out: 0 })).toBe(false);
    expect(isResellable({ stock: null, sold_out: 1 })).toBe(false);
    expect(ITEM_TYPE_IDS.map((type) => creatorShare(type, 10))).toEqual([0, 0, 0, 7, 7, 7]);
  });
});
