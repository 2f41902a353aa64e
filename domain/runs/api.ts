import * as z from "zod/mini";
import { uploadedFile, wholeNumber } from "../api/fields.ts";
import { page, preload } from "../api/page.ts";
import { emptyObject, userCard } from "../api/response.ts";
import { route } from "../api/route.ts";
import { BOPI_PARTS, type BopiPart } from "../avatar/colors.ts";
import { SLOTS, type Slot } from "../avatar/slots.ts";
import { level } from "../levels/api.ts";
import { worldSchema } from "../world/schema.ts";
import { MAX_START_TICK, MAX_VISIT_SECONDS } from "./rules.ts";
import { runSchema } from "./run.ts";

const time = { time_ms: z.int(), time_formatted: z.string() };
const RUN_KEY = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|room-\d{1,15}-\d{1,9}-\d{1,12})$/;

/** Null beyond the first 1,000. */
const rank = z.nullable(z.int());

/* @__NO_SIDE_EFFECTS__ */
const record = <K extends string, S extends z.ZodMiniType>(keys: readonly K[], schema: S) =>
  Object.fromEntries(keys.map((key) => [key, schema])) as Record<K, S>;

const equippedItem = z.nullable(z.object({ uuid: z.string() }));

/** The look of a bopi: its colors (6 hex digits), and its items by slot. */
export const bopiLook = z.object({
  colors: z.object(record<BopiPart, z.ZodMiniString>(BOPI_PARTS, z.string())),
  items: z.object(record<Slot, typeof equippedItem>(SLOTS, equippedItem)),
});
export type BopiLook = z.infer<typeof bopiLook>;

/** A recorded run that can be shown and raced. */
export const ghost = z.object({
  run_id: z.int(),
  rank,
  user: userCard,
  ...time,
  log_url: z.string(),
  start_tick: z.int(),
  physics: z.int(),
  revision: z.int(),
  look: bopiLook,
});
export type Ghost = z.infer<typeof ghost>;
const maybeGhost = z.nullable(ghost);

export const worldRoute = route("GET", "/api/levels/{id}/world", {
  summary: "A level's newest world document, with its revision in the X-Level-Revision header.",
  access: "public",
  output: worldSchema,
});

export const levelPlayRoute = route("GET", "/api/levels/{id}/play", {
  summary:
    "What the web player needs besides the world: the level, times to beat, your bopi and the next level.",
  access: "public",
  output: z.object({
    level,
    revision: z.int(),
    physics: z.int(),
    stars: z.int(),
    clearable: z.boolean(),
    own: z.nullable(z.object({ ...time, rank, run_id: z.nullable(z.int()) })),
    total: z.int(),
    record: maybeGhost,
    creator: maybeGhost,
    own_ghost: maybeGhost,
    next_level: z.nullable(
      z.object({ id: z.int(), title: z.string(), thumbnail_url: z.string(), url: z.string() }),
    ),
    look: bopiLook,
  }),
});
export type LevelPlay = z.infer<(typeof levelPlayRoute)["output"]>;

export const ghostsRoute = route("GET", "/api/levels/{id}/ghosts", {
  summary: "The 10 best recorded runs in a level as it is now, yours, and its creator's.",
  access: "public",
  output: z.object({ data: z.array(ghost), own: maybeGhost, creator: maybeGhost }),
});

export const runRoute = route("GET", "/api/runs/{id}", {
  summary: "A run: yours in any state, other players' once they count, flagged ones for staff.",
  access: "public",
  output: z.object({ run: runSchema, ghost: maybeGhost }),
});

export const createRunRoute = route("POST", "/api/levels/{id}/runs", {
  summary: "Sends the recorded inputs of a run, to be checked.",
  access: "member",
  body: "form",
  status: 201,
  input: z.object({
    revision: wholeNumber("Revision", { min: 1, max: 999_999_999 }),
    physics: wholeNumber("Physics", { min: 1, max: 65_535 }),
    start_tick: wholeNumber("Start tick", { min: 0, max: MAX_START_TICK }),
    ticks: wholeNumber("Ticks", { min: 1, max: 999_999_999 }),
    /** Identifies the run, so a retry stores it once: a UUID, or for a run in a room its `roomRunKey`. */
    key: z
      .string({ error: "Key is required." })
      .check(z.regex(RUN_KEY, "Key must be a UUID or the key of a room's run.")),
    log: uploadedFile("Log"),
  }),
  output: z.object({ run: runSchema }),
});

export const visitRoute = route("POST", "/api/levels/{id}/visits", {
  summary:
    "Records that you play a level in the browser: 0 seconds at the start, then the seconds since the last call.",
  access: "member",
  input: z.object({ seconds: wholeNumber("Seconds", { min: 0, max: MAX_VISIT_SECONDS }) }),
  output: emptyObject,
});

export const playPage = page("/play/:id", {
  access: "public",
  module: "play/play",
  chunk: "player",
  title: "Play",
  preload: ({ id }) => [preload(levelPlayRoute, { id: Number(id) })],
});
