import type Stripe from "stripe";
import { first } from "#db/database.ts";
import { ApiError } from "#domain/errors.ts";
import type { Plan } from "#domain/gold/api.ts";
import { PLAN_IDS, type PlanId } from "#domain/gold/plans.ts";
import { currentSubscription, describePlan, isLive, savedPercent } from "#domain/gold/rules.ts";
import type { RequestContext } from "../http/handle.ts";
import { hashToken, type SessionAccount, siteOrigin } from "../http/session.ts";
import { customerQuery, type SubscriptionRow, subscriptionsQuery } from "./queries.ts";
import {
  isMissingAtStripe,
  isRejectedByStripe,
  type StripeClient,
  stripeClient,
  withStripeErrors,
} from "./stripe.ts";
import { storeCustomer, syncCustomer, toSubscriptionRow } from "./sync.ts";

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

/** The page that shows the result of a checkout. */
export const BILLING_PAGE = "/settings/billing";

/** Throws if the user already has a subscription. */
async function checkNoSubscription(
  { gate, env, now }: RequestContext,
  stripe: StripeClient,
  user: number,
  customer?: string,
) {
  // The webhook for a very recent payment may not have arrived yet.
  if (customer) await withStripeErrors(syncCustomer(env, stripe, customer, now));
  const rows = await gate.all(subscriptionsQuery(user));
  if (rows.some(isLive)) throw new ApiError("has_subscription");
}

/** Creates the Stripe customer, once: the idempotency key contains the id of a deleted one it replaces. */
async function createCustomer(
  call: RequestContext,
  stripe: StripeClient,
  account: SessionAccount,
  replaced = "",
): Promise<string> {
  const { gate, now } = call;
  const { id, email, username } = account;
  const idempotencyKey = `customer-${hashToken([id, email, username, siteOrigin(call.request, call.env), replaced].join(" "))}`;
  const created = await withStripeErrors(
    stripe.customers.create({ email, name: username, metadata: { user_id: id } }, idempotencyKey),
  );
  await gate.write({ customer: storeCustomer(id, created.id, replaced, now) });
  const stored = await gate.first(customerQuery(id));
  return stored?.customer_id ?? created.id;
}

/** Starts a checkout; returns the URL of Stripe's payment page. */
export async function startCheckout(
  call: RequestContext,
  stripe: StripeClient,
  account: SessionAccount,
  plan: PricedPlan,
): Promise<string> {
  const stored = await call.gate.first(customerQuery(account.id));
  await checkNoSubscription(call, stripe, account.id, stored?.customer_id);
  const customer = stored?.customer_id ?? (await createCustomer(call, stripe, account));
  try {
    return await createSession(call, stripe, account.id, customer, plan);
  } catch (error) {
    if (!isMissingAtStripe(error)) return withStripeErrors(Promise.reject(error));
    // Deleted at Stripe, by hand or along with another account: the user gets a new customer.
    const replacement = await createCustomer(call, stripe, account, customer);
    return withStripeErrors(createSession(call, stripe, account.id, replacement, plan));
  }
}

async function createSession(
  { request, env }: RequestContext,
  stripe: StripeClient,
  user: number,
  customer: string,
  plan: PricedPlan,
): Promise<string> {
  const returnUrl = `${siteOrigin(request, env)}${BILLING_PAGE}?checkout=`;
  const metadata = { user_id: user };
  const created = await stripe.checkoutSessions.create({
    mode: "subscription",
    customer,
    client_reference_id: String(user),
    metadata,
    line_items: [{ price: plan.price, quantity: 1 }],
    subscription_data: { metadata },
    success_url: `${returnUrl}done`,
    cancel_url: `${returnUrl}canceled`,
  });
  // Only the newest of several open checkouts can be paid, so no one pays twice.
  const { data } = await stripe.checkoutSessions.list({ customer, status: "open" });
  await Promise.all(data.slice(1).map(({ id }) => expireSession(stripe, id)));
  return created.url ?? "";
}

async function expireSession(stripe: StripeClient, id: string): Promise<void> {
  try {
    await stripe.checkoutSessions.expire(id);
  } catch (error) {
    // Paid or expired in the meantime.
    if (!isRejectedByStripe(error)) throw error;
  }
}

interface LiveSubscription {
  subscription: Stripe.Subscription;
  row: SubscriptionRow;
}

/** Changes a subscription by its current state at Stripe and syncs. Completes half-done attempts. */
export async function changeSubscription(
  { gate, env, now }: RequestContext,
  stripe: StripeClient,
  userId: number,
  change: (live: LiveSubscription) => Promise<unknown>,
): Promise<SubscriptionRow> {
  const { customer, rows } = await gate.read({
    customer: first(customerQuery(userId)),
    rows: subscriptionsQuery(userId),
  });
  const current = currentSubscription(rows);
  if (!customer || !current || !isLive(current)) throw new ApiError("no_subscription");
  const changeAndSync = async () => {
    const subscription = await stripe.subscriptions.retrieve(current.id, { expand: ["schedule"] });
    const row = toSubscriptionRow(subscription);
    if (isLive(row)) await change({ subscription, row });
    await syncCustomer(env, stripe, customer.customer_id, now);
  };
  await withStripeErrors(changeAndSync());
  const rowsAfter = await gate.all(subscriptionsQuery(userId));
  const changed = rowsAfter.find(({ id }) => id === current.id);
  if (!changed || !isLive(changed)) throw new ApiError("no_subscription");
  return changed;
}

/** Ends with its period. Stripe can't cancel with a schedule: a chosen plan moves into the metadata. */
export async function cancelSubscription(stripe: StripeClient, { row }: LiveSubscription): Promise<void> {
  if (row.next_plan) await storeNextPlan(stripe, row.id, row.next_plan);
  if (row.schedule_id) await stripe.subscriptionSchedules.release(row.schedule_id);
  if (!row.cancels) await stripe.subscriptions.update(row.id, { cancel_at_period_end: true });
}

const storeNextPlan = (stripe: StripeClient, id: string, plan: PlanId | "") =>
  stripe.subscriptions.update(id, { metadata: { next_plan: plan } });

/** The subscription continues, with the plan change chosen before it was canceled. */
export async function resumeSubscription(
  stripe: StripeClient,
  live: LiveSubscription,
  plans: readonly PricedPlan[],
): Promise<void> {
  const { metadata } = live.subscription;
  const chosen = plans.find(({ id }) => id === metadata.next_plan);
  if (chosen) await changePlan(stripe, live, chosen);
  else await reactivate(stripe, live);
}

/** An end that was set as a date, as by Stripe's portal, is removed as a date. */
async function reactivate(stripe: StripeClient, { row, subscription }: LiveSubscription): Promise<void> {
  if (row.cancels)
    await stripe.subscriptions.update(
      row.id,
      subscription.cancel_at_period_end ? { cancel_at_period_end: false } : { cancel_at: "" },
    );
}

const INTERVAL: Record<PlanId, "month" | "year"> = { monthly: "month", yearly: "year" };

/** The plan changes with the next period; a canceled subscription continues. */
export async function changePlan(stripe: StripeClient, live: LiveSubscription, plan: PricedPlan) {
  await reactivate(stripe, live);
  await schedulePlanChange(stripe, live, plan);
  // Last, so an attempt that failed halfway can be repeated.
  if (live.subscription.metadata.next_plan) await storeNextPlan(stripe, live.row.id, "");
}

async function schedulePlanChange(
  stripe: StripeClient,
  { row, subscription }: LiveSubscription,
  plan: PricedPlan,
): Promise<void> {
  if (plan.id === row.plan) {
    if (row.schedule_id) await stripe.subscriptionSchedules.release(row.schedule_id);
    return;
  }
  const [item] = subscription.items.data;
  if (!item) return;
  const schedule = row.schedule_id
    ? await stripe.subscriptionSchedules.retrieve(row.schedule_id)
    : await stripe.subscriptionSchedules.create({ from_subscription: row.id });
  const start = schedule.current_phase?.start_date ?? item.current_period_start;
  await stripe.subscriptionSchedules.update(schedule.id, {
    end_behavior: "release",
    phases: [
      {
        items: [{ price: item.price.id, quantity: 1 }],
        start_date: start,
        end_date: item.current_period_end,
        proration_behavior: "none",
      },
      {
        items: [{ price: plan.price, quantity: 1 }],
        proration_behavior: "none",
        duration: { interval: INTERVAL[plan.id], interval_count: 1 },
        metadata: { plan: plan.id },
      },
    ],
  });
}
