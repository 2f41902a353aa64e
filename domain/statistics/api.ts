import * as z from "zod/mini";
import { oneOf } from "../api/fields.ts";
import { route } from "../api/route.ts";

/** Selectable time spans in days. */
export const STATISTICS_SPANS = ["7", "30", "90", "365"] as const;

/** Statistics of a New York day. */
export const levelDay = z.object({
  /** YYYY-MM-DD. */
  day: z.string(),
  plays: z.int(),
  players: z.int(),
  clears: z.int(),
  /** Players who cleared it for the first time. */
  first_clears: z.int(),
  ratings: z.int(),
  /** Mean of the day's new ratings on the scale 0 to 10; null without any. */
  rating: z.nullable(z.number()),
});
export type LevelDay = z.infer<typeof levelDay>;

export const levelStatisticsRoute = route("GET", "/api/levels/{id}/statistics", {
  summary: "Daily statistics of your level, oldest first, with every day of the span.",
  access: "member",
  input: z.object({ days: z._default(oneOf("Days", STATISTICS_SPANS), "30") }),
  output: z.object({
    days: z.array(levelDay),
    totals: z.object({
      plays: z.int(),
      /** Distinct players over the level's lifetime. */
      players: z.int(),
      clears: z.int(),
      /** Percentage of players who have cleared it; null before the first play. */
      clear_rate: z.nullable(z.number()),
      ratings_count: z.int(),
      rating: z.number(),
      difficulty: z.number(),
    }),
  }),
});
export type LevelStatistics = z.output<typeof levelStatisticsRoute.output>;
