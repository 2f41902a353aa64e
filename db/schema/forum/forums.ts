import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable } from "drizzle-orm/sqlite-core";
import {
  bookmarkColumns,
  bookmarkIndexes,
  forumVisitColumns,
  replyColumns,
  replyEditColumns,
  replyEditIndexes,
  replyIndexes,
  threadColumns,
  threadVisitColumns,
  threadVisitKey,
} from "./columns.ts";

// Users are rows of the main database, so their ids are no foreign keys here.

/** Notifications and reports refer to these, so a rewind never gives an id twice (db/sequences.ts). */
const ownId = () => integer().primaryKey({ autoIncrement: true });
const threadId = () =>
  integer()
    .notNull()
    .references(() => threads.id);

/** Threads. The opening post is reply number 0. Triggers maintain counts and the last reply. */
export const threads = sqliteTable("threads", { ...threadColumns(), id: ownId() }, (t) => [
  // The first 4 columns are the order. The others make it a covering index for a page of the list.
  index("threads_list")
    .on(
      ...([t.subforum_id, t.pinned, t.last_reply_at, t.id] as const),
      ...[t.user_id, t.last_user_id, t.last_reply_id, t.replies_count, t.locked, t.created_at, t.title],
    )
    .where(sql`${t.deleted_at} is null`),
  index("threads_user").on(t.user_id, t.id),
]);

/** Replies by their number in the thread. */
export const replies = sqliteTable(
  "replies",
  { ...replyColumns(), id: ownId(), thread_id: threadId() },
  replyIndexes,
);

/** Earlier versions of replies. */
export const reply_edits = sqliteTable("reply_edits", replyEditColumns(), replyEditIndexes);

/** How far a member has read a thread. Table without row ids. */
export const thread_visits = sqliteTable("thread_visits", threadVisitColumns(), threadVisitKey);

/** The time before which everything in a subforum counts as read. Table without row ids. */
export const forum_visits = sqliteTable("forum_visits", forumVisitColumns(), (t) => [
  primaryKey({ columns: [t.user_id, t.subforum_id] }),
]);

/** Bookmarked threads. Table without row ids. */
export const bookmarks = sqliteTable(
  "bookmarks",
  { ...bookmarkColumns(), thread_id: threadId() },
  bookmarkIndexes,
);

/** The length of each member's list of bookmarks, maintained by triggers. */
export const bookmark_counts = sqliteTable("bookmark_counts", {
  user_id: integer().primaryKey(),
  value: integer().notNull().default(0),
});
