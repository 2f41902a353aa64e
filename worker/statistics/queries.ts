import { type Columns, type Statement, statement, type Without } from "#db/database.ts";

/** A level's counters. The creator's own plays don't count, but their clear does. */
export type CountedLevel = Columns<
  "levels",
  | "user_id"
  | "plays_count"
  | "visitors_count"
  | "clears_count"
  | "ratings_count"
  | "rating_sum"
  | "difficulty_sum"
> &
  Without<Columns<"levels", "visibility">, "deleted">;

/** A day with activity. */
export type DayRow = Columns<
  "level_days",
  "day" | "plays" | "players" | "clears" | "first_clears" | "ratings" | "rating_sum"
>;

/** Selects a level's days with activity, starting from a day (YYYY-MM-DD). */
export const daysQuery = (levelId: number, from: string): Statement<DayRow> =>
  statement`select day, plays, players, clears, first_clears, ratings, rating_sum from level_days
    where level_id = ${levelId} and day >= ${from} order by day`;
