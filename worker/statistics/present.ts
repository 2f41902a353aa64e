import type { LevelDay, LevelStatistics } from "#domain/statistics/api.ts";
import { mean } from "../levels/present.ts";
import type { CountedLevel, DayRow } from "./queries.ts";

const QUIET = { plays: 0, players: 0, clears: 0, first_clears: 0, ratings: 0, rating_sum: 0 };

/** Returns an entry for each of `days` (YYYY-MM-DD), oldest first. */
export function presentDays(days: readonly string[], rows: readonly DayRow[]): LevelDay[] {
  const known = new Map(rows.map((row) => [row.day, row]));
  return days.map((day) => {
    const { plays, players, clears, first_clears, ratings, rating_sum } = known.get(day) ?? QUIET;
    const rating = ratings ? mean(rating_sum, ratings) : null;
    return { day, plays, players, clears, first_clears, ratings, rating };
  });
}

/**
 * All-time totals. In generated data, more users may have cleared a level than played it, so the rate is
 * capped at 100.
 */
export function presentTotals(level: CountedLevel): LevelStatistics["totals"] {
  const { plays_count, visitors_count, clears_count, ratings_count } = level;
  const rate = Math.min(100, Math.round((1000 * clears_count) / visitors_count) / 10);
  return {
    plays: plays_count,
    players: visitors_count,
    clears: clears_count,
    clear_rate: visitors_count ? rate : null,
    ratings_count,
    rating: mean(level.rating_sum, ratings_count),
    difficulty: mean(level.difficulty_sum, ratings_count),
  };
}
