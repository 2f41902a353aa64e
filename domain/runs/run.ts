import * as z from "zod/mini";

/** A run by a player. Times of waiting runs are what the browser measured. */
export const run = z.object({
  id: z.int(),
  level_id: z.int(),
  state: z.enum(["waiting", "counted", "flagged", "refused"]),
  time_ms: z.int(),
  time_formatted: z.string(),
  /**
   * The player's place with their best time, null beyond the first 1,000, and the number of ranked players. The first ten
   * places are for live runs, so others begin at 11, also where there are fewer players.
   */
  rank: z.nullable(z.int()),
  total: z.int(),
  is_first: z.boolean(),
  is_best: z.boolean(),
  /** Whether a room received its inputs as they were made. Only such runs can be among the first ten. */
  is_live: z.boolean(),
  previous_ms: z.nullable(z.int()),
  medal: z.nullable(z.enum(["creator", "top_ten", "best"])),
  xp: z.int(),
  coins: z.int(),
  reason: z.nullable(z.string()),
  message: z.string(),
  log_url: z.nullable(z.string()),
});
export type Run = z.infer<typeof run>;
