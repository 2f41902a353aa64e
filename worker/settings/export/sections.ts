import { type Columns, type Statement, sql, statement } from "#db/database.ts";
import type { DatabaseName } from "#domain/database-names.ts";

/** A file of the export: the user's rows in one table. */
export interface ExportSection {
  file: string;
  about: string;
  columns: string;
  /** The from clause up to the column that holds the user's id. */
  from: string;
  /** The indexed columns after that one, used as the page cursor; absent if there's only one row. */
  keys?: string;
  /** The database with these tables; the main one by default. */
  database?: DatabaseName;
  /** Whether the titles of the levels in `level_id` are added, which only the main database has. */
  hasTitles?: boolean;
}

const section = (
  file: string,
  about: string,
  columns: string,
  from: string,
  keys?: string,
): ExportSection => ({
  file,
  about,
  columns,
  from,
  ...(keys && { keys }),
});

/** A section of the forums' database. */
const forumSection = (...fields: Parameters<typeof section>): ExportSection => ({
  ...section(...fields),
  database: "forum",
});

/** A section of play data, about levels. */
const playSection = (...fields: Parameters<typeof section>): ExportSection => ({
  ...section(...fields),
  database: "play",
  hasTitles: true,
});

/** Selects the titles of levels. */
export const levelTitlesQuery = (ids: readonly unknown[]): Statement<Columns<"levels", "id" | "title">> =>
  statement`select id, title from levels where id in (select value from json_each(${JSON.stringify([...new Set(ids)])}))`;

/** The user's data in the databases, without secrets (hashes, keys, tokens). */
export const SECTIONS: readonly ExportSection[] = [
  section(
    "account",
    "Your account and its settings.",
    `id, username, email, email_verified_at, role, bio, theme_id, comment_privacy, message_privacy, join_privacy,
      appear_offline, coins, xp, spirit_level, gold_until, gold_username, show_custom_themes, show_custom_usernames,
      custom_theme_id, two_factor_at, banned_at, banned_until, ban_reason, levels_count, public_levels_count, plays_sum,
      clears_count,
      comments_count, buddies_count, home, created_at`,
    "users where id",
  ),
  section(
    "former-usernames",
    "Usernames that our staff replaced, and until when no one else can have them.",
    "username, created_at, reserved_until",
    "former_names where user_id",
    "rowid",
  ),
  section(
    "sessions",
    "Browsers that are signed in.",
    "device, place, created_at, seen_at, expires_at",
    "sessions where expires_at > 0 and user_id",
    "rowid",
  ),
  section(
    "known-browsers",
    "When browsers signed in for the first time.",
    "created_at",
    "known_browsers where user_id",
    "browser",
  ),
  section(
    "push-devices",
    "Browsers that get notifications while none of your pages is open, without their keys.",
    "p.id, s.device, p.created_at, p.last_ok_at",
    "push_subscriptions p cross join sessions s on s.id = p.session_id where p.user_id",
    "p.rowid",
  ),
  section(
    "push-settings",
    "What you want to be notified of on these devices.",
    "*",
    "push_settings where user_id",
  ),
  section("levels", "Levels you made, also deleted ones.", "*", "levels where user_id", "visibility, id"),
  section(
    "level-documents",
    "Every document of your levels. Download them on a level's page, under Revisions.",
    "r.*",
    "levels l cross join level_revisions r on r.level_id = l.id where l.user_id",
    "l.visibility, l.id, r.revision",
  ),
  section(
    "shared-levels",
    "Levels of buddies that you can build.",
    "e.level_id, e.added_at, l.title",
    "level_editors e cross join levels l on l.id = e.level_id where e.user_id",
    "e.level_id",
  ),
  section(
    "editors",
    "Buddies who can build your levels.",
    "e.*, u.username",
    "levels l cross join level_editors e on e.level_id = l.id cross join users u on u.id = e.user_id where l.user_id",
    "l.visibility, l.id, e.user_id",
  ),
  section("prefabs", "Parts that you saved to place them again.", "*", "prefabs where user_id", "id"),
  section(
    "clear-checks",
    "Recorded clears of levels that you build; `log` and `world` are names under /assets.",
    "id, level_id, state, reason, ms, physics, start_tick, ticks, log, world, created_at, verified_at",
    "clear_checks where user_id",
    "id",
  ),
  section(
    "items",
    "Items you made; `uuid` names their pictures under /assets.",
    "*",
    "items where user_id",
    "id",
  ),
  section(
    "item_reviews",
    "What staff decided about items you made, and why.",
    "item_id, why, reason, decided_at, created_at",
    "item_reviews where user_id",
    "item_id",
  ),
  section(
    "inventory",
    "Copies of items you own.",
    "v.*, i.name",
    "inventory v cross join items i on i.id = v.item_id where v.user_id",
    "v.type_id, v.created_at, v.id",
  ),
  section(
    "transactions",
    "Every change of your coins and XP.",
    "id, type_id, source_type, source_id, coins, xp, copies, created_at",
    "transactions where user_id",
    "type_id, source_type, id",
  ),
  section(
    "ratings",
    "Ratings you gave.",
    "r.*, l.title",
    "ratings r cross join levels l on l.id = r.level_id where r.user_id",
    "r.rating, r.difficulty, r.id",
  ),
  section(
    "comments",
    "Comments you wrote, also deleted ones.",
    "id, target_type, target_id, body, created_at, deleted_at",
    "comments where user_id",
    "id",
  ),
  forumSection(
    "threads",
    "Threads you started, also deleted ones.",
    "id, subforum_id, title, replies_count, pinned, locked, created_at, deleted_at",
    "threads where user_id",
    "id",
  ),
  forumSection(
    "replies",
    "Your forum posts, also deleted ones; 0 is a thread's first post.",
    "id, thread_id, position, body, quote_id, edits_count, edited_at, created_at, deleted_at",
    "replies where user_id",
    "id",
  ),
  forumSection(
    "reply-edits",
    "Earlier versions of your forum posts.",
    "e.reply_id, e.title, e.body, e.created_at as replaced_at",
    "replies r cross join reply_edits e on e.reply_id = r.id where r.user_id",
    "r.id, e.id",
  ),
  forumSection(
    "bookmarks",
    "Threads you bookmarked.",
    "b.thread_id, b.created_at, t.title",
    "bookmarks b cross join threads t on t.id = b.thread_id where b.user_id",
    "b.thread_id",
  ),
  forumSection(
    "threads-read",
    "How far you have read threads.",
    "thread_id, position, seen_at",
    "thread_visits where user_id",
    "thread_id",
  ),
  forumSection(
    "subforums-read",
    "When you marked subforums as read.",
    "subforum_id, read_at",
    "forum_visits where user_id",
    "subforum_id",
  ),
  playSection("clears", "Levels you cleared.", "*", "clears where user_id", "level_id"),
  playSection(
    "runs",
    "Runs that game hosts reported, rooms saw live or your browser recorded; `log` is the name of the recording under /assets.",
    `id, level_id, source, state, reason, ms, ticks, deaths, revision, physics, start_tick, live, log, statistics, coins, xp,
      created_at, verified_at`,
    "runs where user_id",
    "id",
  ),
  playSection("plays", "Levels you played.", "*", "plays where user_id", "level_id"),
  section("favorites", "Your favorites.", "*", "favorites where user_id", "target_type, target_id"),
  section("wishes", "Your wishlist.", "*", "wishes where user_id", "item_id"),
  section("achievements", "Your achievements.", "*", "user_achievements where user_id", "achievement_id"),
  section(
    "daily-challenges",
    "Clears that counted for daily challenges.",
    "*",
    "daily_clears where user_id",
    "day, level_id",
  ),
  section(
    "buddies",
    "Your buddies.",
    "b.*, u.username",
    "buddies b cross join users u on u.id = b.buddy_id where b.user_id",
    "b.buddy_id",
  ),
  section(
    "following",
    "Creators you follow.",
    "f.*, u.username",
    "follows f cross join users u on u.id = f.creator_id where f.follower_id",
    "f.creator_id",
  ),
  section(
    "requests-sent",
    "Buddy requests you sent.",
    "r.*, u.username",
    "buddy_requests r cross join users u on u.id = r.to_id where r.from_id",
    "r.to_id",
  ),
  section(
    "requests-received",
    "Buddy requests you received.",
    "r.*, u.username",
    "buddy_requests r cross join users u on u.id = r.from_id where r.to_id",
    "r.created_at, r.from_id",
  ),
  section(
    "blocks",
    "Users you blocked.",
    "b.*, u.username",
    "blocks b cross join users u on u.id = b.blocked_id where b.user_id",
    "b.blocked_id",
  ),
  section(
    "bopi",
    "What your bopi wears, and its colors.",
    "b.*, u.colors",
    "bopis b cross join users u on u.id = b.user_id where b.user_id",
  ),
  section("outfits", "Your outfits.", "*", "outfits where user_id", "id"),
  section("reports", "Your reports.", "*", "reports where reporter_id", "id"),
  section(
    "warnings",
    "Warnings from our staff.",
    "id, reason, created_at, seen_at",
    "warnings where user_id",
    "id",
  ),
  section(
    "removals",
    "What our staff removed within the last day. They can still bring it back.",
    "type, target, name, state, removed_at, restored_at",
    "removals where user_id",
    "type, target",
  ),
  section(
    "bans",
    "Bans of your account.",
    "id, reason, until, created_at, ended_at",
    "bans where user_id",
    "id",
  ),
  section(
    "appeals",
    "Your appeals, and our staff's replies.",
    "id, ban_id, body, state, answer, created_at, decided_at",
    "appeals where user_id",
    "id",
  ),
  section("themes", "Your profile themes.", "*", "custom_themes where user_id", "id"),
  section(
    "discord",
    "The Discord account that is linked.",
    "discord_id, username, global_name, linked_at, synced_at",
    "discord_links where user_id",
  ),
  section(
    "billing",
    "Your id at the payment service.",
    "customer_id, created_at",
    "billing_customers where user_id",
  ),
  section("subscriptions", "Your Gold.", "*", "subscriptions where user_id", "created_at, id"),
];

/** Rows per query. */
export const PAGE_SIZE = 500;

/** Selects a page of a section; each row has the cursor of the next page. */
export function sectionQuery(
  { columns, from, keys = "1" }: ExportSection,
  userId: number,
  after: string | null,
): Statement<Record<string, unknown> & { cursor: string }> {
  const values = after === null ? [] : (JSON.parse(after) as unknown[]).map((value) => sql`${value}`);
  const later = after === null ? sql`true` : sql`(${sql.raw(keys)}) > (${sql.join(values, sql`, `)})`;
  return statement`select ${sql.raw(columns)}, json_array(${sql.raw(keys)}) as cursor
    from ${sql.raw(from)} = ${userId} and ${later} order by ${sql.raw(keys)} limit ${sql.raw(String(PAGE_SIZE))}`;
}
