import type Stripe from "stripe";
import type { PlanId } from "#domain/billing/plans.ts";
import { isLive, mainOf } from "#domain/billing/rules.ts";
import { ApiError } from "#domain/errors.ts";
import type { RequestContext } from "../http/handle.ts";
import type { PricedPlan } from "./plans.ts";
import { customerQuery, type SubscriptionRow, subscriptionsQuery } from "./queries.ts";
import { asking } from "./stripe.ts";
import { rowOf, syncCustomer } from "./sync.ts";

interface Living {
  subscription: Stripe.Subscription;
  row: SubscriptionRow;
}

/**
 * Changes the subscription that somebody has, as Stripe has it now, and writes what came of it, so that the page is right at
 * once. What an earlier try has left half done is found as it is and done to its end.
 */
export async function changeSubscription(
  { gate, env, now }: RequestContext,
  stripe: Stripe,
  userId: number,
  change: (living: Living) => Promise<unknown>,
): Promise<SubscriptionRow> {
  const [[known], rows] = await gate.read(customerQuery(userId), subscriptionsQuery(userId));
  const main = mainOf(rows);
  if (!known || !main || !isLive(main)) throw new ApiError("no_subscription");
  const work = async () => {
    const subscription = await stripe.subscriptions.retrieve(main.id, { expand: ["schedule"] });
    const row = rowOf(subscription);
    if (isLive(row)) await change({ subscription, row });
    await syncCustomer(env, stripe, known.customer_id, now);
  };
  await asking(work());
  const [after] = await gate.read(subscriptionsQuery(userId));
  const changed = after.find(({ id }) => id === main.id);
  if (!changed || !isLive(changed)) throw new ApiError("no_subscription");
  return changed;
}

/**
 * It ends with its period. Stripe can't cancel a subscription that has a schedule, so a plan change that was chosen is kept in
 * the subscription's metadata, before the schedule goes: `resume` schedules it again.
 */
export async function cancel(stripe: Stripe, { row }: Living): Promise<void> {
  if (row.next_plan) await keepChosen(stripe, row.id, row.next_plan);
  if (row.schedule_id) await stripe.subscriptionSchedules.release(row.schedule_id);
  if (!row.cancels) await stripe.subscriptions.update(row.id, { cancel_at_period_end: true });
}

const keepChosen = (stripe: Stripe, id: string, plan: PlanId | "") =>
  stripe.subscriptions.update(id, { metadata: { next_plan: plan } });

/** It goes on, with the plan change that was chosen before it was canceled. */
export async function resume(stripe: Stripe, living: Living, plans: readonly PricedPlan[]): Promise<void> {
  const { metadata } = living.subscription;
  const chosen = plans.find(({ id }) => id === metadata.next_plan);
  if (chosen) await swap(stripe, living, chosen);
  else await reactivate(stripe, living);
}

/** An end that was set as a date, as Stripe's portal does, is taken away as one. */
async function reactivate(stripe: Stripe, { row, subscription }: Living): Promise<void> {
  if (row.cancels)
    await stripe.subscriptions.update(
      row.id,
      subscription.cancel_at_period_end ? { cancel_at_period_end: false } : { cancel_at: "" },
    );
}

const INTERVAL: Record<PlanId, "month" | "year"> = { monthly: "month", yearly: "year" };

/** The plan changes with the next period; one that was canceled goes on. */
export async function swap(stripe: Stripe, living: Living, plan: PricedPlan): Promise<void> {
  await reactivate(stripe, living);
  await schedule(stripe, living, plan);
  // Only now, so that a try that failed halfway can be repeated.
  if (living.subscription.metadata.next_plan) await keepChosen(stripe, living.row.id, "");
}

async function schedule(stripe: Stripe, { row, subscription }: Living, plan: PricedPlan): Promise<void> {
  if (plan.id === row.plan) {
    if (row.schedule_id) await stripe.subscriptionSchedules.release(row.schedule_id);
    return;
  }
  const [item] = subscription.items.data;
  if (!item) return;
  const made = row.schedule_id
    ? await stripe.subscriptionSchedules.retrieve(row.schedule_id)
    : await stripe.subscriptionSchedules.create({ from_subscription: row.id });
  const start = made.current_phase?.start_date ?? item.current_period_start;
  await stripe.subscriptionSchedules.update(made.id, {
    end_behavior: "release",
    phases: [
      {
        ...{ items: [{ price: item.price.id, quantity: 1 }], start_date: start },
        ...{ end_date: item.current_period_end, proration_behavior: "none" },
      },
      {
        ...{ items: [{ price: plan.price, quantity: 1 }], proration_behavior: "none" },
        ...{ duration: { interval: INTERVAL[plan.id], interval_count: 1 }, metadata: { plan: plan.id } },
      },
    ],
  });
}
