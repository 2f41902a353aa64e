import type { Plan } from "#domain/billing/api.ts";
import { PLAN_IDS, type PlanId } from "#domain/billing/plans.ts";
import { describePlan, savedPercent } from "#domain/billing/rules.ts";
import type { Env } from "../env.ts";
import { asking, stripeOf } from "./stripe.ts";

export interface PricedPlan extends Plan {
  price: string;
}

/** How long prices are believed. */
const KEPT = 5 * 60_000;
const PREFIX = "gold_";

/** Values alone: a request must not wait for what another one has asked. */
const kept = new Map<string, { plans: PricedPlan[]; until: number }>();

/** The plans of Gold with what they cost at Stripe; none where it is not sold. */
export async function readPlans(env: Env, now: number): Promise<PricedPlan[]> {
  const stripe = stripeOf(env);
  if (!stripe) return [];
  const name = `${env.STRIPE_SECRET_KEY} ${env.STRIPE_STAND_IN}`;
  const known = kept.get(name);
  if (known && known.until > now) return known.plans;
  const asked = stripe.prices.list({ active: true, lookup_keys: PLAN_IDS.map((id) => PREFIX + id) });
  const answer = await asking(asked).catch((error: unknown) => {
    if (!known) throw error;
  });
  // Older prices are better than none.
  if (!answer) return known?.plans ?? [];
  const { data } = answer;
  const amounts = new Map(data.map((price) => [price.lookup_key, price.unit_amount ?? 0]));
  const plans = PLAN_IDS.flatMap((id) =>
    data
      .filter(({ lookup_key }) => lookup_key === PREFIX + id)
      .map((price) => presentPlan(id, price, amounts.get(`${PREFIX}monthly`) ?? 0)),
  );
  kept.set(name, { plans, until: now + KEPT });
  return plans;
}

function presentPlan(
  id: PlanId,
  { id: price, unit_amount, currency }: { id: string; unit_amount: number | null; currency: string },
  monthly: number,
): PricedPlan {
  const amount = unit_amount ?? 0;
  const description = describePlan(id, amount, currency);
  const saved = id === "yearly" ? savedPercent(amount, monthly) : 0;
  const description_with_savings = saved ? `${description} (save ${saved}%)` : description;
  return { id, price, amount, currency, description, description_with_savings };
}
