import * as z from "zod/mini";
import { message, nothing, page, userCard } from "../api/answers.ts";
import { flag, oneOf, pageNumber, searchText, text, upload } from "../api/fields.ts";
import { route } from "../api/route.ts";
import { LIMITS } from "../limits.ts";
import { ratingGroups } from "../ratings/answers.ts";
import { levelCard } from "./card.ts";
import { LEVEL_CATEGORIES, LEVEL_FILTERS, LEVEL_ORDERS, VISIBILITIES } from "./rules.ts";

/** The level page. Averages are on the scale 0 to 10; 0 means not rated yet. */
export const level = z.extend(levelCard, {
  description: z.string(),
  comments_enabled: z.boolean(),
  comments_count: z.int(),
  plays_count: z.int(),
  clears_count: z.int(),
  favorites_count: z.int(),
  ratings_count: z.int(),
  rating: z.number(),
  difficulty: z.number(),
  ratingGroups,
  revision: z.int(),
  /** Where the newest revision of the world document is served. */
  file_url: z.string(),
  /** Whether the picture was uploaded; otherwise it is drawn from the document. */
  has_own_thumbnail: z.boolean(),
  featured: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
  created_at_formatted: z.string(),
  updated_at_formatted: z.string(),
  /** What the person who asks may do and has done. */
  can_edit: z.boolean(),
  canRate: z.boolean(),
  favorited: z.boolean(),
  own_rating: z.nullable(z.object({ id: z.int(), rating: z.int(), difficulty: z.int() })),
});
export type Level = z.infer<typeof level>;

const answer = z.object({ level });

export const levelListRoute = route("GET", "/api/levels", {
  summary: "The level browser: search, category, order, filter, page.",
  access: "public",
  keep: 5,
  limit: "search",
  input: z.object({
    search: searchText,
    page: pageNumber,
    category: z._default(oneOf("Category", LEVEL_CATEGORIES), ""),
    order: z._default(oneOf("Order", LEVEL_ORDERS), "playing_count"),
    filter: z._default(oneOf("Filter", LEVEL_FILTERS), ""),
    showPrivateLevels: z._default(flag("Show private levels"), false),
  }),
  output: page(levelCard),
});

export const levelRoute = route("GET", "/api/levels/{id}", {
  summary: "One level.",
  access: "public",
  input: nothing,
  output: answer,
});

const picture = z.optional(upload("Thumbnail"));
const document = z.optional(upload("Level file"));
const title = text("Title", { max: LIMITS.levelTitle });
const description = text("Description", { min: 0, max: LIMITS.levelDescription, multiline: true });
const category = oneOf("Category", LEVEL_CATEGORIES);
const visibility = oneOf("Visibility", VISIBILITIES);

export const createLevelRoute = route("POST", "/api/levels", {
  summary: "Makes a level from a world document, with or without an own picture.",
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
  output: answer,
});

export const editLevelRoute = route("POST", "/api/levels/{id}", {
  summary: "Changes a level; only what is sent changes. A new file becomes a new revision.",
  access: "member",
  body: "form",
  input: z.object({
    title: z.optional(title),
    description: z.optional(description),
    category: z.optional(category),
    visibility: z.optional(visibility),
    comments_enabled: z.optional(flag("Comments")),
    thumbnail: picture,
    /** Drops the own picture, so that one is drawn from the document again. */
    remove_thumbnail: z._default(flag("Remove thumbnail"), false),
    file: document,
  }),
  output: answer,
});

export const deleteLevelRoute = route("POST", "/api/levels/{id}/delete", {
  summary: "Deletes a level.",
  access: "member",
  input: nothing,
  output: message,
});

export const favoriteLevelRoute = route("POST", "/api/levels/{id}/favorite", {
  summary: "Adds the level to one's favourites, or takes it out.",
  access: "member",
  input: nothing,
  output: z.object({ favorited: z.boolean(), favorites_count: z.int() }),
});

export const levelRevision = z.object({
  revision: z.int(),
  file_url: z.string(),
  bytes: z.int(),
  blocks: z.int(),
  stars: z.int(),
  current: z.boolean(),
  created_at: z.string(),
  created_at_formatted: z.string(),
});

export const levelRevisionsRoute = route("GET", "/api/levels/{id}/revisions", {
  summary: "The level's documents, newest first.",
  access: "public",
  input: z.object({ page: pageNumber }),
  output: page(levelRevision),
});

export const restoreRevisionRoute = route("POST", "/api/levels/{id}/revisions/{revision}/restore", {
  summary: "Makes an older document the newest revision again.",
  access: "member",
  input: nothing,
  output: answer,
});

export const userLevelsRoute = route("GET", "/api/users/{username}/levels", {
  summary: "A user's levels, newest first; their own private ones only for them and staff.",
  access: "public",
  input: z.object({ page: pageNumber, search: searchText }),
  output: z.extend(page(levelCard), { user: userCard }),
});

export const showcaseRoute = route("GET", "/api/user/{username}/levels", {
  summary: "The profile's showcase: the owner's favourite own levels first, then the newest; at most four.",
  access: "public",
  input: nothing,
  output: z.object({ data: z.array(levelCard), count: z.int() }),
});

export const featureLevelRoute = route("POST", "/api/staff/levels/{id}/feature", {
  summary: "Puts a level among the featured ones, or takes it out.",
  access: "admin",
  input: z.object({ featured: flag("Featured") }),
  output: message,
});
