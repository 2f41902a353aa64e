import { sql } from "drizzle-orm";
import { integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { time } from "../columns.ts";
import { users } from "./users.ts";

const userId = () =>
  integer()
    .notNull()
    .references(() => users.id);

/** Discord accounts linked by OAuth, one to one. */
export const discord_links = sqliteTable(
  "discord_links",
  {
    user_id: userId().primaryKey(),
    /** Empty while linking is in progress. */
    discord_id: text().notNull().default(""),
    username: text().notNull().default(""),
    global_name: text(),
    /** The encrypted OAuth tokens. */
    access_token: text().notNull().default(""),
    refresh_token: text().notNull().default(""),
    token_expires_at: time().notNull().default(0),
    linked_at: time().notNull(),
    synced_at: time(),
  },
  (t) => [uniqueIndex("discord_links_account").on(t.discord_id).where(sql`${t.discord_id} <> ''`)],
);
