import type { Access, OutputOf, Route } from "./route.ts";

/** A response that a page needs immediately, delivered with its HTML. */
export interface Preload<R extends Route = Route> {
  /** A GET, or a POST that only reads. */
  route: R;
  params: Record<string, string | number>;
  input: object;
  /** Includes an API error, too, as `{refused: {status, code, message}}`. */
  withError?: boolean;
}

export const preload = <R extends Route<"GET">>(
  route: R,
  params: Record<string, string | number> = {},
  input: object = {},
): Preload<R> => ({ route, params, input });

/** The responses to a page's preloads, in their order. */
export type ResponsesOf<P extends readonly Preload[]> = P extends unknown
  ? { -readonly [K in keyof P]: P[K] extends Preload<infer R> ? OutputOf<R> : never }
  : never;

export interface PageSpec<P extends readonly Preload[]> {
  /** Visitors are asked to sign in on members' pages. A page for staff doesn't exist for others. */
  access: Exclude<Access, "host">;
  /** The feature and name of its module: "ratings/search" is `web/features/ratings/pages/search-page.tsx`. */
  module: string;
  /** A member's page, if it's another. */
  memberModule?: string;
  /** A module that the page imports as soon as it runs. Both are loaded at once. */
  alsoLoads?: string;
  /** The chunk that has the page's module, and what it starts with (scripts/site/chunks.ts). */
  chunk?: string;
  /** Keeps the page's files out of the entry point: they're named in a file that pages of the same group share. */
  group?: "builder" | "rare";
  title: string;
  /** For search engines and link previews. */
  description?: string;
  /** Responses to preload. If the first one is a 404, so is the page. Members' pages may need the viewer's id. */
  preload?(params: Record<string, string>, query: URLSearchParams, viewerId: number | null): P;
  /** Open to banned members: all of it, or only these paths. */
  whileBanned?: true | readonly string[];
  /** Public and the same for everyone. */
  inSitemap?: boolean;
  developmentOnly?: boolean;
}

export interface Page<P extends readonly Preload[] = readonly Preload[]> extends PageSpec<P> {
  /** With parameters: `/users/:username/buddies/:tab?`. */
  path: string;
}

/** Declares a page once, for the worker, the browser and the tests. */
/* @__NO_SIDE_EFFECTS__ */
export function page<const P extends readonly Preload[] = readonly []>(
  path: string,
  spec: PageSpec<P>,
): Page<P> {
  return { path, ...spec };
}

/** Whether a banned member can open a page at a path. Others lead to the ban's page. */
export const isOpenWhileBanned = ({ whileBanned }: Pick<Page, "whileBanned">, pathname: string): boolean =>
  whileBanned === true || (whileBanned ?? []).includes(pathname.replace(/(.)\/$/, "$1"));

export const pageFile = (module: string): string => `web/features/${module.replace("/", "/pages/")}-page.tsx`;

export const isForStaff = ({ access }: Pick<Page, "access">): boolean =>
  access === "moderator" || access === "admin";
