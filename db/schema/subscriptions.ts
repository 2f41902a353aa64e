import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { time } from "../columns.ts";
import { users } from "./users.ts";

const userId = () =>
  integer()
    .notNull()
    .references(() => users.id);

/** Paying users and their Stripe customer ids. */
export const billing_customers = sqliteTable(
  "billing_customers",
  {
    user_id: userId().primaryKey(),
    customer_id: text().notNull(),
    /** Optimistic lock: a state read from Stripe is only written if no other one was written since. */
    version: integer().notNull().default(0),
    /** The last `gold_until` written because of a payment. If the user's differs, it was changed elsewhere. */
    gold_until: time(),
    /** Gold granted otherwise, which remains when the subscription ends. */
    granted_until: time(),
    created_at: time().notNull(),
  },
  (t) => [uniqueIndex("billing_customers_customer").on(t.customer_id)],
);

/** The latest known state of Stripe subscriptions. */
export const subscriptions = sqliteTable(
  "subscriptions",
  {
    id: text().primaryKey(),
    user_id: userId(),
    /** Stripe's status: active, past_due, canceled, … */
    status: text().notNull(),
    plan: text().$type<"monthly" | "yearly">().notNull(),
    cancels: integer().$type<0 | 1>().notNull().default(0),
    period_start: time().notNull(),
    period_end: time().notNull(),
    /** The subscription schedule that swaps the plan, and the new plan. */
    schedule_id: text(),
    next_plan: text().$type<"monthly" | "yearly">(),
    created_at: time().notNull(),
    updated_at: time().notNull(),
  },
  (t) => [
    index("subscriptions_user").on(t.user_id, t.created_at),
    // Subscriptions whose end has to be checked.
    index("subscriptions_due").on(t.period_end).where(sql`${t.status} in ('active', 'trialing', 'past_due')`),
  ],
);

/** Handled Stripe events, so each is applied once. */
export const stripe_events = sqliteTable(
  "stripe_events",
  {
    id: text().primaryKey(),
    type: text().notNull(),
    /** When Stripe created it, and when it was handled. */
    created_at: time().notNull(),
    done_at: time().notNull(),
  },
  (t) => [index("stripe_events_old").on(t.done_at)],
);
