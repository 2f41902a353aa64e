import type Stripe from "stripe";
import { type Columns, Database, first, type Statement, sql, statement } from "#db/database.ts";
import { PLAN_IDS, type PlanId } from "#domain/gold/plans.ts";
import { goldUntil, hasGold, isLive, RENEWAL_GRACE_MS } from "#domain/gold/rules.ts";
import { logError } from "../http/log.ts";
import { notifyUser } from "../live/notify.ts";
import {
  customerQuery,
  customerStateQuery,
  MAX_SUBSCRIPTIONS,
  overdueCustomersQuery,
  type SubscriptionRow,
  subscriptionsQuery,
} from "./queries.ts";
import {
  isMissingAtStripe,
  requireStripe,
  type StripeClient,
  stripeClient,
  withStripeErrors,
} from "./stripe.ts";

/** A Stripe event that was handled. */
interface HandledEvent {
  id: string;
  type: string;
  created: number;
}

export const storeEvent = ({ id, type, created }: HandledEvent, now: number, when = sql`true`): Statement =>
  statement`insert into stripe_events (id, type, created_at, done_at)
    select ${id}, ${type}, ${created * SECOND_MS}, ${now} where ${when} on conflict do nothing`;

/** Stores a state from Stripe if none was written since `version`. Gold from other sources is kept. */
function storeStateStatements(
  customerId: string,
  version: number,
  rows: readonly SubscriptionRow[],
  gold: number | null,
  event: HandledEvent | null,
  now: number,
) {
  const current = sql`(select user_id from billing_customers where customer_id = ${customerId} and version = ${version})`;
  const isCurrent = sql`${current} is not null`;
  return {
    subscriptions: statement`insert into subscriptions (id, user_id, status, plan, cancels, period_start, period_end, schedule_id, next_plan,
        created_at, updated_at)
      select value ->> 'id', ${current}, value ->> 'status', value ->> 'plan', value ->> 'cancels', value ->> 'period_start',
        value ->> 'period_end', value ->> 'schedule_id', value ->> 'next_plan', value ->> 'created_at', ${now}
      from json_each(${JSON.stringify(rows)}) where ${isCurrent}
      on conflict (id) do update set status = excluded.status, plan = excluded.plan, cancels = excluded.cancels,
        period_start = excluded.period_start, period_end = excluded.period_end, schedule_id = excluded.schedule_id,
        next_plan = excluded.next_plan, updated_at = excluded.updated_at`,
    granted: statement`update billing_customers as b set granted_until = u.gold_until from users u
      where u.id = b.user_id and u.gold_until is not b.gold_until and b.customer_id = ${customerId} and b.version = ${version}`,
    gold: statement`update users as u set gold_until = nullif(max(coalesce(b.granted_until, 0), ${gold ?? 0}), 0)
      from billing_customers b where b.user_id = u.id and b.customer_id = ${customerId} and b.version = ${version}`,
    event: event ? [storeEvent(event, now, isCurrent)] : [],
    written: first<Columns<"billing_customers", "version">>`update billing_customers as b
      set version = version + 1,
        gold_until = (select gold_until from users where id = b.user_id)
      where customer_id = ${customerId} and version = ${version} returning version`,
  };
}

/** Stores a user's Stripe customer id; the first one wins, unless it's the one being `replaced`. */
export const storeCustomer = (userId: number, customerId: string, replaced: string, now: number): Statement =>
  statement`insert into billing_customers (user_id, customer_id, created_at) values (${userId}, ${customerId}, ${now})
    on conflict (user_id) do update set customer_id = excluded.customer_id, version = version + 1
    where customer_id = ${replaced}`;

/** Ends the billing of an account being deleted: without its customer, Stripe cancels. Throws on failure. */
export async function endBilling(env: Env, userId: number): Promise<void> {
  const db = new Database(env.DB);
  const { customer, rows } = await db.batch({
    customer: first(customerQuery(userId)),
    rows: subscriptionsQuery(userId),
  });
  if (!customer) return;
  // If the site no longer sells Gold, Stripe is only required for subscriptions that still run.
  const stripe = rows.some(isLive) ? requireStripe(env) : stripeClient(env);
  const deletion = stripe?.customers.del(customer.customer_id).catch((error: unknown) => {
    // Deleted by an earlier attempt.
    if (!isMissingAtStripe(error)) throw error;
  });
  if (deletion) await withStripeErrors(deletion);
  await db.batch({
    subscriptions: statement`delete from subscriptions where user_id = ${userId}`,
    customer: statement`delete from billing_customers where user_id = ${userId}`,
    user: statement`update users set gold_until = null where id = ${userId}`,
  });
}

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

/** Stores a customer's state from Stripe, again on races: the only way billing changes Gold. */
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
