import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable } from "drizzle-orm/sqlite-core";
import { clearColumns, levelContentColumns, playColumns, runColumns, runIndexes } from "./columns.ts";

// Users and levels are rows of the main database, so their ids are no foreign keys here.

/** Every finished attempt: clears that game hosts reported and runs that a browser recorded. Each counts once. */
export const runs = sqliteTable(
  "runs",
  // Revisions and best times refer to runs, so a rewind never gives an id twice (db/sequences.ts).
  { ...runColumns(), id: integer().primaryKey({ autoIncrement: true }) },
  runIndexes,
);

/** Play times and visits by user and level. Table without row ids. */
export const plays = sqliteTable("plays", playColumns(), (t) => [
  primaryKey({ columns: [t.user_id, t.level_id] }),
  index("plays_recent").on(t.user_id, t.played_at, t.level_id),
]);

/** A user's clears of a level. The best time is the one in the content they cleared last. Table without row ids. */
export const clears = sqliteTable("clears", clearColumns(), (t) => [
  primaryKey({ columns: [t.user_id, t.level_id] }),
  index("clears_ranks").on(t.level_id, t.content, t.best_ms, t.best_at, t.user_id),
  index("clears_live").on(t.level_id, t.content, t.best_ms, t.best_at, t.user_id).where(sql`best_live = 1`),
  index("clears_recorded")
    .on(t.level_id, t.content, t.best_ms, t.best_at, t.user_id)
    .where(sql`best_run_id is not null`),
]);

/** Players who have a best time in a level's content; kept by triggers. Table without row ids. */
export const level_contents = sqliteTable("level_contents", levelContentColumns(), (t) => [
  primaryKey({ columns: [t.level_id, t.content] }),
]);
