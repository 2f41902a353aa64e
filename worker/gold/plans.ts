import type { Plan } from "#domain/gold/api.ts";
import { PLAN_IDS, type PlanId } from "#domain/gold/plans.ts";
import { describePlan, savedPercent } from "#domain/gold/rules.ts";
import { stripeClient, withStripeErrors } from "./stripe.ts";

export interface PricedPlan extends Plan {
  price: string;
}

/** How long prices are cached. */
const CACHE_MS = 5 * 60_000;
const PREFIX = "gold_";

/** Caches values, not promises: a request must not wait for I/O of another one. */
const cache = new Map<string, { plans: PricedPlan[]; until: number }>();

/** The Gold plans with their prices at Stripe; empty if Gold isn't for sale. */
export async function readPlans(env: Env, now: number): Promise<PricedPlan[]> {
  const stripe = stripeClient(env);
  if (!stripe) return [];
  const name = `${env.STRIPE_SECRET_KEY} ${env.STRIPE_STAND_IN}`;
  const cached = cache.get(name);
  if (cached && cached.until > now) return cached.plans;
  const request = stripe.prices.list({ active: true, lookup_keys: PLAN_IDS.map((id) => PREFIX + id) });
  const response = await withStripeErrors(request).catch((error: unknown) => {
    if (!cached) throw error;
  });
  // Stale prices are better than none.
  if (!response) return cached?.plans ?? [];
  const { data } = response;
  const amounts = new Map(data.map((price) => [price.lookup_key, price.unit_amount ?? 0]));
  const plans = PLAN_IDS.flatMap((id) =>
    data
      .filter(({ lookup_key }) => lookup_key === PREFIX + id)
      .map((price) => presentPlan(id, price, amounts.get(`${PREFIX}monthly`) ?? 0)),
  );
  cache.set(name, { plans, until: now + CACHE_MS });
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
