import * as z from "zod/mini";
import { flag, oneOf, pageNumber, text, uploadedFile, wholeNumber } from "../../api/fields.ts";
import { listPage, userCard } from "../../api/response.ts";
import { route } from "../../api/route.ts";
import { TIMES } from "../../api/times.ts";
import { level } from "../../levels/api.ts";
import { LEVEL_CATEGORIES, VISIBILITIES } from "../../levels/rules.ts";
import { LIMITS } from "../../limits.ts";
import { MAX_START_TICK } from "../../runs/rules.ts";
import { SHOT_KINDS } from "../../world/director/shot-kind.ts";
import { pictureView } from "../picture-view.ts";

export const buildSave = z.object({
  id: z.string(),
  ...TIMES,
  /** Everyone who worked on it since the version before. */
  authors: z.array(userCard),
  blocks: z.int(),
  stars: z.int(),
  revision: z.nullable(z.int()),
  picture_url: z.nullable(z.string()),
});
export type BuildSave = z.infer<typeof buildSave>;

export const buildHistoryRoute = route("GET", "/api/builds/{id}/history", {
  summary: "The stored versions of a level that is being built, newest first.",
  access: "member",
  fresh: true,
  input: z.object({ page: pageNumber }),
  output: listPage(buildSave),
});

export const saveBuildRoute = route("POST", "/api/builds/{id}/saves", {
  summary: "Stores the level as it is as a version, unless the newest version is the same.",
  access: "member",
  output: z.object({ save: buildSave }),
});

const check = z.object({
  id: z.int(),
  state: z.enum(["waiting", "cleared", "refused"]),
  /** Hash of what can be touched in the document that was cleared. */
  content: z.string(),
  /** A sentence, if it was refused. */
  reason: z.nullable(z.string()),
});
export type ClearCheck = z.infer<typeof check>;

export const checkClearRoute = route("POST", "/api/builds/{id}/checks", {
  summary: "Sends the recorded inputs of a clear of the document as it is, to be simulated again.",
  access: "member",
  body: "form",
  status: 201,
  input: z.object({
    physics: wholeNumber("Physics", { min: 1, max: 65_535 }),
    start_tick: wholeNumber("Start tick", { min: 0, max: MAX_START_TICK }),
    /** Identifies the clear, so a retry checks it once. */
    key: z
      .string({ error: "Key is required." })
      .check(z.regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, "Key must be a UUID.")),
    log: uploadedFile("Log"),
  }),
  output: z.object({ check }),
});

export const clearCheckRoute = route("GET", "/api/builds/{id}/checks/{checkId}", {
  summary: "A clear check of a level that is being built.",
  access: "member",
  output: z.object({ check }),
});

export const buildStateRoute = route("GET", "/api/builds/{id}/state", {
  summary: "Whether the document as it is can be published: what it lacks, and whether it was cleared.",
  access: "member",
  fresh: true,
  output: z.object({
    content: z.string(),
    /** It has stars or a goal, so publishing it as public needs a clear. */
    clearable: z.boolean(),
    cleared: z.boolean(),
    published: z.boolean(),
    problems: z.array(z.string()),
  }),
});

export const publishBuildRoute = route("POST", "/api/builds/{id}/publish", {
  creates: "main",
  summary:
    "Publishes the document as the level's newest revision. A public level with stars or a goal needs a verified clear.",
  access: "member",
  input: z.object({
    title: text("Title", { max: LIMITS.levelTitle }),
    description: z._default(
      text("Description", { min: 0, max: LIMITS.levelDescription, multiline: true }),
      "",
    ),
    category: z._default(oneOf("Category", LEVEL_CATEGORIES), ""),
    visibility: oneOf("Visibility", VISIBILITIES),
    comments_enabled: z._default(flag("Comments"), true),
    /** The picture's camera; null lets the renderer choose. */
    picture_view: z._default(z.nullable(pictureView), null),
    /** Without a camera, what the picture shows; null lets the director choose. */
    picture_shot: z._default(z.nullable(z.enum(SHOT_KINDS)), null),
  }),
  output: z.object({ level, warnings: z.array(z.string()) }),
});
