import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { booleanColumn, reference, time, withoutRowid } from "../columns.ts";
import { sessions, users } from "./users.ts";

/** Paying users and their Stripe customer ids. */
export const billing_customers = sqliteTable(
  "billing_customers",
  {
    user_id: reference(() => users.id).primaryKey(),
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
    user_id: reference(() => users.id),
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

/** Data exports, created in the background and stored temporarily. */
export const exports = sqliteTable(
  "exports",
  {
    id: text().primaryKey(),
    user_id: reference(() => users.id),
    state: text().$type<"waiting" | "ready" | "failed">().notNull().default("waiting"),
    bytes: integer().notNull().default(0),
    created_at: time().notNull(),
    ready_at: time(),
    expires_at: time(),
  },
  (t) => [
    index("exports_user").on(t.user_id, t.created_at),
    index("exports_expiry").on(t.expires_at),
    index("exports_waiting").on(t.created_at).where(sql`state = 'waiting'`),
  ],
);

/** Users' own profile themes. The presets are in domain/themes/presets.ts. */
export const custom_themes = sqliteTable(
  "custom_themes",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    user_id: reference(() => users.id),
    name: text().notNull(),
    gradient_start_color: text().notNull(),
    /** Null means solid. */
    gradient_end_color: text(),
    pattern_color: text(),
    pattern_id: integer(),
    /** The site theme it switches to. */
    theme_id: integer(),
    created_at: time().notNull(),
    updated_at: time().notNull(),
  },
  (t) => [index("custom_themes_user").on(t.user_id, t.id)],
);

/** Discord accounts linked by OAuth, one to one. */
export const discord_links = sqliteTable(
  "discord_links",
  {
    user_id: reference(() => users.id).primaryKey(),
    /** Empty while linking is in progress. */
    discord_id: text().notNull().default(""),
    username: text().notNull().default(""),
    global_name: text(),
    /** The encrypted OAuth tokens. */
    access_token: text().notNull().default(""),
    refresh_token: text().notNull().default(""),
    token_expires_at: time().notNull().default(0),
    linked_at: time().notNull(),
    synced_at: time(),
  },
  (t) => [uniqueIndex("discord_links_account").on(t.discord_id).where(sql`${t.discord_id} <> ''`)],
);

/** Browsers that get notifications while none of their member's pages is open. They end with their session. */
export const push_subscriptions = sqliteTable(
  "push_subscriptions",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    user_id: reference(() => users.id),
    session_id: text()
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade", onUpdate: "cascade" }),
    /** The URL at the browser's push service; anyone who knows it and our key can send to it. */
    endpoint: text().notNull().unique(),
    /** The browser's public key and secret, in base64url. */
    p256dh: text().notNull(),
    auth: text().notNull(),
    created_at: time().notNull(),
    last_ok_at: time(),
  },
  (t) => [
    index("push_subscriptions_user").on(t.user_id),
    index("push_subscriptions_session").on(t.session_id),
  ],
);

/** Settings of push messages. Members without a row have the defaults. */
export const push_settings = sqliteTable("push_settings", {
  user_id: reference(() => users.id).primaryKey(),
  chat: booleanColumn().notNull().default(1),
  buddy_request: booleanColumn().notNull().default(1),
  sale: booleanColumn().notNull().default(1),
  /** Minutes of the day; both null if there are no quiet hours. */
  quiet_from: integer(),
  quiet_until: integer(),
  time_zone: text().notNull().default("UTC"),
});

/** Browsers that signed in to an account, by their cookie's hash. New ones are reported by email. */
export const known_browsers = withoutRowid(
  "known_browsers",
  { user_id: reference(() => users.id), browser: text().notNull(), created_at: time().notNull() },
  (t) => [primaryKey({ columns: [t.user_id, t.browser] })],
);

/** One-time codes for users without their authenticator app, as hashes. A used code's row is deleted. */
export const recovery_codes = withoutRowid(
  "recovery_codes",
  { user_id: reference(() => users.id), hash: text().notNull() },
  (t) => [primaryKey({ columns: [t.user_id, t.hash] })],
);
