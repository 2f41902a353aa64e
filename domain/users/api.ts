import * as z from "zod/mini";
import { oneOf, pageNumber, searchQuery } from "../api/fields.ts";
import { page, preload } from "../api/page.ts";
import { route } from "../api/route.ts";
import { TIMES } from "../api/times.ts";
import { ROLES } from "../auth/roles.ts";
import { RELATIONS } from "../buddies/rules.ts";
import { showcaseRoute } from "../levels/api.ts";
import { presentUserCard } from "../presence/presence.ts";
import { profileTheme } from "../themes/theme.ts";
import { DIRECTORY_FILTERS, directoryInput, readDirectoryView } from "./view.ts";

export const profile = z.extend(presentUserCard, {
  role: z.enum(ROLES),
  bio: z.string(),
  xp: z.int(),
  levels_count: z.int(),
  levels_sum_plays: z.int(),
  clears_count: z.int(),
  comments_count: z.int(),
  user_achievements_count: z.int(),
  buddies_count: z.int(),
  followers_count: z.int(),
  following: z.boolean(),
  relation: z.enum(RELATIONS),
  block: z.boolean(),
  can_message: z.boolean(),
  can_join: z.boolean(),
  /** Their profile theme: the chosen one if it is available to them now, else the default. */
  custom_theme: profileTheme,
  ...TIMES,
});
export type Profile = z.infer<typeof profile>;

export const profileRoute = route("GET", "/api/users/{username}", {
  summary: "A user's profile.",
  access: "public",
  output: z.object({ user: profile }),
});

const listedUser = z.extend(presentUserCard, { bio: z.string() });

export const userListRoute = route("GET", "/api/users", {
  summary: "The user directory: everyone, newest first, or only users who are online or playing.",
  access: "public",
  cacheSeconds: 2,
  rateLimit: "search",
  input: z.object({
    search: searchQuery,
    page: pageNumber,
    filter: z._default(oneOf("Filter", DIRECTORY_FILTERS), ""),
  }),
  output: z.object({
    data: z.array(listedUser),
    /** With the first page of everyone: people who are playing, then people who are online. */
    active: z.array(listedUser),
    meta: z.object({
      current_page: z.int(),
      last_page: z.int(),
      total: z.int(),
      /** Position of the last user on the page, counted from 1; 0 if there is none. */
      to: z.int(),
    }),
    links: z.object({ next: z.nullable(z.string()) }),
    online: z.int(),
    counts: z.object({ playing: z.int(), online: z.int(), users: z.int() }),
  }),
});

export const directoryPage = page("/users", {
  group: "rare",
  access: "public",
  module: "users/directory",
  title: "Users",
  description: "Everyone who plays here, and who's online or in a game right now.",
  preload: (_, query) => [preload(userListRoute, {}, directoryInput(readDirectoryView(query), 1))],
  inSitemap: true,
});

export const profilePage = page("/users/:username", {
  access: "public",
  module: "users/profile",
  title: "Profile",
  preload: ({ username = "" }) => [preload(profileRoute, { username }), preload(showcaseRoute, { username })],
});

export const mePage = page("/me", {
  group: "rare",
  access: "member",
  module: "me/me",
  title: "Me",
  description: "Your bopi, your things and your settings.",
});
