import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { CommentTarget } from "#domain/comments/rules.ts";
import { reference, time, withoutRowid } from "../columns.ts";
import { levels } from "./levels.ts";
import { users } from "./users.ts";

export const comments = sqliteTable(
  "comments",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    target_type: text().$type<CommentTarget>().notNull(),
    target_id: integer().notNull(),
    user_id: reference(() => users.id),
    body: text().notNull(),
    created_at: time().notNull(),
    deleted_at: time(),
    deleted_by: integer().references(() => users.id),
  },
  (t) => [index("comments_target").on(t.target_type, t.target_id, t.id).where(sql`${t.deleted_at} is null`)],
);

/** One rating per user and level, 1 to 10. Ties go by the other value, then id, for 2 indexes per filter. */
export const ratings = sqliteTable(
  "ratings",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    user_id: reference(() => users.id),
    level_id: reference(() => levels.id),
    rating: integer().notNull(),
    difficulty: integer().notNull(),
    created_at: time().notNull(),
  },
  (t) => [
    uniqueIndex("ratings_once").on(t.user_id, t.level_id),
    index("ratings_rating").on(t.rating, t.difficulty),
    index("ratings_difficulty").on(t.difficulty, t.rating),
    index("ratings_level_rating").on(t.level_id, t.rating, t.difficulty),
    index("ratings_level_difficulty").on(t.level_id, t.difficulty, t.rating),
    index("ratings_user_rating").on(t.user_id, t.rating, t.difficulty),
    index("ratings_user_difficulty").on(t.user_id, t.difficulty, t.rating),
    check("ratings_values", sql`${t.rating} between 1 and 10 and ${t.difficulty} between 1 and 10`),
  ],
);

/** Ratings by (rating, difficulty) pair, a JSON array of 100 (domain/ratings/rules.ts), for every total. */
export const rating_groups = sqliteTable(
  "rating_groups",
  {
    scope: text().$type<"site" | "level" | "user">().notNull(),
    scope_id: integer().notNull(),
    counts: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.scope, t.scope_id] })],
);

/** Users whose rating counts as new on a day (`level_days`), once each. Only today's rows are needed. */
export const rating_days = withoutRowid(
  "rating_days",
  {
    /** YYYY-MM-DD in New York. */
    day: text().notNull(),
    level_id: integer().notNull(),
    user_id: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.level_id, t.user_id] })],
);
