import * as z from "zod/mini";
import { pageNumber, searchQuery, wholeNumber } from "../api/fields.ts";
import { readListView } from "../api/list-view.ts";
import { page, preload } from "../api/page.ts";
import { listPage, messageResponse } from "../api/response.ts";
import { route } from "../api/route.ts";
import { presentUserCard } from "../presence/presence.ts";
import { RELATIONS } from "./rules.ts";

/** A user's counts; `incoming` and `outgoing` are 0 for anyone else. */
export const buddyCounts = z.object({ buddies: z.int(), incoming: z.int(), outgoing: z.int() });
export type BuddyCounts = z.infer<typeof buddyCounts>;

export const buddyListRoute = route("GET", "/api/buddies/{username}/{tab}", {
  summary: "A user's buddies, or your own incoming or outgoing requests, newest first.",
  access: "public",
  input: z.object({ page: pageNumber, search: searchQuery }),
  output: z.extend(listPage(presentUserCard), {
    user: z.object({ id: z.int(), username: z.string() }),
    counts: buddyCounts,
  }),
});

/** The new relation of the two users, with the actor's counts. */
const outcome = z.extend(messageResponse, { relation: z.enum(RELATIONS), counts: buddyCounts });

export const requestBuddyRoute = route("POST", "/api/buddy/{username}/request", {
  creates: "main",
  summary: "Sends a buddy request, or accepts the one they have sent.",
  access: "member",
  output: outcome,
});

export const acceptBuddyRoute = route("POST", "/api/buddy/{username}/accept", {
  summary: "Accepts a request.",
  access: "member",
  input: z.object({ user_id: z.optional(wholeNumber("User id", { min: 1, max: 1_000_000_000_000 })) }),
  output: outcome,
});

export const deleteBuddyRoute = route("POST", "/api/buddy/{username}/delete", {
  summary: "Removes a buddy, declines a request or withdraws your own.",
  access: "member",
  output: outcome,
});

export const buddiesPage = page("/users/:username/buddies/:tab?", {
  access: "public",
  module: "buddies/buddies",
  group: "rare",
  title: "Buddies",
  preload: ({ username = "", tab = "buddies" }, query) => [
    preload(buddyListRoute, { username, tab }, readListView(query)),
  ],
});
