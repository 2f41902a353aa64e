import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Role } from "#domain/auth/roles.ts";
import type { HostRegion } from "#domain/hosts/host-regions.ts";
import { booleanColumn, nocase, reference, time } from "../columns.ts";
import { nameLook } from "../name-look.ts";

/** Accounts. Triggers maintain the counters; `coins` and `xp` are the sums of the user's ledger entries. */
export const users = sqliteTable(
  "users",
  {
    // Ids of deleted rows must not return. AUTOINCREMENT reads sqlite_sequence with every insert.
    id: integer().primaryKey({ autoIncrement: true }),
    username: nocase().notNull(),
    /** No new name can have the look of another one (`nameLook`). Older accounts can share theirs. */
    name_look: text().generatedAlwaysAs(nameLook(sql.raw("username")), { mode: "virtual" }),
    email: nocase().notNull(),
    email_verified_at: time(),
    password_hash: text().notNull(),
    role: text().$type<Role>().notNull().default("member"),
    /** When an admin gave them their role, and which one. Null if no admin did, as for a site's first admin. */
    role_since: time(),
    role_by: integer(),
    bio: text().notNull().default(""),
    /** The colors of the 10 body parts, see domain/avatar/colors.ts. */
    colors: text().notNull().default(""),
    /** Assets of the bopi's latest pictures; null until they are rendered. */
    headshot: text(),
    avatar: text(),
    theme_id: integer().notNull().default(1),
    /** 1 everyone, 2 buddies, 3 no one. */
    comment_privacy: integer().notNull().default(1),
    message_privacy: integer().notNull().default(1),
    join_privacy: integer().notNull().default(1),
    /** Whether they look offline to everyone. */
    appear_offline: booleanColumn().notNull().default(0),
    coins: integer().notNull().default(0),
    xp: integer().notNull().default(0),
    /** The user's newest ledger entry, to order two balances. */
    ledger_id: integer().notNull().default(0),
    /** The highest spirit level whose reward was paid. */
    spirit_level: integer().notNull().default(1),
    gold_until: time(),
    /** Whether their name is golden while they have Gold. */
    gold_username: booleanColumn().notNull().default(1),
    /** Whether they see other users' profile themes and golden names. */
    show_custom_themes: booleanColumn().notNull().default(1),
    show_custom_usernames: booleanColumn().notNull().default(1),
    /** Their profile theme: a preset below 1,000, else a row of `custom_themes`; null for the default. */
    custom_theme_id: integer(),
    /** Since when two-factor authentication is on; the encrypted secret of the authenticator app. */
    two_factor_at: time(),
    two_factor_secret: text(),
    /** The latest time step of an accepted code: no code is accepted twice. */
    two_factor_step: integer().notNull().default(0),
    /** A new secret that takes effect once one of its codes was sent. */
    two_factor_pending: text(),
    /** When it was deleted. Its name and email address are gone; what others own or wrote remains. */
    deleted_at: time(),
    /** Not null while banned. A null `banned_until` means permanently. */
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
    followers_count: integer().notNull().default(0),
    following_count: integer().notNull().default(0),
    // Counters for achievements, besides some of the above.
    public_levels_count: integer().notNull().default(0),
    ratings_count: integer().notNull().default(0),
    comments_written: integer().notNull().default(0),
    purchases_count: integer().notNull().default(0),
    sales_count: integer().notNull().default(0),
    challenges_count: integer().notNull().default(0),
    achievements_count: integer().notNull().default(0),
    wishes_count: integer().notNull().default(0),
    bookmarks_count: integer().notNull().default(0),
    reports_made: integer().notNull().default(0),
    /** The stamps of their first night as bits (domain/first-night); null for accounts older than the board. */
    first_night: integer(),
    /** The region nearest to where they signed up, for the objects near them; null if it's unknown. */
    home: text().$type<HostRegion>(),
    created_at: time().notNull(),
  },
  (t) => [
    uniqueIndex("users_username").on(t.username),
    uniqueIndex("users_email").on(t.email),
    index("users_look").on(t.name_look),
    index("users_deleted").on(t.deleted_at).where(sql`${t.deleted_at} is not null`),
    index("users_staff").on(t.role, t.id).where(sql`${t.role} <> 'member'`),
    index("users_gold").on(t.id, t.gold_until).where(sql`${t.gold_until} is not null`),
    check("users_coins", sql`${t.coins} >= 0`),
    check("users_xp", sql`${t.xp} >= 0`),
  ],
);

/** Usernames that accounts had. No other account can use one, or a look-alike, until `reserved_until`. */
export const former_names = sqliteTable(
  "former_names",
  {
    username: nocase().primaryKey(),
    name_look: text().generatedAlwaysAs(nameLook(sql.raw("username")), { mode: "virtual" }),
    user_id: reference(() => users.id),
    created_at: time().notNull(),
    reserved_until: time().notNull(),
  },
  (t) => [index("former_names_user").on(t.user_id), index("former_names_look").on(t.name_look)],
);

/** Signed-in browsers. The id is the hash of the cookie's value. */
export const sessions = sqliteTable(
  "sessions",
  {
    id: text().primaryKey(),
    user_id: reference(() => users.id),
    device: text().notNull().default(""),
    ip_hash: text().notNull().default(""),
    /** Town and country at sign-in, if known. */
    place: text().notNull().default(""),
    /** When the user last signed in or confirmed their password. */
    confirmed_at: time().notNull().default(0),
    created_at: time().notNull(),
    seen_at: time().notNull(),
    expires_at: time().notNull(),
  },
  (t) => [index("sessions_user").on(t.user_id), index("sessions_expiry").on(t.expires_at)],
);

/** One-time links in emails. The id is the hash of the link's token. */
export const tokens = sqliteTable(
  "tokens",
  {
    id: text().primaryKey(),
    kind: text().$type<"verify" | "reset" | "revert">().notNull(),
    user_id: reference(() => users.id),
    /** The link's recipient. Changing the email address voids the link, except for undoing a change. */
    email: text().notNull(),
    created_at: time().notNull(),
    expires_at: time().notNull(),
  },
  (t) => [
    index("tokens_user").on(t.user_id, t.kind),
    index("tokens_expiry").on(t.expires_at),
    // No other account can use an email address that can still be restored.
    index("tokens_revert").on(t.email).where(sql`${t.kind} = 'revert'`),
  ],
);

/** Emails to send, written in the same transaction as their cause. `sent_at` is null until they are sent. */
export const mails = sqliteTable(
  "mails",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    recipient: text().notNull(),
    subject: text().notNull(),
    body: text().notNull(),
    attempts: integer().notNull().default(0),
    /** Until then the message is claimed by a sender. */
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
    user_id: reference(() => users.id),
    buddy_id: reference(() => users.id),
    created_at: time().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.user_id, t.buddy_id] }),
    index("buddies_newest").on(t.user_id, t.created_at, t.buddy_id),
  ],
);

/** Pending buddy requests. */
export const buddy_requests = sqliteTable(
  "buddy_requests",
  {
    from_id: reference(() => users.id),
    to_id: reference(() => users.id),
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
    user_id: reference(() => users.id),
    blocked_id: reference(() => users.id),
    created_at: time().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.user_id, t.blocked_id] }),
    index("blocks_newest").on(t.user_id, t.created_at, t.blocked_id),
  ],
);

/** Creators that users follow. A trigger ends it when one of the two blocks the other. */
export const follows = sqliteTable(
  "follows",
  {
    follower_id: reference(() => users.id),
    creator_id: reference(() => users.id),
    created_at: time().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.follower_id, t.creator_id] }),
    index("follows_newest").on(t.follower_id, t.created_at, t.creator_id),
    index("follows_creator").on(t.creator_id, t.follower_id),
    index("follows_newest_followers").on(t.creator_id, t.created_at, t.follower_id),
  ],
);

/** Deleted accounts whose data outside the database isn't deleted yet. The schedule repeats it until it is. */
export const account_cleanups = sqliteTable("account_cleanups", {
  user_id: reference(() => users.id).primaryKey(),
  created_at: time().notNull(),
});

/** A creator's first new level of each day (UTC), about which followers are notified. Written by triggers. */
export const follower_notices = sqliteTable(
  "follower_notices",
  {
    creator_id: reference(() => users.id),
    /** YYYY-MM-DD */
    day: text().notNull(),
    level_id: integer().notNull(),
    /** Id of the last follower who was notified. */
    notified_to: integer().notNull().default(0),
    finished_at: time(),
  },
  (t) => [
    primaryKey({ columns: [t.creator_id, t.day] }),
    index("follower_notices_open").on(t.day).where(sql`finished_at is null`),
  ],
);

export const reports = sqliteTable(
  "reports",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    type: text().notNull(),
    target: text().notNull(),
    reporter_id: reference(() => users.id),
    reason: text().notNull(),
    details: text().notNull().default(""),
    /** Unused: the case has the state. */
    open: booleanColumn().notNull().default(1),
    /** Its case (`cases`). */
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
