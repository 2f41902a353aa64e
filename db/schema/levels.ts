import { sql } from "drizzle-orm";
import { index, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { LevelCategory, Visibility } from "#domain/levels/rules.ts";
import type { ShotKind } from "#domain/world/director/shot-kind.ts";
import { booleanColumn, popularity, reference, time, withoutRowid } from "../columns.ts";
import { challenges, events } from "./events.ts";
import { users } from "./users.ts";

/** Levels. Deleted ones stay as `deleted`, which no list includes. Triggers maintain counts and scores. */
export const levels = sqliteTable(
  "levels",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    user_id: reference(() => users.id),
    title: text().notNull(),
    description: text().notNull().default(""),
    category: text().$type<LevelCategory>().notNull().default(""),
    visibility: text().$type<Visibility | "deleted">().notNull().default("public"),
    /** Whether staff made it private. Then only an admin can publish it. */
    taken_down: booleanColumn().notNull().default(0),
    comments_enabled: booleanColumn().notNull().default(1),
    /** Asset uuid of the picture; null until it is rendered. */
    thumbnail: text(),
    thumbnail_own: booleanColumn().notNull().default(0),
    /** Asset uuids of the same picture in twice and half the size; null if there's none in that size. */
    picture: text(),
    thumbnail_small: text(),
    /** JSON of the camera that its creator chose for the rendered picture; null lets the renderer choose. */
    picture_view: text(),
    /** The kind of shot that its creator chose instead; null lets the director choose. */
    picture_shot: text().$type<ShotKind>(),
    /** JSON of the director's choice (worker/render/draw-level.ts), so a repeated job draws the same picture. */
    picture_choice: text(),
    /** The picture's colors, with which others are compared; null without a drawn picture. */
    picture_signature: text(),
    /** The version of the director that drew the picture; 0 for those before it. */
    picture_version: integer().notNull().default(0),
    /** The newest revision in level_revisions. */
    revision: integer().notNull().default(1),
    event_id: integer().references(() => events.id),
    challenge_id: integer().references(() => challenges.id),
    featured_at: time(),
    playing_count: integer().notNull().default(0),
    plays_count: integer().notNull().default(0),
    /** Plays and clears by others in the last 14 days: the sum of the unexpired `level_days`. */
    recent_count: integer().notNull().default(0),
    /** Distinct players except its creator. */
    visitors_count: integer().notNull().default(0),
    clears_count: integer().notNull().default(0),
    /** The sum of everyone's best times; its mean is the level's usual length. */
    clear_ms_sum: integer().notNull().default(0),
    favorites_count: integer().notNull().default(0),
    comments_count: integer().notNull().default(0),
    ratings_count: integer().notNull().default(0),
    rating_sum: integer().notNull().default(0),
    difficulty_sum: integer().notNull().default(0),
    /** Averages pulled to the middle while ratings are few, for 'Highest rated'; null without any. */
    rating_score: real(),
    difficulty_score: real(),
    /** When the schedule took the files of a deleted level out of use. */
    emptied_at: time(),
    created_at: time().notNull(),
    updated_at: time().notNull(),
    /** Its row in `level_search`: popular levels come last, in steps of four times as many plays and clears. */
    search_row: integer().generatedAlwaysAs(
      sql.raw(`CASE visibility WHEN 'deleted' THEN NULL WHEN 'private' THEN -id
      ELSE id + ${popularity("plays_count + clears_count")} END`),
      { mode: "virtual" },
    ),
  },
  (t) => [
    // An index per order, read backwards. The list merges the categories and visibilities it shows.
    index("levels_popular").on(
      t.visibility,
      t.category,
      t.playing_count,
      t.recent_count,
      t.plays_count,
      t.id,
    ),
    index("levels_clears").on(t.visibility, t.category, t.clears_count, t.id),
    index("levels_updated").on(t.visibility, t.category, t.updated_at, t.id),
    index("levels_newest").on(t.visibility, t.category, t.id),
    index("levels_most_ratings").on(t.visibility, t.category, t.ratings_count, t.id),
    index("levels_rating")
      .on(t.visibility, t.category, t.rating_score, t.id)
      .where(sql`${t.rating_score} is not null`),
    index("levels_difficulty")
      .on(t.visibility, t.category, t.difficulty_score, t.id)
      .where(sql`${t.difficulty_score} is not null`),
    index("levels_featured")
      .on(t.visibility, t.category, t.featured_at)
      .where(sql`${t.featured_at} is not null`),
    index("levels_user").on(t.user_id, t.visibility, t.id),
    index("levels_unemptied").on(t.updated_at).where(sql`visibility = 'deleted' and emptied_at is null`),
    index("levels_undrawn").on(t.id).where(sql`${t.thumbnail} is null and ${t.visibility} <> 'deleted'`),
    index("levels_redraw")
      .on(t.picture_version, t.id)
      .where(sql`${t.thumbnail_own} = 0 and ${t.thumbnail} is not null and ${t.visibility} <> 'deleted'`),
  ],
);

/** A level's revisions and their immutable documents. `asset` is the uuid in R2. A row stays when its document goes. */
export const level_revisions = sqliteTable(
  "level_revisions",
  {
    level_id: reference(() => levels.id),
    revision: integer().notNull(),
    asset: text().notNull(),
    bytes: integer().notNull(),
    blocks: integer().notNull(),
    stars: integer().notNull(),
    /** Lower bound of a clear's time (domain/clears/rules.ts). */
    fastest_ms: integer().notNull(),
    user_id: reference(() => users.id),
    created_at: time().notNull(),
    /** Revisions with the same content, which is all that can be touched, share their ranks. The hash of the first of them. */
    content: text().notNull(),
    /** Hash of what can be touched (worker/runs/world-content.ts). */
    content_hash: text().notNull(),
    goal: booleanColumn().notNull(),
    /** The first counted run by its creator; the check that it can be cleared. */
    clear_run_id: integer(),
    /** A clear of the same content from before it was published. */
    clear_check_id: integer(),
    /** The version of the simulation in which it was cleared. */
    physics: integer(),
    /** Whether it was published from the builder, which needs a clear to be public. Uploads don't. */
    built: booleanColumn().notNull().default(0),
    /** Most half-spaces per tick, on average, that a run needed; null until it's run. */
    work: integer(),
    /** When the schedule decides whether the document goes; null while the revision is one of the newest. */
    keep_until: time(),
    /** Since when the document can't be used any more; its file goes later (`unused_files`). */
    deleted_at: time(),
  },
  (t) => [
    primaryKey({ columns: [t.level_id, t.revision] }),
    index("level_revisions_keep").on(t.keep_until).where(sql`keep_until is not null`),
    index("level_revisions_kept").on(t.level_id, t.content, t.revision).where(sql`deleted_at is null`),
    // Restored revisions share a file.
    index("level_revisions_asset").on(t.asset).where(sql`deleted_at is null`),
    index("level_revisions_content").on(t.level_id, t.content_hash),
    index("level_revisions_clear").on(t.clear_run_id).where(sql`clear_run_id is not null`),
  ],
);

/** Files that nothing shows any more, for the schedule to delete (worker/levels/sweep-files.ts). */
export const unused_files = sqliteTable(
  "unused_files",
  {
    name: text().primaryKey(),
    level_id: integer().notNull(),
    unused_at: time().notNull(),
  },
  (t) => [index("unused_files_old").on(t.unused_at), index("unused_files_level").on(t.level_id)],
);

export const favorites = withoutRowid(
  "favorites",
  {
    user_id: reference(() => users.id),
    target_type: text().$type<"level" | "item">().notNull(),
    target_id: integer().notNull(),
    created_at: time().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.user_id, t.target_type, t.target_id] }),
    index("favorites_recent").on(t.user_id, t.target_type, t.created_at, t.target_id),
  ],
);
