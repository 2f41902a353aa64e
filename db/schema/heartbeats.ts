import { sqliteTable, text } from "drizzle-orm/sqlite-core";
import { time } from "../columns.ts";

/** The latest signs of life: one row for the database itself and one per queue. Written by `/health`. */
export const heartbeats = sqliteTable("heartbeats", {
  name: text().primaryKey(),
  /** When the newest heartbeat was first sent. */
  sent_at: time().notNull(),
  /** When it was sent last; a lost one is sent again. */
  tried_at: time().notNull(),
  /** `sent_at` of the newest heartbeat that arrived. */
  received_at: time(),
});
