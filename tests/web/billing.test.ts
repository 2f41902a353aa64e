import type { Plan, Subscription } from "#domain/gold/api.ts";
import { planPrice } from "#web/features/gold/plan-price.ts";
import { isSubscriptionRunning, nextPlan } from "#web/features/gold/rules.ts";

const plan = (id: Plan["id"], amount: number, currency = "usd"): Plan => ({
  id,
  amount,
  currency,
  description: "",
  description_with_savings: "",
});
const monthly = plan("monthly", 499);
const yearly = plan("yearly", 4_999);

test("no saving is shown if there is none or if it can't be compared", () => {
  const expensive = plan("yearly", 7_000);
  expect(planPrice(expensive, [monthly, expensive]).saves).toBe(0);
  expect(planPrice(yearly, [yearly]).saves).toBe(0);
  const yen = plan("yearly", 6_000, "jpy");
  expect(planPrice(yen, [monthly, yen])).toEqual({ price: "¥6,000", perMonth: "¥500", saves: 0 });
});

const subscription = (status: Subscription["status"], next?: Plan): Subscription => ({
  status,
  plan: monthly,
  next_billing_date: null,
  next_billing_date_formatted: null,
  phases: next ? [{ plan: next, starts_at: "", starts_at_formatted: "" }] : [],
});

test("a subscription that has ended or never began allows another one", () => {
  const running = (["Active", "Past due", "Canceled", "Ended", "Incomplete"] as const).filter((status) =>
    isSubscriptionRunning(subscription(status)),
  );
  expect(running).toEqual(["Active", "Past due", "Canceled"]);
});

test("the next plan is the one changed to, or else the current one", () => {
  expect(nextPlan(subscription("Active"))).toBe("monthly");
  expect(nextPlan(subscription("Active", yearly))).toBe("yearly");
});
