import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Notice } from "#domain/notifications/notice.ts";
import { reference, time } from "../columns.ts";
import { users } from "./users.ts";

/** Users shown as online because they have an open socket. `Presence` objects write transitions only. */
export const presence = sqliteTable("presence", {
  user_id: integer().primaryKey(),
  since: time().notNull(),
});

/** Users shown as playing, as reported by a game host. */
export const playing = sqliteTable("playing", {
  user_id: integer().primaryKey(),
  level_id: integer().notNull(),
  since: time().notNull(),
});

/** Notifications to deliver, written with their cause. Deleted once the user's hub has them. */
export const notices = sqliteTable("notices", {
  id: integer().primaryKey({ autoIncrement: true }),
  user_id: reference(() => users.id),
  notice: text({ mode: "json" }).$type<Notice>().notNull(),
  created_at: time().notNull(),
  /** Time of the next attempt after the user's hub failed to accept it; 0 before the first one. */
  retry_at: time().notNull().default(0),
});

/** Actions and views by staff. Append-only. */
export const audit_log = sqliteTable(
  "audit_log",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    actor_id: reference(() => users.id),
    /** The action: `user.ban`, `chat.view`, … */
    action: text().notNull(),
    subject_type: text().notNull(),
    subject_id: text().notNull(),
    reason: text().notNull().default(""),
    details: text({ mode: "json" }).$type<Record<string, unknown>>().notNull().default({}),
    /** The subject's state before and after a change. */
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
