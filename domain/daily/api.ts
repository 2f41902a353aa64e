import * as z from "zod/mini";
import { route } from "../api/route.ts";

/** The user's progress in today's challenge. Days begin at midnight in New York. */
export const daily = z.object({
  clears: z.int(),
  target: z.int(),
  reward: z.object({ coins: z.int(), xp: z.int() }),
  completed: z.boolean(),
  day: z.string(),
  /** The end of the day, ISO 8601 UTC. */
  ends_at: z.string(),
  gold_coins: z.int(),
});
export type Daily = z.infer<typeof daily>;

export const dailyRoute = route("GET", "/api/auth/daily", {
  summary: "Today's challenge and daily coins.",
  access: "member",
  output: z.object({ daily }),
});
