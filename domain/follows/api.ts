import * as z from "zod/mini";
import { pageNumber } from "../api/fields.ts";
import { readPage } from "../api/list-view.ts";
import { page, preload } from "../api/page.ts";
import { listPage, messageResponse } from "../api/response.ts";
import { route } from "../api/route.ts";
import { presentUserCard } from "../presence/presence.ts";

export const FOLLOW_TABS = ["followers", "following"] as const;
export type FollowTab = (typeof FOLLOW_TABS)[number];

export const followListRoute = route("GET", "/api/follows/{username}/{followTab}", {
  summary: "A user's followers, or the creators they follow, newest first.",
  access: "public",
  input: z.object({ page: pageNumber }),
  output: z.extend(listPage(presentUserCard), {
    user: z.object({ id: z.int(), username: z.string() }),
    counts: z.object({ followers: z.int(), following: z.int() }),
  }),
});

const outcome = z.extend(messageResponse, { following: z.boolean(), followers_count: z.int() });

export const followRoute = route("POST", "/api/users/{username}/follow", {
  summary: "Follows a creator: what they publish shows on your home page.",
  access: "member",
  output: outcome,
});

export const unfollowRoute = route("POST", "/api/users/{username}/unfollow", {
  summary: "Stops following a creator.",
  access: "member",
  output: outcome,
});

const preloadFollows =
  (followTab: FollowTab) =>
  ({ username = "" }: Record<string, string>, query: URLSearchParams) =>
    [preload(followListRoute, { username, followTab }, { page: readPage(query) })] as const;

export const followersPage = page("/users/:username/followers", {
  access: "public",
  module: "follows/follows",
  group: "rare",
  title: "Followers",
  preload: preloadFollows("followers"),
});

export const followingPage = page("/users/:username/following", {
  access: "public",
  module: "follows/follows",
  group: "rare",
  title: "Following",
  preload: preloadFollows("following"),
});
