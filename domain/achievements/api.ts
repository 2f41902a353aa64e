import * as z from "zod/mini";
import { nothing, userCard } from "../api/answers.ts";
import { route } from "../api/route.ts";

/** What an act brings (spec 2 §3). */
export const reward = z.object({
  coins: z.int(),
  xp: z.int(),
  items: z.array(z.object({ id: z.int(), name: z.string(), thumbnail_url: z.string() })),
});
export type Reward = z.infer<typeof reward>;

export const achievement = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  image_url: z.string(),
  /** The target. */
  value: z.int(),
  reward: z.nullable(reward),
  /** Present once it is theirs. */
  user_achievement: z.nullable(z.object({ created_at: z.string(), created_at_formatted: z.string() })),
});
export type Achievement = z.infer<typeof achievement>;

export const achievementSet = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  image_url: z.string(),
  default_achievement_description: z.string(),
  /** How far the user is: counts like `value`. */
  user_progress: z.int(),
  achievements: z.array(achievement),
});
export type AchievementSet = z.infer<typeof achievementSet>;

export const achievementListRoute = route("GET", "/api/user/achievements/{id}", {
  summary: "A user's achievements, set by set, with how far they are.",
  access: "public",
  input: nothing,
  output: z.object({ data: z.array(achievementSet), user: userCard }),
});
