import { sql } from "drizzle-orm";
import { type Statement, statement } from "#db/database.ts";
import type { Visibility } from "#domain/levels/rules.ts";

/** A level's counters. The creator's own plays and clear don't count. */
export interface CountedLevel {
  user_id: number;
  visibility: Visibility;
  plays_count: number;
  visitors_count: number;
  clears_count: number;
  ratings_count: number;
  rating_sum: number;
  difficulty_sum: number;
}

export const countedLevelQuery = (id: number): Statement<CountedLevel> =>
  statement(sql`
    select l.user_id, l.visibility, l.plays_count, l.visitors_count, l.ratings_count, l.rating_sum, l.difficulty_sum,
      l.clears_count - exists (select 1 from clears where user_id = l.user_id and level_id = l.id) as clears_count
    from levels l where l.id = ${id} and l.visibility <> 'deleted'`);

/** A day with activity. */
export interface DayRow {
  day: string;
  plays: number;
  players: number;
  clears: number;
  first_clears: number;
  ratings: number;
  rating_sum: number;
}

/** Selects a level's days with activity, starting from a day (YYYY-MM-DD). */
export const daysQuery = (levelId: number, from: string): Statement<DayRow> =>
  statement(sql`select day, plays, players, clears, first_clears, ratings, rating_sum from level_days
    where level_id = ${levelId} and day >= ${from} order by day`);
