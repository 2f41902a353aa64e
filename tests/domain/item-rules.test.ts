import fc from "fast-check";
import type { Role } from "#domain/auth/roles.ts";
import { ITEM_TYPE_IDS, ITEM_TYPES, isItemType, itemTypeByName } from "#domain/items/item-types.ts";
import {
  abbreviatedPrice,
  canCreate,
  creationCost,
  firstOfMonth,
  hasFixedSize,
  hasModel,
  hasTemplate,
  netPrice,
  SALES_TAX,
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

  test("can be found by their names", () => {
    for (const type of ITEM_TYPE_IDS) expect(itemTypeByName(ITEM_TYPES[type])).toBe(type);
    for (const name of ["", "Hat", "hats", "gold", "all", "__proto__", "constructor"])
      expect(itemTypeByName(name)).toBeNull();
  });

  test("are the numbers 1 to 6 and nothing else", () => {
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

describe("a seller's share", () => {
  test.each([
    [0, 0],
    [1, 1],
    [3, 3],
    [4, 3],
    [5, 4],
    [10, 7],
    [99, 70],
    [100, 70],
    [101, 71],
    [1_000_000, 700_000],
  ])("of %i coins is %i", (price, net) => expect(netPrice(price)).toBe(net));

  test("is a whole number: the price minus the tax, which is rounded down", () => {
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

  test("never falls when the price rises", () => {
    for (let price = 1; price < 2_000; price++)
      expect(netPrice(price)).toBeGreaterThanOrEqual(netPrice(price - 1));
  });
});

describe("a price on a card", () => {
  test.each([
    [0, "FREE"],
    [1, "1"],
    [999, "999"],
    [1_000, "1K"],
    [1_049, "1.1K"],
    [1_100, "1.1K"],
    [1_250, "1.3K"],
    [1_485, "1.5K"],
    [1_999, "2K"],
    [9_999, "10K"],
    [10_000, "10K"],
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
    ["2026-11-01", "2026-11-01"],
    ["2026-11-30", "2026-11-01"],
    ["2028-02-29", "2028-02-01"],
    ["2099-12-31", "2099-12-01"],
  ])("of %s is %s", (date, first) => expect(firstOfMonth(date)).toBe(first));

  test.each([
    "",
    "2026",
    "2026-11",
    "2026-00-01",
    "2026-13-01",
    "2026-11-00",
    "2026-11-32",
    "1999-11-01",
    "2026-1-1",
    "2026-11-01T00:00:00Z",
    " 2026-11-01",
    "2026-11-01\n",
    "２０２６-11-01",
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
