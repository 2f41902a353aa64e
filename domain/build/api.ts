import * as z from "zod/mini";
import { flag, oneOf, pageNumber, text, uploadedFile, wholeNumber } from "../api/fields.ts";
import { emptyObject, listPage, messageResponse, userCard } from "../api/response.ts";
import { route } from "../api/route.ts";
import { level } from "../levels/api.ts";
import { LEVEL_CATEGORIES, VISIBILITIES } from "../levels/rules.ts";
import { LIMITS } from "../limits.ts";
import { MAX_START_TICK } from "../runs/rules.ts";
import { BUILD_LIMITS } from "./limits.ts";
import { pictureView } from "./picture-view.ts";
import { WORLD_START_IDS } from "./starts/ids.ts";

/** The socket of a level that is being built. Its messages are described in BUILD.md. */
export const BUILD_SOCKET_PATH = "/api/builds/:level/live";

/** The URL of a page's socket. `after` is the number of the newest operation it has, if it had a socket before as `client`. */
export function buildSocketPath(level: number, resume: { client: number; after: number } | null): string {
  const query = resume ? `?client=${resume.client}&after=${resume.after}` : "";
  return `/api/builds/${level}/live${query}`;
}

/** The level in the path of a socket; null if it isn't one. */
export function parseBuildSocketPath(path: string): number | null {
  const found = /^\/api\/builds\/([1-9]\d{0,14})\/live$/.exec(path);
  return found ? Number(found[1]) : null;
}

/** Roles in a level that is being built. */
export const BUILD_ROLES = ["creator", "editor", "admin"] as const;
export type BuildRole = (typeof BUILD_ROLES)[number];

/** A level as its builders see it. */
export const build = z.object({
  level: z.object({
    id: z.int(),
    title: z.string(),
    description: z.string(),
    category: z.enum(LEVEL_CATEGORIES),
    visibility: z.enum(VISIBILITIES),
    comments_enabled: z.boolean(),
    url: z.string(),
    /** The published revision. */
    revision: z.int(),
    /** Staff made it private. Only an admin can publish it. */
    taken_down: z.boolean(),
    picture_view: z.nullable(pictureView),
  }),
  /** The viewer's. Editors build; creators and admins also publish and invite. */
  role: z.enum(BUILD_ROLES),
  creator: userCard,
  /** Invited buddies. */
  editors: z.array(userCard),
});
export type Build = z.infer<typeof build>;

export const buildRoute = route("GET", "/api/builds/{id}", {
  summary: "A level as its builders see it. For its creator, its editors and admins.",
  access: "member",
  input: emptyObject,
  output: z.object({ build }),
});

export const buildDocumentRoute = route("GET", "/api/builds/{id}/document", {
  summary:
    "The document that is being built, with the ids of its parts and the number of its newest operation.",
  access: "member",
  input: emptyObject,
  output: z.object({ seq: z.int(), parts: z.array(z.tuple([z.string(), z.any()])) }),
});

export const createBuildRoute = route("POST", "/api/builds", {
  summary: "Creates a private level from one of the ten worlds to start from.",
  access: "member",
  status: 201,
  input: z.object({
    title: text("Title", { max: LIMITS.levelTitle }),
    start: oneOf("World", WORLD_START_IDS),
  }),
  output: z.object({ level_id: z.int(), url: z.string() }),
});

const editors = z.object({ editors: z.array(userCard) });

export const inviteEditorRoute = route("POST", "/api/builds/{id}/editors", {
  summary: "Invites a buddy to build the level together. At most 8.",
  access: "member",
  input: z.object({ user_id: wholeNumber("User id", { min: 1, max: Number.MAX_SAFE_INTEGER }) }),
  output: editors,
});

export const removeEditorRoute = route("POST", "/api/builds/{id}/editors/{userId}/delete", {
  summary: "Removes an editor and closes their page. Editors can remove themselves.",
  access: "member",
  input: emptyObject,
  output: editors,
});

/** A stored version of a level that is being built. */
export const buildSave = z.object({
  id: z.string(),
  created_at: z.string(),
  created_at_formatted: z.string(),
  /** Everyone who worked on it since the version before. */
  authors: z.array(userCard),
  blocks: z.int(),
  stars: z.int(),
  /** The revision that was published from it, or null. */
  revision: z.nullable(z.int()),
  /** Null until it is rendered. */
  picture_url: z.nullable(z.string()),
});
export type BuildSave = z.infer<typeof buildSave>;

export const buildHistoryRoute = route("GET", "/api/builds/{id}/history", {
  summary: "The stored versions of a level that is being built, newest first.",
  access: "member",
  input: z.object({ page: pageNumber }),
  output: listPage(buildSave),
});

export const saveBuildRoute = route("POST", "/api/builds/{id}/saves", {
  summary: "Stores the level as it is as a version, unless the newest version is the same.",
  access: "member",
  input: emptyObject,
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
  input: emptyObject,
  output: z.object({ check }),
});

export const buildStateRoute = route("GET", "/api/builds/{id}/state", {
  summary: "Whether the document as it is can be published: what it lacks, and whether it was cleared.",
  access: "member",
  input: emptyObject,
  output: z.object({
    content: z.string(),
    /** It has stars or a goal, so publishing it as public needs a clear. */
    clearable: z.boolean(),
    cleared: z.boolean(),
    /** It is the published revision. */
    published: z.boolean(),
    problems: z.array(z.string()),
  }),
});

export const publishBuildRoute = route("POST", "/api/builds/{id}/publish", {
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
  }),
  output: z.object({ level, warnings: z.array(z.string()) }),
});

/** Things that a user saved to place them again. */
export const prefab = z.object({
  id: z.int(),
  name: z.string(),
  /** Blocks, stars, checkpoints and hazards around the origin, which is the middle of their underside. */
  parts: z.array(z.any()),
  created_at: z.string(),
});
export type Prefab = z.infer<typeof prefab>;

export const prefabListRoute = route("GET", "/api/prefabs", {
  summary: "Your prefabs, newest first.",
  access: "member",
  input: emptyObject,
  output: z.object({ data: z.array(prefab) }),
});

export const createPrefabRoute = route("POST", "/api/prefabs", {
  summary: "Saves things as a prefab. At most 50 of 500 things each.",
  access: "member",
  status: 201,
  bodyBytes: BUILD_LIMITS.prefabBytes,
  input: z.object({
    name: text("Name", { max: BUILD_LIMITS.prefabName }),
    parts: z
      .array(z.any())
      .check(
        z.minLength(1, "A prefab needs at least one thing."),
        z.maxLength(
          BUILD_LIMITS.prefabParts,
          `A prefab can have at most ${BUILD_LIMITS.prefabParts} things.`,
        ),
      ),
  }),
  output: z.object({ prefab }),
});

export const deletePrefabRoute = route("POST", "/api/prefabs/{id}/delete", {
  summary: "Deletes one of your prefabs.",
  access: "member",
  input: emptyObject,
  output: messageResponse,
});
