import { type Columns, type Statement, sql, statement } from "#db/database.ts";

export type SubscriptionRow = Columns<
  "subscriptions",
  | "id"
  | "status"
  | "plan"
  | "cancels"
  | "period_start"
  | "period_end"
  | "schedule_id"
  | "next_plan"
  | "created_at"
>;

/** Upper limit for the subscriptions of a user that are read, newest first. */
export const MAX_SUBSCRIPTIONS = 20;

export const subscriptionsQuery = (userId: number): Statement<SubscriptionRow> =>
  statement<SubscriptionRow>`select id, status, plan, cancels, period_start, period_end, schedule_id, next_plan, created_at
    from subscriptions where user_id = ${userId} order by created_at desc, id limit ${sql.raw(String(MAX_SUBSCRIPTIONS))}`;

export type CustomerRow = Columns<"billing_customers", "customer_id">;

export const customerQuery = (userId: number): Statement<CustomerRow> =>
  statement<CustomerRow>`select customer_id from billing_customers where user_id = ${userId}`;

export type CustomerStateRow = Columns<"billing_customers", "user_id" | "version"> &
  Columns<"users", "gold_until">;

/** A customer's user and the version of their stored state. */
export const customerStateQuery = (customerId: string): Statement<CustomerStateRow> =>
  statement<CustomerStateRow>`select b.user_id, b.version, u.gold_until from billing_customers b join users u on u.id = b.user_id
    where b.customer_id = ${customerId}`;

/** Customers whose renewal should have arrived by now. */
export const overdueCustomersQuery = (before: number, limit: number): Statement<CustomerRow> =>
  statement<CustomerRow>`select distinct b.customer_id from subscriptions s indexed by subscriptions_due
    join billing_customers b on b.user_id = s.user_id
    where s.status in ('active', 'trialing', 'past_due') and s.period_end < ${before}
    order by random() limit ${limit}`;
