import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { time } from "../columns.ts";
import { users } from "./users.ts";

const userId = () =>
  integer()
    .notNull()
    .references(() => users.id);

/** Browsers that have signed in to an account before, by the hash of their cookie: a new one is told of by mail. */
export const known_browsers = sqliteTable(
  "known_browsers",
  { user_id: userId(), browser: text().notNull(), created_at: time().notNull() },
  (t) => [primaryKey({ columns: [t.user_id, t.browser] })],
);

/** One-time codes for whoever has lost their authenticator app, as hashes; one that was used has its row deleted. */
export const recovery_codes = sqliteTable(
  "recovery_codes",
  { user_id: userId(), hash: text().notNull() },
  (t) => [primaryKey({ columns: [t.user_id, t.hash] })],
);

/** Profile themes of people's own; the site's own are data (domain/themes/presets.ts). */
export const custom_themes = sqliteTable(
  "custom_themes",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    user_id: userId(),
    name: text().notNull(),
    gradient_start_color: text().notNull(),
    /** Null means solid. */
    gradient_end_color: text(),
    pattern_color: text(),
    pattern_id: integer(),
    /** The site theme that goes with it. */
    theme_id: integer(),
    created_at: time().notNull(),
    updated_at: time().notNull(),
  },
  (t) => [index("custom_themes_user").on(t.user_id, t.id)],
);

/** Discord accounts linked by OAuth; one account of each side belongs to one of the other. */
export const discord_links = sqliteTable(
  "discord_links",
  {
    user_id: userId().primaryKey(),
    /** Empty while the link is being made. */
    discord_id: text().notNull().default(""),
    username: text().notNull().default(""),
    global_name: text(),
    /** What Discord lets the site act with, sealed. */
    access_token: text().notNull().default(""),
    refresh_token: text().notNull().default(""),
    token_expires_at: time().notNull().default(0),
    linked_at: time().notNull(),
    synced_at: time(),
  },
  (t) => [uniqueIndex("discord_links_account").on(t.discord_id).where(sql`${t.discord_id} <> ''`)],
);

/** Who pays for Gold, by Stripe's name of them. */
export const billing_customers = sqliteTable(
  "billing_customers",
  {
    user_id: userId().primaryKey(),
    customer_id: text().notNull(),
    /** Counts what was read of Stripe and written here: a state read before another was written is not written after it. */
    version: integer().notNull().default(0),
    /** What was last written as the user's `gold_until` because of what they pay; where that differs, somebody else has. */
    gold_until: time(),
    /** Gold they had from elsewhere, which stays when what they pay ends. */
    granted_until: time(),
    created_at: time().notNull(),
  },
  (t) => [uniqueIndex("billing_customers_customer").on(t.customer_id)],
);

/** What Stripe last said of a subscription. */
export const subscriptions = sqliteTable(
  "subscriptions",
  {
    id: text().primaryKey(),
    user_id: userId(),
    /** Stripe's word for it: active, past_due, canceled, … */
    status: text().notNull(),
    plan: text().$type<"monthly" | "yearly">().notNull(),
    cancels: integer().$type<0 | 1>().notNull().default(0),
    period_start: time().notNull(),
    period_end: time().notNull(),
    /** The subscription schedule that swaps the plan, and to which. */
    schedule_id: text(),
    next_plan: text().$type<"monthly" | "yearly">(),
    created_at: time().notNull(),
    updated_at: time().notNull(),
  },
  (t) => [
    index("subscriptions_user").on(t.user_id, t.created_at),
    // Those whose end has to be heard of.
    index("subscriptions_due").on(t.period_end).where(sql`${t.status} in ('active', 'trialing', 'past_due')`),
  ],
);

/** Events of Stripe that were seen to, so that each counts once. */
export const stripe_events = sqliteTable(
  "stripe_events",
  {
    id: text().primaryKey(),
    type: text().notNull(),
    /** When Stripe made it, and when it was seen to. */
    created_at: time().notNull(),
    done_at: time().notNull(),
  },
  (t) => [index("stripe_events_old").on(t.done_at)],
);

/** Packages of somebody's data, made in the background and kept for a while. */
export const exports = sqliteTable(
  "exports",
  {
    id: text().primaryKey(),
    user_id: userId(),
    state: text().$type<"waiting" | "ready" | "failed">().notNull().default("waiting"),
    bytes: integer().notNull().default(0),
    created_at: time().notNull(),
    ready_at: time(),
    expires_at: time(),
  },
  (t) => [index("exports_user").on(t.user_id, t.created_at), index("exports_expiry").on(t.expires_at)],
);
