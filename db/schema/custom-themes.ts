import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { time } from "../columns.ts";
import { users } from "./users.ts";

const userId = () =>
  integer()
    .notNull()
    .references(() => users.id);

/** Users' own profile themes. The presets are in domain/themes/presets.ts. */
export const custom_themes = sqliteTable(
  "custom_themes",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    user_id: userId(),
    name: text().notNull(),
    gradient_start_color: text().notNull(),
    /** Null means solid. */
    gradient_end_color: text(),
    pattern_color: text(),
    pattern_id: integer(),
    /** The site theme it switches to. */
    theme_id: integer(),
    created_at: time().notNull(),
    updated_at: time().notNull(),
  },
  (t) => [index("custom_themes_user").on(t.user_id, t.id)],
);
