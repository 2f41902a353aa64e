import type { Route } from "#domain/api/route.ts";
import { commentListRoute } from "#domain/comments/api.ts";
import type { CommentTarget } from "#domain/comments/rules.ts";
import { SITE } from "#domain/site.ts";
import type { PageHead } from "./html.ts";

/** An answer that the page will ask for at once, so the page brings it along. */
export interface Preload {
  /** A GET, or a POST that only reads. */
  route: Route;
  params: Record<string, string | number>;
  input: object;
  /** The page brings a refusal along, too, as `{refused: {status, code, message}}`. */
  withRefusal?: boolean;
}

/** A page of the web app, as far as the worker sees to it. */
export interface Page {
  /** Path with Hono's parameters. */
  path: string;
  /** What to bring along; the first one decides whether the page exists. */
  preload?(params: Record<string, string>, query: URLSearchParams): Preload[];
  /** Title and unfurl tags as far as the address alone tells. */
  plain: PageHead;
  /** The same with the answers, in the order of `preload`. */
  head?(answers: unknown[]): PageHead;
  /** What the HTML itself shows until the page's code is here. */
  paint?(answers: unknown[], isMember: boolean): string;
  /** The largest picture of the first screen, which is fetched before anything else, whether or not the HTML paints it. */
  picture?(answers: unknown[]): string | undefined;
  /** The page's module, or the name of its chunk group, so that its script is fetched with the HTML. */
  chunk: (isMember: boolean) => string;
  developmentOnly?: boolean;
  /** To whoever may not have what it brings along, the page does not exist. */
  secret?: boolean;
}

/** A head of which the address tells everything. */
export const plain = (title: string, description: string = SITE.description): PageHead => ({
  title: `${title} · ${SITE.name}`,
  description,
  image: null,
  type: "website",
});

/** What a page asks for: a route with what stands in its address and its query. */
export const ask = (
  route: Route<"GET">,
  params: Record<string, string | number> = {},
  input: object = {},
): Preload => ({
  route,
  params,
  input,
});

/** The comments below a page. */
export const comments = (type: CommentTarget, id: string | undefined) =>
  ask(commentListRoute, { type, id: Number(id) }, { page: 1 });

/** The pictures of a list's entries, in their order. */
export const picturesOf = (answer: unknown) =>
  (answer as { data: { thumbnail_url: string }[] }).data.map(({ thumbnail_url }) => thumbnail_url);

/** Whose page an answer belongs to. */
export const ownerOf = (answer: unknown) =>
  (answer as { user: { username: string; bopi: { avatar_url: string } } }).user;

/** The beginning of a text, in one line; a cut never leaves half a character. */
export const summary = (text: string, otherwise: string) =>
  text
    ? text
        .replace(/\s+/g, " ")
        .slice(0, 200)
        .replace(/[\ud800-\udbff]$/, "")
    : otherwise;
