import * as z from "zod/mini";
import { nothing } from "../api/answers.ts";
import { route } from "../api/route.ts";

/** How many are in a level, online, and here at all. */
export const peopleCounts = z.object({ playing: z.int(), online: z.int(), users: z.int() });
export type PeopleCounts = z.infer<typeof peopleCounts>;

export const peopleCountsRoute = route("GET", "/api/presence/counts", {
  summary:
    "How many are in a level, online, and here at all. Asked every few seconds, so it costs three rows.",
  access: "public",
  keep: 2,
  input: nothing,
  output: z.object({ counts: peopleCounts }),
});
