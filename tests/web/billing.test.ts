import { expect, test } from "vitest";
import type { Plan, Subscription } from "#domain/billing/api.ts";
import { planPrice } from "#web/features/billing/plan-price.ts";
import { isRunning, nextPlan } from "#web/features/billing/subscription.ts";

const plan = (id: Plan["id"], amount: number, currency = "usd"): Plan => ({
  ...{ id, amount, currency },
  ...{ description: "", description_with_savings: "" },
});
const monthly = plan("monthly", 499);
const yearly = plan("yearly", 4_999);

test("a plan is priced next to paying by the month", () => {
  const plans = [monthly, yearly];
  expect(planPrice(monthly, plans)).toEqual({ price: "$4.99", perMonth: null, saves: 0 });
  expect(planPrice(yearly, plans)).toEqual({ price: "$49.99", perMonth: "$4.17", saves: 16 });
});

test("nothing is said to be saved where nothing is, or where it can't be compared", () => {
  const dear = plan("yearly", 7_000);
  expect(planPrice(dear, [monthly, dear]).saves).toBe(0);
  expect(planPrice(yearly, [yearly]).saves).toBe(0);
  const yen = plan("yearly", 6_000, "jpy");
  expect(planPrice(yen, [monthly, yen])).toEqual({ price: "¥6,000", perMonth: "¥500", saves: 0 });
});

const subscription = (status: Subscription["status"], next?: Plan): Subscription => ({
  ...{ status, plan: monthly, next_billing_date: null, next_billing_date_formatted: null },
  phases: next ? [{ plan: next, starts_at: "", starts_at_formatted: "" }] : [],
});

test("a subscription that has ended or never began leaves room for another", () => {
  const running = (["Active", "Past due", "Canceled", "Ended", "Incomplete"] as const).filter((status) =>
    isRunning(subscription(status)),
  );
  expect(running).toEqual(["Active", "Past due", "Canceled"]);
});

test("what is billed next is the plan that was swapped to, else the one there is", () => {
  expect(nextPlan(subscription("Active"))).toBe("monthly");
  expect(nextPlan(subscription("Active", yearly))).toBe("yearly");
});
