import * as z from "zod/mini";
import { nothing, userCard } from "../api/answers.ts";
import { route } from "../api/route.ts";

/** A profile: what everybody may see of a user. */
export const profile = z.extend(userCard, {
  role: z.enum(["member", "moderator", "admin"]),
  bio: z.string(),
  xp: z.int(),
  levels_count: z.int(),
  levels_sum_plays: z.int(),
  clears_count: z.int(),
  comments_count: z.int(),
  created_at: z.string(),
  created_at_formatted: z.string(),
});
export type Profile = z.infer<typeof profile>;

export const profileRoute = route("GET", "/api/users/{username}", {
  summary: "A user's profile.",
  access: "public",
  input: nothing,
  output: z.object({ user: profile }),
});
