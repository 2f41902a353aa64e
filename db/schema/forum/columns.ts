import { type AnySQLiteColumn, index, integer, primaryKey, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { SubforumId } from "#domain/forums/rules.ts";
import { booleanColumn, time } from "../../columns.ts";

// The columns and indexes of the forums' tables, for their own database and for the tables in the main one that held them before
// (db/schema/forums.ts).

const userId = () => integer().notNull();

export const threadColumns = () => ({
  id: integer().primaryKey(),
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
});

export const replyColumns = () => ({
  id: integer().primaryKey(),
  thread_id: integer().notNull(),
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
});

type ReplyColumn = "created_at" | "id" | "position" | "thread_id" | "user_id";

/** The indexes of replies. A page of a thread is a range of numbers, so every page costs the same. */
export const replyIndexes = (t: Record<ReplyColumn, AnySQLiteColumn>) => [
  uniqueIndex("replies_position").on(t.thread_id, t.position),
  index("replies_time").on(t.thread_id, t.created_at, t.position),
  index("replies_user").on(t.user_id, t.id),
];

export const replyEditColumns = () => ({
  id: integer().primaryKey(),
  reply_id: integer().notNull(),
  /** The user who replaced this version. */
  user_id: userId(),
  /** The thread's title in this version; null for replies. */
  title: text(),
  body: text().notNull(),
  /** When it was replaced. */
  created_at: time().notNull(),
});

/** The index of earlier versions of replies. */
export const replyEditIndexes = (t: Record<"id" | "reply_id", AnySQLiteColumn>) => [
  index("reply_edits_reply").on(t.reply_id, t.id),
];

export const threadVisitColumns = () => ({
  user_id: userId(),
  thread_id: integer().notNull(),
  /** The highest number they have seen. */
  position: integer().notNull(),
  seen_at: time().notNull(),
});

/** The key of visits to threads. */
export const threadVisitKey = (t: Record<"thread_id" | "user_id", AnySQLiteColumn>) => [
  primaryKey({ columns: [t.user_id, t.thread_id] }),
];

export const forumVisitColumns = () => ({
  user_id: userId(),
  subforum_id: integer().notNull(),
  read_at: time().notNull(),
});

/** The key and indexes of bookmarks. */
export const bookmarkIndexes = (
  t: Record<"created_at" | "hidden" | "thread_id" | "user_id", AnySQLiteColumn>,
) => [
  primaryKey({ columns: [t.user_id, t.thread_id] }),
  index("bookmarks_newest").on(t.user_id, t.hidden, t.created_at, t.thread_id),
  index("bookmarks_thread").on(t.thread_id),
];

export const bookmarkColumns = () => ({
  user_id: userId(),
  thread_id: integer().notNull(),
  created_at: time().notNull(),
  /**
   * Whether the thread was deleted. The bookmark is kept in case the thread is restored, but in no list or
   * count.
   */
  hidden: booleanColumn().notNull().default(0),
});
