import type Stripe from "stripe";
import { Database, first, statement } from "#db/database.ts";
import { PLAN_IDS, type PlanId } from "#domain/gold/plans.ts";
import { goldUntil, hasGold, RENEWAL_GRACE_MS } from "#domain/gold/rules.ts";
import { logError } from "../http/log.ts";
import { notifyUser } from "../live/notify.ts";
import { type HandledEvent, storeStateStatements } from "./commands.ts";
import {
  customerStateQuery,
  MAX_SUBSCRIPTIONS,
  overdueCustomersQuery,
  type SubscriptionRow,
  subscriptionsQuery,
} from "./queries.ts";
import { isMissingAtStripe, type StripeClient, stripeClient } from "./stripe.ts";

/** Attempts when the state keeps being written concurrently. */
const MAX_TRIES = 8;
const SECOND_MS = 1_000;

/** The state was written concurrently each time: try again later. */
export class ConcurrentWriteError extends Error {}

/** All subscriptions of a customer at Stripe; null if Stripe doesn't know the customer. */
async function fetchSubscriptions(stripe: StripeClient, customer: string): Promise<SubscriptionRow[] | null> {
  try {
    const { data } = await stripe.subscriptions.list({
      customer,
      status: "all",
      limit: MAX_SUBSCRIPTIONS,
      expand: ["data.schedule"],
    });
    return data.map(toSubscriptionRow);
  } catch (error) {
    if (isMissingAtStripe(error)) return null;
    throw error;
  }
}

/** Converts a Stripe subscription to a row. */
export function toSubscriptionRow(subscription: Stripe.Subscription): SubscriptionRow {
  const { id, status, items, schedule, cancel_at, cancel_at_period_end, created } = subscription;
  const [item] = items.data;
  if (!item) throw new Error(`${id} has no item`);
  const expanded = typeof schedule === "object" ? schedule : null;
  const next = expanded?.phases.find(({ start_date }) => start_date >= item.current_period_end)?.metadata
    ?.plan;
  return {
    id,
    status,
    // By interval: an older price has lost its lookup key.
    plan: item.price.recurring?.interval === "year" ? "yearly" : "monthly",
    // Stripe's portal sets only the date.
    cancels: cancel_at_period_end || cancel_at !== null ? 1 : 0,
    period_start: item.current_period_start * SECOND_MS,
    period_end: item.current_period_end * SECOND_MS,
    schedule_id: typeof schedule === "string" ? schedule : (expanded?.id ?? null),
    next_plan: PLAN_IDS.includes(next as PlanId) ? (next as PlanId) : null,
    created_at: created * SECOND_MS,
  };
}

/** The latest end of Gold among the paid subscriptions. */
function latestGoldEnd(rows: readonly SubscriptionRow[]): number | null {
  const ends = rows.map((row) => goldUntil({ ...row, cancels: row.cancels === 1 }) ?? 0);
  return Math.max(0, ...ends) || null;
}

/**
 * Fetches a customer's state from Stripe and stores it, Gold included; the only way that billing grants or ends Gold.
 * If the stored state changes concurrently, it's fetched again, so the order of calls doesn't matter. Returns whether
 * the customer is known here.
 */
export async function syncCustomer(
  env: Env,
  stripe: StripeClient,
  customerId: string,
  now: number,
  event: HandledEvent | null = null,
): Promise<boolean> {
  const db = new Database(env.DB);
  for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
    const customer = await db.first(customerStateQuery(customerId));
    if (!customer) return false;
    const rowsQuery = subscriptionsQuery(customer.user_id);
    const fetched = await fetchSubscriptions(stripe, customerId);
    const rows = await db.all(rowsQuery);
    // A customer deleted at Stripe no longer pays for anything.
    const after = fetched ?? rows.map((row) => ({ ...row, status: "canceled" }));
    const gold = latestGoldEnd(after);
    const { written } = await db.batch(
      storeStateStatements(customerId, customer.version, after, gold, event, now),
    );
    if (!written) continue;
    const { rowsAfter, account } = await db.batch({
      rowsAfter: rowsQuery,
      account: first(customerStateQuery(customerId)),
    });
    const until = account?.gold_until ?? null;
    if (until !== customer.gold_until || JSON.stringify(rowsAfter) !== JSON.stringify(rows))
      await notifyUser(env, customer.user_id, { event: "GoldChanged", has_gold: hasGold(until, now) });
    return true;
  }
  throw new ConcurrentWriteError(`${customerId} was written concurrently each time`);
}

const EVENT_RETENTION_MS = 60 * 24 * 60 * 60 * 1000;
/** Customers synced per run. */
const MAX_CUSTOMERS = 10;

/** Syncs customers whose period ended without a webhook, and deletes old events that Stripe no longer resends. */
export async function sweepBilling(env: Env, now: number): Promise<void> {
  const db = new Database(env.DB);
  const { overdue } = await db.batch({
    oldEvents: statement`delete from stripe_events where id in
      (select id from stripe_events indexed by stripe_events_old where done_at < ${now - EVENT_RETENTION_MS} order by done_at limit 5000)`,
    overdue: overdueCustomersQuery(now - RENEWAL_GRACE_MS, MAX_CUSTOMERS),
  });
  const stripe = stripeClient(env);
  if (!stripe) return;
  for (const { customer_id } of overdue) {
    try {
      await syncCustomer(env, stripe, customer_id, now);
    } catch (error) {
      // The next run retries; the others shouldn't wait for this one.
      logError("billing not synced", { customer: customer_id }, error);
    }
  }
}
