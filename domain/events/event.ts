import * as z from "zod/mini";
import { levelCard } from "../levels/card.ts";

/** The reward of an event or a challenge, granted once. */
export const eventReward = z.object({
  coins: z.int(),
  xp: z.int(),
  item: z.nullable(z.object({ id: z.int(), name: z.string(), thumbnail_url: z.string(), url: z.string() })),
});

/** The first and last New York day (YYYY-MM-DD). The countdown runs to the end of the last one. */
export const eventDays = {
  starts_on: z.string(),
  ends_on: z.string(),
  starts_at: z.string(),
  ends_at: z.string(),
};

export const event = z.object({
  id: z.int(),
  short_name: z.string(),
  description: z.string(),
  highlight_color: z.string(),
  ...eventDays,
  /** How many of its levels to clear for the reward. */
  goal: z.int(),
  reward: eventReward,
  /** The levels visible to the viewer. */
  levels: z.array(levelCard),
  /** How many of them the viewer cleared during the event; null for visitors. */
  cleared: z.nullable(z.int()),
  rewarded: z.boolean(),
});
export type LevelEvent = z.infer<typeof event>;
