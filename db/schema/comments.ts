import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { CommentTarget } from "#domain/comments/rules.ts";
import { time } from "../columns.ts";
import { users } from "./users.ts";

export const comments = sqliteTable(
  "comments",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    target_type: text().$type<CommentTarget>().notNull(),
    target_id: integer().notNull(),
    user_id: integer()
      .notNull()
      .references(() => users.id),
    body: text().notNull(),
    created_at: time().notNull(),
    deleted_at: time(),
    deleted_by: integer().references(() => users.id),
  },
  (t) => [index("comments_target").on(t.target_type, t.target_id, t.id).where(sql`${t.deleted_at} is null`)],
);
