import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { time } from "../columns.ts";
import { users } from "./users.ts";

/** Parts that a user saved to place them again. */
export const prefabs = sqliteTable(
  "prefabs",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    user_id: integer()
      .notNull()
      .references(() => users.id),
    name: text().notNull(),
    /** JSON. */
    parts: text().notNull(),
    created_at: time().notNull(),
  },
  (t) => [index("prefabs_user").on(t.user_id, t.id)],
);
