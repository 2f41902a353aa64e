import * as z from "zod/mini";

/** A run by a player. Times of waiting runs are what the browser measured. */
export const runSchema = z.object({
  id: z.int(),
  level_id: z.int(),
  state: z.enum(["waiting", "counted", "flagged", "refused"]),
  time_ms: z.int(),
  time_formatted: z.string(),
  /** The player's place, null beyond 1,000, and the ranked players. Only live runs are in the top ten. */
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
export type Run = z.infer<typeof runSchema>;
