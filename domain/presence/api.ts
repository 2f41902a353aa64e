import * as z from "zod/mini";
import { route } from "../api/route.ts";

export const peopleCounts = z.object({ playing: z.int(), online: z.int(), users: z.int() });
export type PeopleCounts = z.infer<typeof peopleCounts>;

export const peopleCountsRoute = route("GET", "/api/presence/counts", {
  summary:
    "Number of users in a level, online, and in total. Polled every few seconds, so it needs no database.",
  access: "public",
  output: z.object({ counts: peopleCounts }),
});
