import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { AchievementStat } from "#domain/achievements/sets.ts";
import { reference, time, withoutRowid } from "../columns.ts";
import { users } from "./users.ts";

/** The part of domain/achievements/sets.ts that the database needs. */
export const achievements = sqliteTable(
  "achievements",
  {
    id: integer().primaryKey(),
    name: text().notNull(),
    /** URL of its set's picture. */
    picture: text().notNull(),
    /** The column of `users` with the count. */
    stat: text().$type<AchievementStat>().notNull(),
    target: integer().notNull(),
    coins: integer().notNull().default(0),
    xp: integer().notNull().default(0),
    /** Users up to this id have been checked since it was defined; null when all have. */
    checked_to: integer().default(0),
  },
  (t) => [index("achievements_target").on(t.stat, t.target)],
);

/** Users' achievements. Never removed. */
export const user_achievements = withoutRowid(
  "user_achievements",
  {
    user_id: reference(() => users.id),
    achievement_id: integer().notNull(),
    created_at: time().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.user_id, t.achievement_id] }),
    index("user_achievements_newest").on(t.user_id, t.created_at),
  ],
);

/** Users who reached a target and have to be checked. Filled by triggers; a check deletes the row. */
export const achievement_queue = sqliteTable("achievement_queue", {
  id: integer().primaryKey({ autoIncrement: true }),
  user_id: integer().notNull(),
});
