import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Notice } from "#domain/notifications/notice.ts";
import { time } from "../columns.ts";
import { users } from "./users.ts";

/** Who is seen online: they have a socket open. Written on transitions only, by the `Presence` objects. */
export const presence = sqliteTable("presence", {
  user_id: integer().primaryKey(),
  since: time().notNull(),
});

/** Who is seen in a level, as a game host says. */
export const playing = sqliteTable("playing", {
  user_id: integer().primaryKey(),
  level_id: integer().notNull(),
  since: time().notNull(),
});

/** Notifications to deliver, written in the same transaction as what they tell of; the row goes when its user's hub has it. */
export const notices = sqliteTable("notices", {
  id: integer().primaryKey({ autoIncrement: true }),
  user_id: integer()
    .notNull()
    .references(() => users.id),
  notice: text({ mode: "json" }).$type<Notice>().notNull(),
  created_at: time().notNull(),
  /** When it is tried again, after its user's hub could not take it in; 0 until then. */
  retry_at: time().notNull().default(0),
});

/** What staff did and looked at: append-only. */
export const audit_log = sqliteTable(
  "audit_log",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    actor_id: integer()
      .notNull()
      .references(() => users.id),
    /** What was done: `user.ban`, `chat.view`, … */
    action: text().notNull(),
    subject_type: text().notNull(),
    subject_id: text().notNull(),
    reason: text().notNull().default(""),
    details: text({ mode: "json" }).$type<Record<string, unknown>>().notNull().default({}),
    /** What the subject was like before and after, where something changed. */
    before: text({ mode: "json" }).$type<Record<string, unknown>>(),
    after: text({ mode: "json" }).$type<Record<string, unknown>>(),
    created_at: time().notNull(),
  },
  (t) => [
    index("audit_log_subject").on(t.subject_type, t.subject_id, t.id),
    index("audit_log_actor").on(t.actor_id, t.id),
    index("audit_log_action").on(t.action, t.id),
    index("audit_log_time").on(t.created_at, t.id),
    index("audit_log_kind").on(t.subject_type, t.id),
  ],
);
