import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Role } from "#domain/auth/api.ts";
import { flag, nocase, time } from "../columns.ts";

/** Accounts. Counters are kept by triggers; `coins` and `xp` are the sums of the user's transactions. */
export const users = sqliteTable(
  "users",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    username: nocase().notNull(),
    email: nocase().notNull(),
    email_verified_at: time(),
    password_hash: text().notNull(),
    role: text().$type<Role>().notNull().default("member"),
    bio: text().notNull().default(""),
    /** The ten part colours, see domain/avatar/colors.ts. */
    colors: text().notNull().default(""),
    /** Assets of the bopi's newest pictures; null until they are drawn. */
    headshot: text(),
    avatar: text(),
    theme_id: integer().notNull().default(1),
    /** 1 everyone, 2 buddies, 3 no one. */
    comment_privacy: integer().notNull().default(1),
    message_privacy: integer().notNull().default(1),
    join_privacy: integer().notNull().default(1),
    /** Nobody sees them online or playing. */
    appear_offline: flag().notNull().default(0),
    coins: integer().notNull().default(0),
    xp: integer().notNull().default(0),
    /** The newest row of the user's ledger: tells which of two balances is the newer one. */
    ledger_id: integer().notNull().default(0),
    /** The spirit level that has been paid for. */
    spirit_level: integer().notNull().default(1),
    gold_until: time(),
    /** Their name is golden while they have Gold. */
    gold_username: flag().notNull().default(1),
    /** What they want to see of others. */
    show_custom_themes: flag().notNull().default(1),
    show_custom_usernames: flag().notNull().default(1),
    /** What their profile wears: the site's own below 1,000, else a row of `custom_themes`; null is the one all begin with. */
    custom_theme_id: integer(),
    /** Since when signing in takes two factors; the secret of the authenticator app, sealed. */
    two_factor_at: time(),
    two_factor_secret: text(),
    /** The newest time step whose code was taken: no code is taken twice. */
    two_factor_step: integer().notNull().default(0),
    /** A secret that counts once a code of it was sent. */
    two_factor_pending: text(),
    /** The account was deleted: its name and address are gone, what others own or said stays. */
    deleted_at: time(),
    /** Not null while banned; `banned_until` null means for ever. */
    banned_at: time(),
    banned_until: time(),
    ban_reason: text(),
    levels_count: integer().notNull().default(0),
    plays_sum: integer().notNull().default(0),
    clears_count: integer().notNull().default(0),
    comments_count: integer().notNull().default(0),
    buddies_count: integer().notNull().default(0),
    incoming_count: integer().notNull().default(0),
    outgoing_count: integer().notNull().default(0),
    blocks_count: integer().notNull().default(0),
    // What achievements look at, besides some of the above.
    ratings_count: integer().notNull().default(0),
    comments_written: integer().notNull().default(0),
    purchases_count: integer().notNull().default(0),
    sales_count: integer().notNull().default(0),
    challenges_count: integer().notNull().default(0),
    achievements_count: integer().notNull().default(0),
    wishes_count: integer().notNull().default(0),
    bookmarks_count: integer().notNull().default(0),
    reports_made: integer().notNull().default(0),
    created_at: time().notNull(),
  },
  (t) => [
    uniqueIndex("users_username").on(t.username),
    uniqueIndex("users_email").on(t.email),
    index("users_deleted").on(t.deleted_at).where(sql`${t.deleted_at} is not null`),
    index("users_gold").on(t.id, t.gold_until).where(sql`${t.gold_until} is not null`),
    check("users_coins", sql`${t.coins} >= 0`),
    check("users_xp", sql`${t.xp} >= 0`),
  ],
);

/** Usernames that accounts had before staff renamed them. Until `reserved_until` no other account can have one. */
export const former_names = sqliteTable(
  "former_names",
  {
    username: nocase().primaryKey(),
    user_id: integer()
      .notNull()
      .references(() => users.id),
    created_at: time().notNull(),
    reserved_until: time().notNull(),
  },
  (t) => [index("former_names_user").on(t.user_id)],
);

/** A signed-in browser. The id is the hash of what the cookie holds. */
export const sessions = sqliteTable(
  "sessions",
  {
    id: text().primaryKey(),
    user_id: integer()
      .notNull()
      .references(() => users.id),
    device: text().notNull().default(""),
    address_hash: text().notNull().default(""),
    /** Town and country where it signed in, as far as known. */
    place: text().notNull().default(""),
    /** When it last showed the password, or more. */
    confirmed_at: time().notNull().default(0),
    created_at: time().notNull(),
    seen_at: time().notNull(),
    expires_at: time().notNull(),
  },
  (t) => [index("sessions_user").on(t.user_id), index("sessions_expiry").on(t.expires_at)],
);

/** One-time links sent by mail; the id is the hash of the token in the link. */
export const tokens = sqliteTable(
  "tokens",
  {
    id: text().primaryKey(),
    kind: text().$type<"verify" | "reset" | "revert">().notNull(),
    user_id: integer()
      .notNull()
      .references(() => users.id),
    /** The address the link was sent to. Except for taking a change back, a changed address makes it void. */
    email: text().notNull(),
    created_at: time().notNull(),
    expires_at: time().notNull(),
  },
  (t) => [
    index("tokens_user").on(t.user_id, t.kind),
    index("tokens_expiry").on(t.expires_at),
    // An address that can be taken back is nobody else's meanwhile.
    index("tokens_revert").on(t.email).where(sql`${t.kind} = 'revert'`),
  ],
);

/** Mail to send, written in the same transaction as what it tells of; `sent_at` is null until it went out. */
export const mails = sqliteTable(
  "mails",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    recipient: text().notNull(),
    subject: text().notNull(),
    body: text().notNull(),
    attempts: integer().notNull().default(0),
    /** Nobody else sends the message before then. */
    claimed_until: time().notNull().default(0),
    created_at: time().notNull(),
    sent_at: time(),
  },
  (t) => [
    index("mails_unsent").on(t.created_at).where(sql`${t.sent_at} is null`),
    index("mails_sent").on(t.created_at).where(sql`${t.sent_at} is not null`),
  ],
);

export const buddies = sqliteTable(
  "buddies",
  {
    user_id: integer()
      .notNull()
      .references(() => users.id),
    buddy_id: integer()
      .notNull()
      .references(() => users.id),
    created_at: time().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.user_id, t.buddy_id] }),
    index("buddies_newest").on(t.user_id, t.created_at, t.buddy_id),
  ],
);

/** Who asked whom to be buddies; answered or withdrawn, the row goes. */
export const buddy_requests = sqliteTable(
  "buddy_requests",
  {
    from_id: integer()
      .notNull()
      .references(() => users.id),
    to_id: integer()
      .notNull()
      .references(() => users.id),
    created_at: time().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.from_id, t.to_id] }),
    index("buddy_requests_incoming").on(t.to_id, t.created_at, t.from_id),
    index("buddy_requests_outgoing").on(t.from_id, t.created_at, t.to_id),
  ],
);

export const blocks = sqliteTable(
  "blocks",
  {
    user_id: integer()
      .notNull()
      .references(() => users.id),
    blocked_id: integer()
      .notNull()
      .references(() => users.id),
    created_at: time().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.user_id, t.blocked_id] }),
    index("blocks_newest").on(t.user_id, t.created_at, t.blocked_id),
  ],
);

/** Totals that no page may count for itself. Kept by triggers. */
export const counters = sqliteTable("counters", {
  name: text().primaryKey(),
  value: integer().notNull().default(0),
});

export const reports = sqliteTable(
  "reports",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    type: text().notNull(),
    target: text().notNull(),
    reporter_id: integer()
      .notNull()
      .references(() => users.id),
    reason: text().notNull(),
    details: text().notNull().default(""),
    /** Not used any more: what is open is a matter of its case. */
    open: flag().notNull().default(1),
    /** What it is merged into (`cases`). */
    case_id: integer().notNull().default(0),
    created_at: time().notNull(),
  },
  (t) => [
    uniqueIndex("reports_once").on(t.case_id, t.reporter_id),
    index("reports_reporter").on(t.reporter_id, t.id),
    index("reports_case").on(t.case_id, t.id),
    index("reports_pairs").on(t.reporter_id, t.target).where(sql`${t.type} = 'message'`),
    index("reports_messages").on(t.reporter_id, t.id, t.target).where(sql`${t.type} = 'message'`),
  ],
);
