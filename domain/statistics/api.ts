import * as z from "zod/mini";
import { oneOf } from "../api/fields.ts";
import { route } from "../api/route.ts";

/** Spans that a creator can look back over, in days. */
export const SPANS = ["7", "30", "90", "365"] as const;

/** A day of New York. */
export const levelDay = z.object({
  /** YYYY-MM-DD. */
  day: z.string(),
  plays: z.int(),
  /** Different people who played. */
  players: z.int(),
  clears: z.int(),
  /** People who cleared it for the first time. */
  first_clears: z.int(),
  ratings: z.int(),
  /** Mean of the day's new ratings on the scale 0 to 10; null without any. */
  rating: z.nullable(z.number()),
});
export type LevelDay = z.infer<typeof levelDay>;

export const levelStatisticsRoute = route("GET", "/api/levels/{id}/statistics", {
  summary: "What happened in one's level day by day, the oldest first, with every day of the span.",
  access: "member",
  input: z.object({ days: z._default(oneOf("Days", SPANS), "30") }),
  output: z.object({
    days: z.array(levelDay),
    totals: z.object({
      plays: z.int(),
      /** Different people over the level's life. */
      players: z.int(),
      clears: z.int(),
      /** People who have cleared it, of a hundred who played; null before anybody played. */
      clear_rate: z.nullable(z.number()),
      ratings_count: z.int(),
      rating: z.number(),
      difficulty: z.number(),
    }),
  }),
});
export type LevelStatistics = z.output<typeof levelStatisticsRoute.output>;
