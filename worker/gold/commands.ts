import { type Columns, Database, first, type Statement, sql, statement } from "#db/database.ts";
import { isLive } from "#domain/gold/rules.ts";
import { customerQuery, type SubscriptionRow, subscriptionsQuery } from "./queries.ts";
import { isMissingAtStripe, requireStripe, stripeClient, withStripeErrors } from "./stripe.ts";

/** A Stripe event that was handled. */
export interface HandledEvent {
  id: string;
  type: string;
  created: number;
}

const SECOND_MS = 1_000;

export const storeEvent = ({ id, type, created }: HandledEvent, now: number, when = sql`true`): Statement =>
  statement`insert into stripe_events (id, type, created_at, done_at)
    select ${id}, ${type}, ${created * SECOND_MS}, ${now} where ${when} on conflict do nothing`;

/**
 * Stores a customer's state from Stripe, all or nothing: only if no one else has written since `version` was read.
 * Gold from other sources is kept: the end that billing wrote is recorded, and a different value came from elsewhere.
 * `written` returns a row if anything was written.
 */
export function storeStateStatements(
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

export const deleteCustomerStatements = (userId: number): Statement[] => [
  statement`delete from subscriptions where user_id = ${userId}`,
  statement`delete from billing_customers where user_id = ${userId}`,
  statement`update users set gold_until = null where id = ${userId}`,
];

/**
 * Ends the billing of an account that is being deleted: deletes the customer at Stripe, which cancels their
 * subscriptions immediately. Throws on failure.
 */
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
  await db.batch({ customer: deleteCustomerStatements(userId) });
}
