import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { SubforumId } from "#domain/forums/rules.ts";
import { flag, time } from "../columns.ts";
import { users } from "./users.ts";

const userId = () =>
  integer()
    .notNull()
    .references(() => users.id);

/** Threads. What their maker wrote is their reply number 0; counts and the last reply are kept by triggers. */
export const threads = sqliteTable(
  "threads",
  {
    id: integer().primaryKey(),
    subforum_id: integer().$type<SubforumId>().notNull(),
    user_id: userId(),
    title: text().notNull(),
    /** Number of the newest reply; replies that were deleted keep theirs. */
    replies_count: integer().notNull().default(0),
    pinned: flag().notNull().default(0),
    locked: flag().notNull().default(0),
    created_at: time().notNull(),
    /** The newest reply that stands; the thread's own beginning where there is none. */
    last_reply_at: time().notNull(),
    last_reply_id: integer(),
    last_user_id: integer(),
    deleted_at: time(),
    deleted_by: integer().references(() => users.id),
  },
  (t) => [
    // The first four are the order; the others have a page of the list read from the index alone.
    index("threads_list")
      .on(
        ...([t.subforum_id, t.pinned, t.last_reply_at, t.id] as const),
        ...[t.user_id, t.last_user_id, t.last_reply_id, t.replies_count, t.locked, t.created_at, t.title],
      )
      .where(sql`${t.deleted_at} is null`),
    index("threads_user").on(t.user_id, t.id),
  ],
);

/** Replies, by their number in their thread: a page is a stretch of numbers, so each costs the same. */
export const replies = sqliteTable(
  "replies",
  {
    id: integer().primaryKey(),
    thread_id: integer()
      .notNull()
      .references(() => threads.id),
    /** 0 is the thread's own text, the first reply is 1. */
    position: integer().notNull(),
    user_id: userId(),
    /** As typed (domain/forums/markdown). */
    body: text().notNull(),
    /** The reply it quotes, whose author was told. */
    quote_id: integer(),
    edits_count: integer().notNull().default(0),
    edited_at: time(),
    created_at: time().notNull(),
    deleted_at: time(),
    deleted_by: integer().references(() => users.id),
  },
  (t) => [
    uniqueIndex("replies_position").on(t.thread_id, t.position),
    index("replies_time").on(t.thread_id, t.created_at, t.position),
    index("replies_user").on(t.user_id, t.id),
  ],
);

/** What a reply said before each edit. */
export const reply_edits = sqliteTable(
  "reply_edits",
  {
    id: integer().primaryKey(),
    reply_id: integer().notNull(),
    /** Who replaced it. */
    user_id: userId(),
    /** The thread's title as it was; null of a reply that is no thread's beginning. */
    title: text(),
    body: text().notNull(),
    /** When it was replaced. */
    created_at: time().notNull(),
  },
  (t) => [index("reply_edits_reply").on(t.reply_id, t.id)],
);

/** How far a member has read a thread. Table without row ids. */
export const thread_visits = sqliteTable(
  "thread_visits",
  {
    user_id: integer().notNull(),
    thread_id: integer().notNull(),
    /** The highest number that they have seen. */
    position: integer().notNull(),
    seen_at: time().notNull(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.thread_id] })],
);

/** Since when everything older in a subforum counts as read. Table without row ids. */
export const forum_visits = sqliteTable(
  "forum_visits",
  {
    user_id: integer().notNull(),
    subforum_id: integer().notNull(),
    read_at: time().notNull(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.subforum_id] })],
);

export const bookmarks = sqliteTable(
  "bookmarks",
  {
    user_id: userId(),
    thread_id: integer()
      .notNull()
      .references(() => threads.id),
    created_at: time().notNull(),
    /** The thread was deleted: kept for the day it comes back, and in no list or count until then. */
    hidden: flag().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.user_id, t.thread_id] }),
    index("bookmarks_newest").on(t.user_id, t.hidden, t.created_at, t.thread_id),
    index("bookmarks_thread").on(t.thread_id),
  ],
);
