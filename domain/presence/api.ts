import * as z from "zod/mini";
import { emptyObject } from "../api/response.ts";
import { route } from "../api/route.ts";

/** Number of users in a level, online, and in total. */
export const peopleCounts = z.object({ playing: z.int(), online: z.int(), users: z.int() });
export type PeopleCounts = z.infer<typeof peopleCounts>;

export const peopleCountsRoute = route("GET", "/api/presence/counts", {
  summary:
    "Number of users in a level, online, and in total. Polled every few seconds, so it needs no database.",
  access: "public",
  input: emptyObject,
  output: z.object({ counts: peopleCounts }),
});
