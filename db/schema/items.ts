import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { flag, time } from "../columns.ts";
import { users } from "./users.ts";

/** Things a bopi can wear. `type_id`: 1 hat, 2 toy, 3 face, 4 shirt, 5 pants, 6 shoes. */
export const items = sqliteTable(
  "items",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    type_id: integer().notNull(),
    user_id: integer()
      .notNull()
      .references(() => users.id),
    name: text().notNull(),
    description: text().notNull().default(""),
    thumbnail: text(),
    comments_enabled: flag().notNull().default(1),
    favorites_count: integer().notNull().default(0),
    comments_count: integer().notNull().default(0),
    created_at: time().notNull(),
  },
  (t) => [index("items_type").on(t.type_id, t.id)],
);
