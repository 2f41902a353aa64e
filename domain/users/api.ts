import * as z from "zod/mini";
import { nothing } from "../api/answers.ts";
import { oneOf, pageNumber, searchText } from "../api/fields.ts";
import { route } from "../api/route.ts";
import { RELATIONS } from "../buddies/rules.ts";
import { presentUserCard } from "../presence/presence.ts";
import { profileTheme } from "../themes/theme.ts";

/** A profile: what everybody may see of a user. */
export const profile = z.extend(presentUserCard, {
  role: z.enum(["member", "moderator", "admin"]),
  bio: z.string(),
  xp: z.int(),
  levels_count: z.int(),
  levels_sum_plays: z.int(),
  clears_count: z.int(),
  comments_count: z.int(),
  user_achievements_count: z.int(),
  buddies_count: z.int(),
  /** How the one who looks stands to them. */
  relation: z.enum(RELATIONS),
  /** The one who looks has blocked them. */
  block: z.boolean(),
  /** They take messages from the one who looks. */
  can_message: z.boolean(),
  /** They let the one who looks join them where they play. */
  can_join: z.boolean(),
  /** What their profile wears: what they chose, if they may wear it now, else what all profiles begin with. */
  custom_theme: profileTheme,
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

export const DIRECTORY_FILTERS = ["", "playing", "online"] as const;
export type DirectoryFilter = (typeof DIRECTORY_FILTERS)[number];

export const userListRoute = route("GET", "/api/users", {
  summary: "The user directory: everybody, newest first, or those who are online or playing now.",
  access: "public",
  keep: 2,
  limit: "search",
  input: z.object({
    search: searchText,
    page: pageNumber,
    filter: z._default(oneOf("Filter", DIRECTORY_FILTERS), ""),
  }),
  output: z.object({
    data: z.array(z.extend(presentUserCard, { bio: z.string() })),
    meta: z.object({
      current_page: z.int(),
      last_page: z.int(),
      total: z.int(),
      /** Number of the last user shown, counted from 1; 0 where there is none. */
      to: z.int(),
    }),
    links: z.object({ next: z.nullable(z.string()) }),
    /** How many are online. */
    online: z.int(),
    counts: z.object({ playing: z.int(), online: z.int(), users: z.int() }),
  }),
});
