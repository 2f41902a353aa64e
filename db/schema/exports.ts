import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { time } from "../columns.ts";
import { users } from "./users.ts";

const userId = () =>
  integer()
    .notNull()
    .references(() => users.id);

/** Data exports, created in the background and stored temporarily. */
export const exports = sqliteTable(
  "exports",
  {
    id: text().primaryKey(),
    user_id: userId(),
    state: text().$type<"waiting" | "ready" | "failed">().notNull().default("waiting"),
    bytes: integer().notNull().default(0),
    created_at: time().notNull(),
    ready_at: time(),
    expires_at: time(),
  },
  (t) => [
    index("exports_user").on(t.user_id, t.created_at),
    index("exports_expiry").on(t.expires_at),
    index("exports_waiting").on(t.created_at).where(sql`state = 'waiting'`),
  ],
);
