import type { Route } from "#domain/api/route.ts";
import { commentListRoute } from "#domain/comments/api.ts";
import type { CommentTarget } from "#domain/comments/rules.ts";
import type { ImageSource } from "#domain/levels/picture-source.ts";
import { SITE } from "#domain/site.ts";
import type { PageHead } from "./html.ts";

/** A response that the page needs immediately, delivered with its HTML. */
export interface Preload {
  /** A GET, or a POST that only reads. */
  route: Route;
  params: Record<string, string | number>;
  input: object;
  /** Includes an API error, too, as `{refused: {status, code, message}}`. */
  withError?: boolean;
}

/** The worker's definition of a page of the web app. */
export interface PageDefinition {
  /** Path with Hono parameters. */
  path: string;
  /** Responses to preload. If the first one is a 404, so is the page. Members' pages may need the viewer's id. */
  preload?(params: Record<string, string>, query: URLSearchParams, viewerId: number | null): Preload[];
  /** Title and preview tags that need only the URL. */
  defaultHead: PageHead;
  /** The head with data from the responses, in the order of `preload`. */
  head?(responses: unknown[], query: URLSearchParams): PageHead;
  /** Server-rendered content, shown until the page's code has loaded. */
  renderHtml?(responses: unknown[], isMember: boolean): string;
  /**
   * The largest image on the first screen. It's preloaded with the highest priority, whether or not the HTML
   * contains it.
   */
  picture?(responses: unknown[], isMember: boolean): ImageSource | string | undefined;
  /** The page's module or the name of its chunk group, to preload its script. */
  chunk: (isMember: boolean) => string;
  /** A module that the page imports as soon as it runs. */
  laterChunk?: string;
  /** URL of a file that the page downloads as soon as it runs. */
  download?(params: Record<string, string>): string;
  developmentOnly?: boolean;
  /** Returns a 404 instead of the page to users who can't load its responses. */
  notFoundWithoutAccess?: boolean;
}

/** A head that needs no response. */
export const pageHead = (title: string, description: string = SITE.description): PageHead => ({
  title: `${title} · ${SITE.name}`,
  description,
  image: null,
  type: "website",
});

/** A response to preload: the route with its path parameters and query. */
export const preloadRoute = (
  route: Route<"GET">,
  params: Record<string, string | number> = {},
  input: object = {},
): Preload => ({
  route,
  params,
  input,
});

/** Preloads the first page of comments. */
export const preloadComments = (type: CommentTarget, id: string | undefined) =>
  preloadRoute(commentListRoute, { type, id: Number(id) }, { page: 1 });

/** The thumbnail URLs of a list, in order. */
export const thumbnailsOf = (response: unknown) =>
  (response as { data: { thumbnail_url: string }[] }).data.map(({ thumbnail_url }) => thumbnail_url);

/** The user that a response belongs to. */
export const ownerOf = (response: unknown) =>
  (response as { user: { username: string; bopi: { avatar_url: string } } }).user;

/** The start of a text as one line, or `otherwise` if it's empty. Doesn't split surrogate pairs. */
export const excerpt = (text: string, otherwise: string) =>
  text
    ? text
        .replace(/\s+/g, " ")
        .slice(0, 200)
        .replace(/[\ud800-\udbff]$/, "")
    : otherwise;
