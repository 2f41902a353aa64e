import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { booleanColumn, time } from "../columns.ts";
import { sessions, users } from "./users.ts";

/** Browsers that get notifications while none of their member's pages is open. They end with their session. */
export const push_subscriptions = sqliteTable(
  "push_subscriptions",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    user_id: integer()
      .notNull()
      .references(() => users.id),
    session_id: text()
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade", onUpdate: "cascade" }),
    /** The URL at the browser's push service; anyone who knows it and our key can send to it. */
    endpoint: text().notNull().unique(),
    /** The browser's public key and secret, in base64url. */
    p256dh: text().notNull(),
    auth: text().notNull(),
    created_at: time().notNull(),
    last_ok_at: time(),
  },
  (t) => [
    index("push_subscriptions_user").on(t.user_id),
    index("push_subscriptions_session").on(t.session_id),
  ],
);

/** Settings of push messages. Members without a row have the defaults. */
export const push_settings = sqliteTable("push_settings", {
  user_id: integer()
    .primaryKey()
    .references(() => users.id),
  chat: booleanColumn().notNull().default(1),
  buddy_request: booleanColumn().notNull().default(1),
  sale: booleanColumn().notNull().default(1),
  /** Minutes of the day; both null if there are no quiet hours. */
  quiet_from: integer(),
  quiet_until: integer(),
  time_zone: text().notNull().default("UTC"),
});
