import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable } from "drizzle-orm/sqlite-core";
import { levels } from "./levels.ts";
import { clearColumns, levelContentColumns, playColumns, runColumns, runIndexes } from "./play/columns.ts";
import { users } from "./users.ts";

// Up to version 0.4 play data was here. Version 0.5 moves it into its own database (db/moves.ts) and leaves these tables empty:
// nothing reads them. They stay while version 0.4 may still run, and a later version drops them.

const userId = () =>
  integer()
    .notNull()
    .references(() => users.id);
const levelId = () =>
  integer()
    .notNull()
    .references(() => levels.id);

export const runs = sqliteTable(
  "runs",
  { ...runColumns(), id: integer().primaryKey({ autoIncrement: true }) },
  (t) => [...runIndexes(t), index("runs_old").on(t.created_at).where(sql`state <> 'aside'`)],
);

export const plays = sqliteTable(
  "plays",
  { ...playColumns(), user_id: userId(), level_id: levelId() },
  (t) => [
    primaryKey({ columns: [t.user_id, t.level_id] }),
    index("plays_recent").on(t.user_id, t.played_at, t.level_id),
  ],
);

export const clears = sqliteTable(
  "clears",
  { ...clearColumns(), user_id: userId(), level_id: levelId() },
  (t) => [
    primaryKey({ columns: [t.user_id, t.level_id] }),
    // For the previous release, which still runs during a deployment.
    index("clears_fastest").on(t.level_id, t.best_ms, t.best_at, t.user_id),
    index("clears_ranks").on(t.level_id, t.content, t.best_ms, t.best_at, t.user_id),
    index("clears_live").on(t.level_id, t.content, t.best_ms, t.best_at, t.user_id).where(sql`best_live = 1`),
    index("clears_recorded")
      .on(t.level_id, t.content, t.best_ms, t.best_at, t.user_id)
      .where(sql`best_run_id is not null`),
  ],
);

export const level_contents = sqliteTable("level_contents", levelContentColumns(), (t) => [
  primaryKey({ columns: [t.level_id, t.content] }),
]);
