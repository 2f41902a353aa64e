import type { DatabaseName } from "#domain/database-names.ts";

/**
 * Tables that a version moves from one database into another. Both have the tables; `npm start`, `npm run serve` and
 * `npm run deploy` move the rows (scripts/move) before the version starts.
 */
export interface Move {
  name: string;
  source: DatabaseName;
  target: DatabaseName;
  /** Parents come first. */
  tables: readonly string[];
  /** Triggers of the target that run for copied rows. All others on these tables wait until the end. */
  runningTriggers: readonly string[];
  /** SQL for the target that makes up for the triggers that waited. Running it again changes nothing. */
  derive: readonly string[];
  /** SQL for the target that empties what the running triggers have made. Running it again changes nothing. */
  reset: readonly string[];
  /** SQL for the source that deletes what was made from the moved rows. Running it again changes nothing. */
  clear: readonly string[];
}

const EMPTY_SEARCH = "insert into post_search (post_search) values ('delete-all')";
const FORUM_COUNTERS = "name glob 'threads:*' or name glob 'replies:*'";

export const MOVES: readonly Move[] = [
  {
    name: "forum",
    source: "main",
    target: "forum",
    tables: ["threads", "replies", "reply_edits", "thread_visits", "forum_visits", "bookmarks"],
    runningTriggers: ["replies_insert_search", "replies_update_search", "threads_update_search"],
    derive: [
      `delete from counters where ${FORUM_COUNTERS}`,
      `insert into counters (name, value)
        select 'threads:' || subforum_id, count(*) from threads where deleted_at is null group by subforum_id
        union all select 'replies:' || subforum_id, sum(replies_count) from threads where deleted_at is null group by subforum_id`,
      "delete from bookmark_counts",
      `insert into bookmark_counts (user_id, value)
        select user_id, count(*) from bookmarks where hidden = 0 group by user_id`,
    ],
    reset: [EMPTY_SEARCH],
    clear: [EMPTY_SEARCH, `delete from counters where ${FORUM_COUNTERS}`],
  },
  {
    name: "play",
    source: "main",
    target: "play",
    tables: ["runs", "plays", "clears"],
    runningTriggers: [],
    derive: [
      "delete from level_contents",
      `insert into level_contents (level_id, content, clears)
        select level_id, content, count(*) from clears group by level_id, content`,
    ],
    reset: [],
    clear: ["delete from level_contents"],
  },
];
