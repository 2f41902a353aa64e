import fc from "fast-check";
import {
  currentSubscription,
  describePlan,
  formatMoney,
  goldUntil,
  isLive,
  PAST_DUE_GRACE_MS,
  RENEWAL_GRACE_MS,
  type SubscriptionState,
  savedPercent,
  subscriptionStatus,
} from "#domain/gold/rules.ts";
import { forAll } from "#tests/support/for-all.ts";

const STATUSES = [
  ...["active", "trialing", "past_due", "canceled", "unpaid"],
  ...["incomplete", "incomplete_expired", "paused", "something_new"],
];
const paid: fc.Arbitrary<SubscriptionState> = fc
  .record({
    status: fc.constantFrom(...STATUSES),
    cancels: fc.boolean(),
    period_start: fc.integer({ min: 0, max: 2e12 }),
    length: fc.integer({ min: 1, max: 4e10 }),
  })
  .map(({ length, ...rest }) => ({ ...rest, period_end: rest.period_start + length }));

describe("a subscription", () => {
  test("gives Gold until its period ends, and for a grace period if it renews", () => {
    const one = { status: "active", cancels: false, period_start: 1_000, period_end: 9e9 };
    expect(goldUntil(one)).toBe(9e9 + RENEWAL_GRACE_MS);
    expect(goldUntil({ ...one, status: "trialing" })).toBe(9e9 + RENEWAL_GRACE_MS);
    expect(goldUntil({ ...one, cancels: true })).toBe(9e9);
    expect(goldUntil({ ...one, status: "past_due" })).toBe(1_000 + PAST_DUE_GRACE_MS);
  });

  test("gives Gold only while it is paid or about to be, and never beyond its period and the grace period", () => {
    forAll(paid, (one) => {
      const end = goldUntil(one);
      expect(end !== null).toBe(isLive(one));
      if (end === null) return;
      expect(end).toBeGreaterThan(one.period_start);
      expect(end).toBeLessThanOrEqual(one.period_end + RENEWAL_GRACE_MS);
    });
  });

  test("never lasts longer because it was canceled or a card was declined", () => {
    forAll(paid, (one) => {
      const end = goldUntil(one) ?? 0;
      expect(goldUntil({ ...one, cancels: true }) ?? 0).toBeLessThanOrEqual(end);
      if (one.status === "active")
        expect(goldUntil({ ...one, status: "past_due" }) ?? 0).toBeLessThanOrEqual(end);
    });
  });
});

describe("the status of a subscription", () => {
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
  ] as const)("that is %s (cancels: %s) is %s", (status, cancels, name) => {
    expect(subscriptionStatus({ status, cancels })).toBe(name);
  });

  test("comes from the live one if there are several, otherwise from the newest", () => {
    const [old, live, late] = [
      { status: "canceled", created_at: 1 },
      { status: "active", created_at: 2 },
      { status: "canceled", created_at: 3 },
    ];
    expect(currentSubscription([old, live, late])).toBe(live);
    expect(currentSubscription([old, late])).toBe(late);
    expect(currentSubscription([])).toBeUndefined();
  });
});

describe("an amount of money", () => {
  test("is shown in its currency, with the digits of that currency", () => {
    expect(formatMoney(499, "usd")).toBe("$4.99");
    expect(formatMoney(1_234_500, "eur")).toBe("€12,345.00");
    expect(formatMoney(500, "jpy")).toBe("¥500");
    expect(describePlan("monthly", 499, "usd")).toBe("$4.99 a month");
    expect(describePlan("yearly", 4_999, "usd")).toBe("$49.99 a year");
  });

  test("saved by a yearly plan is rounded down and never negative", () => {
    expect(savedPercent(4_999, 499)).toBe(16);
    expect(savedPercent(5_988, 499)).toBe(0);
    expect(savedPercent(9_999, 499)).toBe(0);
    expect(savedPercent(4_999, 0)).toBe(0);
  });
});
