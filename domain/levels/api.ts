import * as z from "zod/mini";
import { flag, oneOf, pageNumber, searchQuery, text, uploadedFile } from "../api/fields.ts";
import { readPage } from "../api/list-view.ts";
import { page, preload } from "../api/page.ts";
import { listPage, userCard } from "../api/response.ts";
import { type OutputOf, route } from "../api/route.ts";
import { TIMES } from "../api/times.ts";
import { commentListRoute } from "../comments/api.ts";
import { LIMITS } from "../limits.ts";
import { ratingGroups } from "../ratings/rating-groups.ts";
import { SHOT_KINDS } from "../world/director/shot-kind.ts";
import { levelCard } from "./card.ts";
import { PICTURE_SHOTS } from "./picture-shots.ts";
import {
  CLEAR_STATES,
  LEVEL_CATEGORIES,
  LEVEL_FILTERS,
  LEVEL_ORDERS,
  showsFeatured,
  VISIBILITIES,
} from "./rules.ts";
import { FEATURED_INPUT, readLevelView } from "./view.ts";

export const level = z.extend(levelCard, {
  description: z.string(),
  comments_enabled: z.boolean(),
  comments_count: z.int(),
  plays_count: z.int(),
  clears_count: z.int(),
  favorites_count: z.int(),
  ratings_count: z.int(),
  /** The best time in the level as it is now, in milliseconds; null without one. */
  best_ms: z.nullable(z.int()),
  difficulty: z.number(),
  ratingGroups,
  revision: z.int(),
  /** URL of the newest revision of the world document. */
  file_url: z.string(),
  /** The same picture in twice the size of `thumbnail_url`, or else the same URL. */
  picture_url: z.string(),
  /** That in twice its size again, or null. It redirects to `picture_url` until it's drawn. */
  picture_double_url: z.nullable(z.string()),
  /** In half its size, or else the same URL. */
  thumbnail_small_url: z.string(),
  /** Whether someone who can build the level has cleared it as it is. */
  clear_state: z.enum(CLEAR_STATES),
  has_own_thumbnail: z.boolean(),
  featured: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
  created_at_formatted: z.string(),
  updated_at_formatted: z.string(),
  /** The viewer's permissions and actions. */
  can_edit: z.boolean(),
  /** The creator, admins, and buddies that the creator invited to build together. */
  can_build: z.boolean(),
  canRate: z.boolean(),
  favorited: z.boolean(),
  follows_creator: z.boolean(),
  own_rating: z.nullable(z.object({ id: z.int(), rating: z.int(), difficulty: z.int() })),
});
export type Level = z.infer<typeof level>;

/** The level after its document may have changed, with what its creator should look at. */
const savedLevelResponse = z.object({ level, warnings: z.array(z.string()) });

export const levelListRoute = route("GET", "/api/levels", {
  summary: "The level browser: search, category, order, filter, page.",
  access: "public",
  cacheSeconds: 5,
  rateLimit: "search",
  input: z.object({
    search: searchQuery,
    page: pageNumber,
    category: z._default(oneOf("Category", LEVEL_CATEGORIES), ""),
    order: z._default(oneOf("Order", LEVEL_ORDERS), "playing_count"),
    filter: z._default(oneOf("Filter", LEVEL_FILTERS), ""),
    showPrivateLevels: z._default(flag("Show private levels"), false),
  }),
  output: listPage(levelCard),
});

export const levelRoute = route("GET", "/api/levels/{id}", {
  summary: "A level.",
  access: "public",
  output: z.object({ level }),
});

export const relatedLevelsRoute = route("GET", "/api/levels/{id}/related", {
  summary: "Levels to play after this one. No level shows twice.",
  access: "public",
  cacheSeconds: 5,
  output: z.object({
    by_creator: z.array(levelCard),
    /** Levels of others in the same category and about as hard, the best rated first. */
    similar: z.array(levelCard),
  }),
});

const picture = z.optional(uploadedFile("Thumbnail"));
const document = z.optional(uploadedFile("Level file"));
const title = text("Title", { max: LIMITS.levelTitle });
const description = text("Description", { min: 0, max: LIMITS.levelDescription, multiline: true });
const category = oneOf("Category", LEVEL_CATEGORIES);
const visibility = oneOf("Visibility", VISIBILITIES);

export const createLevelRoute = route("POST", "/api/levels", {
  creates: "main",
  summary: "Creates a level from a world document, with an optional picture.",
  access: "member",
  body: "form",
  status: 201,
  input: z.object({
    title,
    description: z._default(description, ""),
    category: z._default(category, ""),
    visibility: z._default(visibility, "public"),
    comments_enabled: z._default(flag("Comments"), true),
    thumbnail: picture,
    file: document,
  }),
  output: savedLevelResponse,
});

export const editLevelRoute = route("POST", "/api/levels/{id}", {
  creates: "main",
  summary: "Edits a level. Omitted fields keep their values. A new file becomes a new revision.",
  access: "member",
  body: "form",
  input: z.object({
    title: z.optional(title),
    description: z.optional(description),
    category: z.optional(category),
    visibility: z.optional(visibility),
    comments_enabled: z.optional(flag("Comments")),
    thumbnail: picture,
    /** Removes the uploaded picture, so a rendered one replaces it. */
    remove_thumbnail: z._default(flag("Remove thumbnail"), false),
    /** The kind of shot of a drawn picture; `auto` lets the director choose. Replaces an uploaded picture and a camera. */
    picture_shot: z.optional(oneOf("Picture", PICTURE_SHOTS)),
    file: document,
  }),
  output: savedLevelResponse,
});

export const levelShotsRoute = route("GET", "/api/levels/{id}/shots", {
  summary:
    "Pictures that could be drawn of the level, to choose one. For its creator and admins. None of them is stored.",
  access: "member",
  rateLimit: "write",
  output: z.object({
    data: z.array(
      z.object({
        kind: z.enum(SHOT_KINDS),
        picture: z.string(),
      }),
    ),
    /** The present picture: a kind of shot, chosen by the director, by a camera of the creator, or uploaded. */
    chosen: z.enum([...SHOT_KINDS, "auto", "camera", "upload"]),
  }),
});
export type LevelShots = OutputOf<typeof levelShotsRoute>;

export const deleteLevelRoute = route("POST", "/api/levels/{id}/delete", {
  summary: "Deletes a level.",
  access: "member",
});

export const favoriteLevelRoute = route("POST", "/api/levels/{id}/favorite", {
  summary: "Adds the level to your favorites, or removes it.",
  access: "member",
  output: z.object({ favorited: z.boolean(), favorites_count: z.int() }),
});

export const levelRevision = z.object({
  revision: z.int(),
  file_url: z.nullable(z.string()),
  bytes: z.int(),
  blocks: z.int(),
  stars: z.int(),
  current: z.boolean(),
  ...TIMES,
});

export const levelRevisionsRoute = route("GET", "/api/levels/{id}/revisions", {
  summary: "The level's documents, newest first.",
  access: "public",
  input: z.object({ page: pageNumber }),
  output: listPage(levelRevision),
});

export const restoreRevisionRoute = route("POST", "/api/levels/{id}/revisions/{revision}/restore", {
  creates: "main",
  summary: "Restores an older document as the newest revision.",
  access: "member",
  output: savedLevelResponse,
});

export const userLevelsRoute = route("GET", "/api/users/{username}/levels", {
  summary: "A user's levels, newest first. Private ones only for the user and staff.",
  access: "public",
  input: z.object({ page: pageNumber, search: searchQuery }),
  output: z.extend(listPage(levelCard), { user: userCard }),
});

export const showcaseLevel = z.extend(levelCard, { picture_url: z.string() });
export type ShowcaseLevel = z.infer<typeof showcaseLevel>;

export const showcaseRoute = route("GET", "/api/user/{username}/levels", {
  summary:
    "The profile's showcase: the owner's favorites among their own levels, then the newest; at most 4.",
  access: "public",
  output: z.object({ data: z.array(showcaseLevel), count: z.int() }),
});

export const featureLevelRoute = route("POST", "/api/staff/levels/{id}/feature", {
  summary: "Features a level, or stops featuring it.",
  access: "admin",
  input: z.object({ featured: flag("Featured") }),
});

export const levelBrowserPage = page("/levels", {
  access: "public",
  module: "levels/browser",
  title: "Levels",
  description: "Levels made by players. Play them right in your browser, with nothing to install.",
  preload: (_, query) => {
    const view = readLevelView(query);
    const list = preload(levelListRoute, {}, view);
    return showsFeatured({ ...view, failed: false })
      ? [list, preload(levelListRoute, {}, FEATURED_INPUT)]
      : [list];
  },
  inSitemap: true,
});

export const levelPage = page("/levels/:id", {
  access: "public",
  module: "levels/level",
  title: "Level",
  preload: ({ id }) => [
    preload(levelRoute, { id: Number(id) }),
    preload(commentListRoute, { type: "level", id: Number(id) }, { page: 1 }),
  ],
});

export const levelEditPage = page("/levels/:id/edit", {
  group: "rare",
  access: "member",
  module: "levels/level-edit",
  title: "Edit level",
  preload: ({ id }) => [preload(levelRoute, { id: Number(id) })],
});

export const levelCreatePage = page("/level/create", {
  group: "rare",
  access: "member",
  module: "levels/create",
  title: "Create a level",
});

export const userLevelsPage = page("/users/:username/levels", {
  group: "rare",
  access: "public",
  module: "levels/user-levels",
  title: "Levels",
  preload: ({ username = "" }, query) => [
    preload(userLevelsRoute, { username }, { page: readPage(query), search: query.get("search") ?? "" }),
  ],
});
