import type Stripe from "stripe";
import { ApiError } from "#domain/errors.ts";
import type { PlanId } from "#domain/gold/plans.ts";
import { currentSubscription, isLive } from "#domain/gold/rules.ts";
import type { RequestContext } from "../http/handle.ts";
import type { PricedPlan } from "./plans.ts";
import { customerQuery, type SubscriptionRow, subscriptionsQuery } from "./queries.ts";
import { type StripeClient, withStripeErrors } from "./stripe.ts";
import { syncCustomer, toSubscriptionRow } from "./sync.ts";

interface LiveSubscription {
  subscription: Stripe.Subscription;
  row: SubscriptionRow;
}

/**
 * Changes a user's subscription at Stripe, based on its current state there, and syncs the result, so the page is up
 * to date right away. Completes what an earlier attempt left half done.
 */
export async function changeSubscription(
  { gate, env, now }: RequestContext,
  stripe: StripeClient,
  userId: number,
  change: (live: LiveSubscription) => Promise<unknown>,
): Promise<SubscriptionRow> {
  const {
    customer: [customer],
    rows,
  } = await gate.read({ customer: customerQuery(userId), rows: subscriptionsQuery(userId) });
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

/**
 * The subscription ends with its period. Stripe can't cancel a subscription that has a schedule, so a chosen plan
 * change is stored in the subscription's metadata before the schedule is released; `resumeSubscription` schedules it
 * again.
 */
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
export async function changePlan(
  stripe: StripeClient,
  live: LiveSubscription,
  plan: PricedPlan,
): Promise<void> {
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
