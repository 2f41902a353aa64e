import { first } from "#db/database.ts";
import { lastDays } from "#domain/new-york.ts";
import { type LevelDay, type LevelStatistics, levelStatisticsRoute } from "#domain/statistics/api.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { mean } from "../levels/present.ts";
import { editableLevel } from "../levels/queries.ts";
import { clearedAmongQuery } from "../runs/queries.ts";
import { type CountedLevel, type DayRow, daysQuery } from "./queries.ts";

const QUIET = { plays: 0, players: 0, clears: 0, first_clears: 0, ratings: 0, rating_sum: 0 };

/** Returns an entry for each of `days` (YYYY-MM-DD), oldest first. */
function presentDays(days: readonly string[], rows: readonly DayRow[]): LevelDay[] {
  const known = new Map(rows.map((row) => [row.day, row]));
  return days.map((day) => {
    const { plays, players, clears, first_clears, ratings, rating_sum } = known.get(day) ?? QUIET;
    const rating = ratings ? mean(rating_sum, ratings) : null;
    return { day, plays, players, clears, first_clears, ratings, rating };
  });
}

/** All-time totals. Generated data can have more clears than plays, so the rate is capped at 100. */
function presentTotals(level: CountedLevel): LevelStatistics["totals"] {
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

export function statisticsRoutes(app: HonoApp): void {
  handle(app, levelStatisticsRoute, async ({ params, input, gate, viewer, now }) => {
    const days = lastDays(now, Number(input.days));
    const { found, rows } = await gate.read({
      found: first<CountedLevel>`
        select l.user_id, l.visibility, l.plays_count, l.visitors_count, l.ratings_count, l.rating_sum, l.difficulty_sum, l.clears_count
        from levels l where l.id = ${params.id} and l.visibility <> 'deleted'`,
      rows: daysQuery(params.id, days[0] ?? ""),
    });
    const { clears_count, ...level } = editableLevel(found, viewer);
    const own = await gate.play.all(clearedAmongQuery(level.user_id, [params.id]));
    return {
      days: presentDays(days, rows),
      totals: presentTotals({ ...level, clears_count: clears_count - own.length }),
    };
  });
}
