import { index, integer, primaryKey } from "drizzle-orm/sqlite-core";
import { time, withoutRowid } from "../columns.ts";
import { levels } from "./levels.ts";
import { users } from "./users.ts";

/** Buddies who build a level with its creator. A trigger deletes the row when they stop being buddies. */
export const level_editors = withoutRowid(
  "level_editors",
  {
    level_id: integer()
      .notNull()
      .references(() => levels.id),
    user_id: integer()
      .notNull()
      .references(() => users.id),
    added_at: time().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.level_id, t.user_id] }),
    index("level_editors_user").on(t.user_id, t.level_id),
  ],
);
