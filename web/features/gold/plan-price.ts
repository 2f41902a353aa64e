import type { Plan } from "#domain/gold/api.ts";
import { formatMoney, savedPercent } from "#domain/gold/rules.ts";

export interface PlanPrice {
  price: string;
  /** The price per month; null for the monthly plan. */
  perMonth: string | null;
  /** Savings over the monthly plan in whole percent, or 0. */
  saves: number;
}

export function planPrice({ id, amount, currency }: Plan, plans: readonly Plan[]): PlanPrice {
  const price = formatMoney(amount, currency);
  if (id === "monthly") return { price, perMonth: null, saves: 0 };
  const monthly = plans.find((plan) => plan.id === "monthly" && plan.currency === currency);
  return {
    price,
    perMonth: formatMoney(Math.round(amount / 12), currency),
    saves: savedPercent(amount, monthly?.amount ?? 0),
  };
}
