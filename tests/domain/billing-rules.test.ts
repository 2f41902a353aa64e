import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  describePlan,
  goldUntil,
  isLive,
  mainOf,
  money,
  PAST_DUE_GRACE,
  type Paid,
  RENEWAL_GRACE,
  savedPercent,
  shownGoldEnd,
  statusOf,
} from "#domain/billing/rules.ts";

const STATUSES = [
  ...["active", "trialing", "past_due", "canceled", "unpaid"],
  ...["incomplete", "incomplete_expired", "paused", "something_new"],
];
const paid: fc.Arbitrary<Paid> = fc
  .record({
    status: fc.constantFrom(...STATUSES),
    cancels: fc.boolean(),
    period_start: fc.integer({ min: 0, max: 2e12 }),
    length: fc.integer({ min: 1, max: 4e10 }),
  })
  .map(({ length, ...rest }) => ({ ...rest, period_end: rest.period_start + length }));

describe("until when a subscription gives Gold", () => {
  test("to its period's end, and a while longer where it renews", () => {
    const one = { status: "active", cancels: false, period_start: 1_000, period_end: 9e9 };
    expect(goldUntil(one)).toBe(9e9 + RENEWAL_GRACE);
    expect(shownGoldEnd(one)).toBe(9e9);
    expect(goldUntil({ ...one, status: "trialing" })).toBe(9e9 + RENEWAL_GRACE);
    expect(goldUntil({ ...one, cancels: true })).toBe(9e9);
    expect(goldUntil({ ...one, status: "past_due" })).toBe(1_000 + PAST_DUE_GRACE);
  });

  test("only what is paid or about to be gives any, and never beyond its period but for that while", () => {
    fc.assert(
      fc.property(paid, (one) => {
        const end = goldUntil(one);
        expect(end !== null).toBe(isLive(one));
        if (end === null) return;
        expect(end).toBeGreaterThan(one.period_start);
        expect(end).toBeLessThanOrEqual(one.period_end + RENEWAL_GRACE);
        expect(shownGoldEnd(one)).toBeLessThanOrEqual(one.period_end);
      }),
    );
  });

  test("cancelling never makes it longer, nor does a card that is declined", () => {
    fc.assert(
      fc.property(paid, (one) => {
        const end = goldUntil(one) ?? 0;
        expect(goldUntil({ ...one, cancels: true }) ?? 0).toBeLessThanOrEqual(end);
        if (one.status === "active")
          expect(goldUntil({ ...one, status: "past_due" }) ?? 0).toBeLessThanOrEqual(end);
      }),
    );
  });
});

describe("what a subscription is called", () => {
  test.each([
    ["active", false, "Active"],
    ["trialing", false, "Active"],
    ["active", true, "Canceled"],
    ["past_due", false, "Past due"],
    ["past_due", true, "Canceled"],
    ["incomplete", false, "Incomplete"],
    ["incomplete_expired", false, "Ended"],
    ["unpaid", false, "Ended"],
    ["canceled", true, "Ended"],
    ["paused", false, "Ended"],
  ] as const)("%s, cancelling %s: %s", (status, cancels, name) => {
    expect(statusOf({ status, cancels })).toBe(name);
  });

  test("of several the one that lives counts, or else the newest", () => {
    const [old, live, late] = [
      { status: "canceled", created_at: 1 },
      { status: "active", created_at: 2 },
      { status: "canceled", created_at: 3 },
    ];
    expect(mainOf([old, live, late])).toBe(live);
    expect(mainOf([old, late])).toBe(late);
    expect(mainOf([])).toBeUndefined();
  });
});

describe("amounts", () => {
  test("are told in their currency, with as many digits as it has", () => {
    expect(money(499, "usd")).toBe("$4.99");
    expect(money(1_234_500, "eur")).toBe("€12,345.00");
    expect(money(500, "jpy")).toBe("¥500");
    expect(describePlan("monthly", 499, "usd")).toBe("$4.99 a month");
    expect(describePlan("yearly", 4_999, "usd")).toBe("$49.99 a year");
  });

  test("a saving is rounded down and never less than nothing", () => {
    expect(savedPercent(4_999, 499)).toBe(16);
    expect(savedPercent(5_988, 499)).toBe(0);
    expect(savedPercent(9_999, 499)).toBe(0);
    expect(savedPercent(4_999, 0)).toBe(0);
  });
});
