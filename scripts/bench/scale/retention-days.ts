import { ARCHIVE_AGE_MS } from "#domain/archive/rules.ts";
import { DAILY_CLEARS_MS } from "#domain/daily/rules.ts";
import { KEEP_LOG_MS } from "#domain/runs/rules.ts";
import { SESSION_SECONDS } from "#worker/http/session.ts";
import { STORED_MS } from "#worker/outbox/relay.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Groups of tables. */
const PARTS: Record<string, readonly string[]> = {
  "accounts and sessions": [
    "users",
    "bopis",
    "outfits",
    "sessions",
    "tokens",
    "known_browsers",
    "totals by account",
    "achievement_queue",
    "push_settings",
    "push_subscriptions",
  ],
  levels: ["levels", "level_revisions", "unused_files", "level_contents", "follower_notices"],
  items: ["items", "inventory", "item_prices", "item_prints", "item_marks", "wishes"],
  ratings: ["ratings", "rating_groups", "rating_days"],
  "comments and favorites": ["comments", "favorites"],
  "forum posts": ["threads", "replies", "reply_edits", "thread_visits", "forum_visits", "bookmarks"],
  ledger: ["transactions", "ledger_keys", "transaction_totals", "daily_clears", "daily_payments"],
  runs: ["runs"],
  clears: ["clears", "clear_checks", "event_clears"],
  plays: ["plays", "level_days", "host_levels"],
  sightings: ["sightings"],
  mails: ["mails"],
  buddies: ["buddies", "buddy_requests", "blocks", "follows"],
  "effects on other databases": ["outbox", "outbox_positions", "outbox_progress", "outbox_failures"],
  "notices and presence": ["notices", "presence", "playing", "prints"],
  staff: ["audit_log", "cases", "reports", "evidence", "archives", "archived_cases", "archived_reporters"],
};

const PART_BY_TABLE = new Map(
  Object.entries(PARTS).flatMap(([part, tables]) => tables.map((table) => [table, part] as const)),
);

export const partOf = (table: string): string => PART_BY_TABLE.get(table) ?? "others";

/** Tables with a few rows per account, however long it plays. */
export const ACCOUNT_TABLES: readonly string[] = [
  "transaction_totals",
  "rating_groups",
  "user_achievements",
  "inventory_counts",
];

const ARCHIVE_DAYS = ARCHIVE_AGE_MS / DAY_MS;

/** Days until rows are deleted, or moved to files in R2. All others stay. */
const RETENTION_DAYS = new Map<string, number>([
  ["sessions", (SESSION_SECONDS * 1000) / DAY_MS],
  ["tokens", 3],
  ["mails", 30],
  ["prints", 1],
  ["rating_days", 1],
  ["runs", KEEP_LOG_MS / DAY_MS],
  ["outbox", STORED_MS / DAY_MS],
  // A row for each other database.
  ["outbox_positions", 0],
  ["outbox_progress", 0],
  ["daily_clears", DAILY_CLEARS_MS / DAY_MS],
  ["notices", 0],
  ["presence", 0],
  ["playing", 0],
  ["achievement_queue", 0],
  ["buddy_requests", 0],
  ["cases", ARCHIVE_DAYS],
  ["reports", ARCHIVE_DAYS],
  ["evidence", ARCHIVE_DAYS],
  ["audit_log", ARCHIVE_DAYS],
]);

/** Days that rows of a table stay; null for those that stay for good. */
export const retentionDays = (table: string): number | null => RETENTION_DAYS.get(table) ?? null;
