import * as z from "zod/mini";
import { nothing } from "../api/answers.ts";
import { route } from "../api/route.ts";

/** How far somebody is with today's challenge. The day turns at midnight in New York. */
export const daily = z.object({
  clears: z.int(),
  target: z.int(),
  reward: z.object({ coins: z.int(), xp: z.int() }),
  completed: z.boolean(),
  /** The day, YYYY-MM-DD: the countdown ends at the end of it. */
  day: z.string(),
  /** The end of the day, ISO 8601 UTC. */
  ends_at: z.string(),
  /** Coins that Gold pays a day; 0 without Gold. */
  gold_coins: z.int(),
});
export type Daily = z.infer<typeof daily>;

export const dailyRoute = route("GET", "/api/auth/daily", {
  summary: "Today's challenge and daily coins.",
  access: "member",
  input: nothing,
  output: z.object({ daily }),
});
