import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { AchievementStat } from "#domain/achievements/sets.ts";
import { time } from "../columns.ts";
import { users } from "./users.ts";

/** What domain/achievements/sets.ts defines, as far as the database has to know it. */
export const achievements = sqliteTable(
  "achievements",
  {
    id: integer().primaryKey(),
    name: text().notNull(),
    /** Address of its set's picture. */
    picture: text().notNull(),
    /** The column of `users` that counts. */
    stat: text().$type<AchievementStat>().notNull(),
    target: integer().notNull(),
    coins: integer().notNull().default(0),
    xp: integer().notNull().default(0),
    /** Everybody up to this id has been looked at since it was defined; null when all have. */
    checked_to: integer().default(0),
  },
  (t) => [index("achievements_target").on(t.stat, t.target)],
);

/** Who has what. Never taken away. Table without row ids. */
export const user_achievements = sqliteTable(
  "user_achievements",
  {
    user_id: integer()
      .notNull()
      .references(() => users.id),
    achievement_id: integer().notNull(),
    created_at: time().notNull(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.achievement_id] })],
);

/** Who has reached a target and is to be looked at. Triggers put them in; a row goes with the look. */
export const achievement_queue = sqliteTable("achievement_queue", {
  id: integer().primaryKey({ autoIncrement: true }),
  user_id: integer().notNull(),
});
