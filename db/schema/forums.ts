import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable } from "drizzle-orm/sqlite-core";
import * as columns from "./forum/columns.ts";
import { users } from "./users.ts";

// Up to version 0.4 the forums were here. Version 0.5 moves them into their own database (db/moves.ts) and leaves these tables
// empty: nothing reads them. They stay while version 0.4 may still run, and a later version drops them.

const userId = () =>
  integer()
    .notNull()
    .references(() => users.id);
const deletedBy = () => integer().references(() => users.id);
const threadId = () =>
  integer()
    .notNull()
    .references(() => threads.id);

export const threads = sqliteTable(
  "threads",
  { ...columns.threadColumns(), user_id: userId(), deleted_by: deletedBy() },
  (t) => [
    index("threads_list")
      .on(
        ...([t.subforum_id, t.pinned, t.last_reply_at, t.id, t.user_id, t.last_user_id] as const),
        ...[t.last_reply_id, t.replies_count, t.locked, t.created_at, t.title],
      )
      .where(sql`${t.deleted_at} is null`),
    index("threads_user").on(t.user_id, t.id),
  ],
);

export const replies = sqliteTable(
  "replies",
  { ...columns.replyColumns(), thread_id: threadId(), user_id: userId(), deleted_by: deletedBy() },
  columns.replyIndexes,
);

export const reply_edits = sqliteTable(
  "reply_edits",
  { ...columns.replyEditColumns(), user_id: userId() },
  columns.replyEditIndexes,
);

export const thread_visits = sqliteTable(
  "thread_visits",
  columns.threadVisitColumns(),
  columns.threadVisitKey,
);

export const forum_visits = sqliteTable("forum_visits", columns.forumVisitColumns(), (t) => [
  primaryKey({ columns: [t.user_id, t.subforum_id] }),
]);

export const bookmarks = sqliteTable(
  "bookmarks",
  { ...columns.bookmarkColumns(), user_id: userId(), thread_id: threadId() },
  columns.bookmarkIndexes,
);
