import * as z from "zod/mini";
import { page, preload } from "../api/page.ts";
import { userCard } from "../api/response.ts";
import { route } from "../api/route.ts";
import { TIMES } from "../api/times.ts";
import { profileRoute } from "../users/api.ts";

/** The reward of an action (spec 2 §3). */
export const achievementReward = z.object({
  coins: z.int(),
  xp: z.int(),
  items: z.array(z.object({ id: z.int(), name: z.string(), thumbnail_url: z.string() })),
});

export const achievement = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  image_url: z.string(),
  value: z.int(),
  reward: z.nullable(achievementReward),
  /** Set once the user has it. */
  user_achievement: z.nullable(z.object({ ...TIMES })),
});
export type Achievement = z.infer<typeof achievement>;

export const achievementSet = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  image_url: z.string(),
  default_achievement_description: z.string(),
  /** The user's progress, in the unit of `value`. */
  user_progress: z.int(),
  achievements: z.array(achievement),
});
export type AchievementSet = z.infer<typeof achievementSet>;

export const achievementListRoute = route("GET", "/api/user/achievements/{id}", {
  summary: "A user's achievements by set, with their progress.",
  access: "public",
  output: z.object({ data: z.array(achievementSet), user: userCard }),
});

export const achievementsPage = page("/users/:username/achievements", {
  group: "rare",
  access: "public",
  module: "achievements/achievements",
  title: "Achievements",
  // The page loads the list itself, because it needs the user id from the profile.
  preload: ({ username = "" }) => [preload(profileRoute, { username })],
});
