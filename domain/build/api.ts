import * as z from "zod/mini";
import { page, preload } from "../api/page.ts";
import { userCard } from "../api/response.ts";
import { type OutputOf, route } from "../api/route.ts";
import { LEVEL_CATEGORIES, VISIBILITIES } from "../levels/rules.ts";
import { SHOT_KINDS } from "../world/director/shot-kind.ts";
import { pictureView } from "./picture-view.ts";

/** The socket of a level that is being built. Its messages are described in BUILD.md. */
export const BUILD_SOCKET_PATH = "/api/builds/:level/live";

/** The URL of a page's socket. `after` is the number of the newest operation it has, if it had a socket before as `client`. */
export function buildSocketPath(level: number, resume: { client: number; after: number } | null): string {
  const query = resume ? `?client=${resume.client}&after=${resume.after}` : "";
  return `/api/builds/${level}/live${query}`;
}

export function parseBuildSocketPath(path: string): number | null {
  const found = /^\/api\/builds\/([1-9]\d{0,14})\/live$/.exec(path);
  return found ? Number(found[1]) : null;
}

export const BUILD_ROLES = ["creator", "editor", "admin"] as const;
export type BuildRole = (typeof BUILD_ROLES)[number];

export const buildRoute = route("GET", "/api/builds/{id}", {
  summary: "A level as its builders see it. For its creator, its editors and admins.",
  access: "member",
  output: z.object({
    build: z.object({
      level: z.object({
        id: z.int(),
        title: z.string(),
        description: z.string(),
        category: z.enum(LEVEL_CATEGORIES),
        visibility: z.enum(VISIBILITIES),
        comments_enabled: z.boolean(),
        url: z.string(),
        revision: z.int(),
        /** Staff made it private. Only an admin can publish it. */
        taken_down: z.boolean(),
        picture_view: z.nullable(pictureView),
        picture_shot: z.nullable(z.enum(SHOT_KINDS)),
      }),
      /** The viewer's. Editors build; creators and admins also publish and invite. */
      role: z.enum(BUILD_ROLES),
      creator: userCard,
      editors: z.array(userCard),
    }),
  }),
});
export type Build = OutputOf<typeof buildRoute>["build"];

export const buildDocumentRoute = route("GET", "/api/builds/{id}/document", {
  summary:
    "The document that is being built, with the ids of its parts and the number of its newest operation.",
  access: "member",
  output: z.object({ seq: z.int(), parts: z.array(z.tuple([z.string(), z.any()])) }),
});

export const buildNewPage = page("/build/new", {
  access: "member",
  module: "build/build-new",
  group: "builder",
  title: "Start from a world",
});

export const buildPage = page("/build/:id", {
  access: "member",
  module: "build/build",
  chunk: "building",
  group: "builder",
  title: "Build",
  preload: ({ id }) => [preload(buildRoute, { id: Number(id) })],
});
