import * as z from "zod/mini";
import { message, page, userCard } from "../api/answers.ts";
import { flag, pageNumber } from "../api/fields.ts";
import { route } from "../api/route.ts";

const time = { time_ms: z.int(), time_formatted: z.string() };

/** Somebody's best time in a level. */
export const clear = z.object({
  rank: z.int(),
  user: userCard,
  ...time,
  /** How often they have cleared it. */
  times: z.int(),
  cleared_at: z.string(),
  cleared_at_formatted: z.string(),
});
export type Clear = z.infer<typeof clear>;

export const levelClearsRoute = route("GET", "/api/levels/{id}/clears", {
  summary: "Everybody's best time in a level, the fastest first, and one's own.",
  access: "public",
  keep: 2,
  input: z.object({ page: pageNumber }),
  output: z.extend(page(clear), {
    own: z.nullable(z.object({ ...time, times: z.int() })),
  }),
});

/** A clear that was too fast to be true. */
export const asideRun = z.object({
  id: z.int(),
  user: userCard,
  level: z.object({ id: z.int(), title: z.string(), url: z.string() }),
  host: z.string(),
  ...time,
  /** The fastest that is possible. */
  floor_formatted: z.string(),
  created_at: z.string(),
  created_at_formatted: z.string(),
});
export type AsideRun = z.infer<typeof asideRun>;

export const asideRunsRoute = route("GET", "/api/staff/clears", {
  summary: "Clears that were faster than is possible, oldest first.",
  access: "moderator",
  input: z.object({ page: pageNumber }),
  output: page(asideRun),
});

export const decideRunRoute = route("POST", "/api/staff/clears/{id}", {
  summary: "Lets a clear that was kept aside count after all, or dismisses it.",
  access: "moderator",
  input: z.object({ accept: flag("Accept") }),
  output: message,
});
