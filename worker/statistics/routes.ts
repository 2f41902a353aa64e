import { lastDays } from "#domain/new-york.ts";
import { levelStatisticsRoute } from "#domain/statistics/api.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { editableLevel } from "../levels/queries.ts";
import { clearedAmongQuery } from "../runs/queries.ts";
import { presentDays, presentTotals } from "./present.ts";
import { countedLevelQuery, daysQuery } from "./queries.ts";

export function statisticsRoutes(app: HonoApp): void {
  handle(app, levelStatisticsRoute, async ({ params, input, gate, viewer, now }) => {
    const days = lastDays(now, Number(input.days));
    const {
      found: [found],
      rows,
    } = await gate.read({
      found: countedLevelQuery(params.id),
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
