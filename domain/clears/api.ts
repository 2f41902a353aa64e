import * as z from "zod/mini";
import { flag, pageNumber } from "../api/fields.ts";
import { readPage } from "../api/list-view.ts";
import { page, preload } from "../api/page.ts";
import { listPage, userCard } from "../api/response.ts";
import { route } from "../api/route.ts";
import { TIMES } from "../api/times.ts";

const time = { time_ms: z.int(), time_formatted: z.string() };

/** The recorded run that set a time; null without one. */
const runId = z.nullable(z.int());

export const clear = z.object({
  rank: z.int(),
  run_id: runId,
  user: userCard,
  ...time,
  times: z.int(),
  cleared_at: z.string(),
  cleared_at_formatted: z.string(),
});
export type Clear = z.infer<typeof clear>;

/** The viewer's best time. Ranks beyond 1,000 are null. */
const ownClear = z.object({
  ...time,
  times: z.int(),
  run_id: runId,
  rank: z.nullable(z.int()),
  /** The next better place, and by how much it is faster; null for the first. */
  gap: z.nullable(z.object({ rank: z.nullable(z.int()), user: userCard, ms: z.int() })),
});
export type OwnClear = z.infer<typeof ownClear>;

export const levelClearsRoute = route("GET", "/api/levels/{id}/clears", {
  summary: "Every user's best time in a level as it is now, fastest first, and your own.",
  access: "public",
  cacheSeconds: 2,
  input: z.object({ page: pageNumber }),
  output: z.extend(listPage(clear), {
    own: z.nullable(ownClear),
    clearable: z.boolean(),
  }),
});

/** How a recorded run's inputs were made (domain/sim/verify-run.ts). */
const inputStatistics = z.object({ changesPerMinute: z.number(), jumps: z.int(), shortestJumps: z.int() });

/** A clear that is implausibly fast, repeats someone else's, or that two checks of its recording don't agree on. */
export const flaggedRun = z.object({
  id: z.int(),
  user: userCard,
  level: z.object({ id: z.int(), title: z.string(), url: z.string() }),
  host: z.string(),
  ...time,
  floor_formatted: z.string(),
  /** Why a recorded run was flagged; null for a clear that a host reported. */
  reason: z.nullable(z.string()),
  /** The run that it repeats; null if it was flagged for something else, or that run is gone. */
  original: z.nullable(z.object({ run_id: z.int(), user: userCard, ...time })),
  log_url: z.nullable(z.string()),
  statistics: z.nullable(inputStatistics),
  ...TIMES,
});
export type FlaggedRun = z.infer<typeof flaggedRun>;

export const flaggedRunsRoute = route("GET", "/api/staff/clears", {
  summary: "Flagged clears, oldest first.",
  access: "moderator",
  input: z.object({ page: pageNumber }),
  output: listPage(flaggedRun),
});

export const decideRunRoute = route("POST", "/api/staff/clears/{id}", {
  summary: "Accepts or dismisses a flagged clear.",
  access: "moderator",
  input: z.object({ accept: flag("Accept") }),
});

export const flaggedRunsPage = page("/staff/clears", {
  access: "moderator",
  module: "staff/clears",
  title: "Implausible clears",
  preload: (_, query) => [preload(flaggedRunsRoute, {}, { page: readPage(query) })],
});
