import type { Plan } from "#domain/billing/api.ts";
import { money, savedPercent } from "#domain/billing/rules.ts";

export interface PlanPrice {
  price: string;
  /** What a month of it comes to; null where it is paid by the month. */
  perMonth: string | null;
  /** How much less than by the month, in whole percent; 0 where it isn't. */
  saves: number;
}

/** What a plan costs, next to the others. */
export function planPrice({ id, amount, currency }: Plan, plans: readonly Plan[]): PlanPrice {
  const price = money(amount, currency);
  if (id === "monthly") return { price, perMonth: null, saves: 0 };
  const monthly = plans.find((plan) => plan.id === "monthly" && plan.currency === currency);
  return {
    price,
    perMonth: money(Math.round(amount / 12), currency),
    saves: savedPercent(amount, monthly?.amount ?? 0),
  };
}
