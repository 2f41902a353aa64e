import * as z from "zod/mini";
import { message, nothing, page } from "../api/answers.ts";
import { pageNumber, searchText, whole } from "../api/fields.ts";
import { route } from "../api/route.ts";
import { presentUserCard } from "../presence/presence.ts";
import { RELATIONS } from "./rules.ts";

/** How many of each a person has; `incoming` and `outgoing` are 0 for everybody but the person. */
export const buddyCounts = z.object({ buddies: z.int(), incoming: z.int(), outgoing: z.int() });
export type BuddyCounts = z.infer<typeof buddyCounts>;

export const buddyListRoute = route("GET", "/api/buddies/{username}/{tab}", {
  summary: "Somebody's buddies, or one's own requests in and out; newest first.",
  access: "public",
  input: z.object({ page: pageNumber, search: searchText }),
  output: z.extend(page(presentUserCard), {
    user: z.object({ id: z.int(), username: z.string() }),
    counts: buddyCounts,
  }),
});

/** What an act made of two people, with the actor's counts. */
const outcome = z.extend(message, { relation: z.enum(RELATIONS), counts: buddyCounts });

export const requestBuddyRoute = route("POST", "/api/buddy/{username}/request", {
  summary: "Asks somebody to be buddies; where they have asked already, accepts.",
  access: "member",
  input: nothing,
  output: outcome,
});

export const acceptBuddyRoute = route("POST", "/api/buddy/{username}/accept", {
  summary: "Accepts a request.",
  access: "member",
  input: z.object({ user_id: z.optional(whole("User id", { min: 1, max: 1_000_000_000_000 })) }),
  output: outcome,
});

export const deleteBuddyRoute = route("POST", "/api/buddy/{username}/delete", {
  summary: "Removes a buddy, declines a request or withdraws one's own.",
  access: "member",
  input: nothing,
  output: outcome,
});
