import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { SubforumId } from "#domain/forums/rules.ts";
import { booleanColumn, reference, time, withoutRowid } from "../../columns.ts";

// Users are rows of the main database, so their ids are no foreign keys here.

const userId = () => integer().notNull();
/** Notifications and reports refer to these, so a rewind never gives an id twice (db/sequences.ts). */
const ownId = () => integer().primaryKey({ autoIncrement: true });
const threadId = () => reference(() => threads.id);

/** Threads. The opening post is reply number 0. Triggers maintain counts and the last reply. */
export const threads = sqliteTable(
  "threads",
  {
    id: ownId(),
    subforum_id: integer().$type<SubforumId>().notNull(),
    user_id: userId(),
    title: text().notNull(),
    /** Number of the newest reply. Deleted replies keep their numbers. */
    replies_count: integer().notNull().default(0),
    pinned: booleanColumn().notNull().default(0),
    locked: booleanColumn().notNull().default(0),
    created_at: time().notNull(),
    /** The newest reply that isn't deleted, or the opening post. */
    last_reply_at: time().notNull(),
    last_reply_id: integer(),
    last_user_id: integer(),
    deleted_at: time(),
    deleted_by: integer(),
  },
  (t) => [
    // The first 4 columns are the order. The others make it a covering index for a page of the list.
    index("threads_list")
      .on(
        ...([t.subforum_id, t.pinned, t.last_reply_at, t.id] as const),
        ...[t.user_id, t.last_user_id, t.last_reply_id, t.replies_count, t.locked, t.created_at, t.title],
      )
      .where(sql`${t.deleted_at} is null`),
    index("threads_user").on(t.user_id, t.id),
  ],
);

/** Replies by their number in the thread. */
export const replies = sqliteTable(
  "replies",
  {
    id: ownId(),
    thread_id: threadId(),
    /** 0 is the opening post, 1 the first reply. */
    position: integer().notNull(),
    user_id: userId(),
    /** As typed (domain/forums/markdown). */
    body: text().notNull(),
    /** The quoted reply, whose author was notified. */
    quote_id: integer(),
    edits_count: integer().notNull().default(0),
    /** The batch that inserted it (db/guard.ts). */
    stamp: integer().notNull().default(0),
    edited_at: time(),
    created_at: time().notNull(),
    deleted_at: time(),
    deleted_by: integer(),
  },
  (t) => [
    // A page of a thread is a range of numbers, so every page costs the same.
    uniqueIndex("replies_position").on(t.thread_id, t.position),
    index("replies_time").on(t.thread_id, t.created_at, t.position),
    index("replies_user").on(t.user_id, t.id),
  ],
);

/** Earlier versions of replies. */
export const reply_edits = sqliteTable(
  "reply_edits",
  {
    id: integer().primaryKey(),
    reply_id: integer().notNull(),
    /** The user who replaced this version. */
    user_id: userId(),
    /** The thread's title in this version; null for replies. */
    title: text(),
    body: text().notNull(),
    /** When it was replaced. */
    created_at: time().notNull(),
  },
  (t) => [index("reply_edits_reply").on(t.reply_id, t.id)],
);

/** How far a member has read a thread. */
export const thread_visits = withoutRowid(
  "thread_visits",
  {
    user_id: userId(),
    thread_id: integer().notNull(),
    /** The highest number they have seen. */
    position: integer().notNull(),
    seen_at: time().notNull(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.thread_id] })],
);

/** The time before which everything in a subforum counts as read. */
export const forum_visits = withoutRowid(
  "forum_visits",
  { user_id: userId(), subforum_id: integer().notNull(), read_at: time().notNull() },
  (t) => [primaryKey({ columns: [t.user_id, t.subforum_id] })],
);

/** Bookmarked threads. */
export const bookmarks = withoutRowid(
  "bookmarks",
  {
    user_id: userId(),
    thread_id: threadId(),
    created_at: time().notNull(),
    /** Whether the thread was deleted. The bookmark stays in case it's restored, but in no list or count. */
    hidden: booleanColumn().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.user_id, t.thread_id] }),
    index("bookmarks_newest").on(t.user_id, t.hidden, t.created_at, t.thread_id),
    index("bookmarks_thread").on(t.thread_id),
  ],
);

/** The length of each member's list of bookmarks, maintained by triggers. */
export const bookmark_counts = sqliteTable("bookmark_counts", {
  user_id: integer().primaryKey(),
  value: integer().notNull().default(0),
});
