import type { Page, Preload, ResponsesOf } from "#domain/api/page.ts";
import type { ImageSource } from "#domain/levels/picture-source.ts";
import { SITE } from "#domain/site.ts";
import type { PageHead } from "./html.ts";

/** The parts of a page's HTML besides its title and preloaded responses. */
export interface PageView<P extends readonly Preload[] = readonly Preload[]> {
  /** The head with data from the responses, in the order of the page's preloads. */
  head?(responses: ResponsesOf<P>, query: URLSearchParams): PageHead;
  /** Server-rendered content, shown until the page's code has loaded. */
  renderHtml?(responses: ResponsesOf<P>, isMember: boolean): string;
  /**
   * The largest image on the first screen. It's preloaded with the highest priority, whether or not the HTML
   * contains it.
   */
  picture?(responses: ResponsesOf<P>, isMember: boolean): ImageSource | string | undefined;
  /** URL of a file that the page downloads as soon as it runs. */
  download?(params: Record<string, string>): string;
}

/** A page with its view. */
export type ViewEntry = readonly [Page, PageView];

/** Declares the view of a page. Its functions get the responses to that page's preloads. */
export const viewOf = <P extends readonly Preload[]>(page: Page<P>, view: PageView<P>): ViewEntry => [
  page as Page,
  view as PageView,
];

/** A head that needs no response. */
export const pageHead = (title: string, description: string = SITE.description): PageHead => ({
  title: `${title} · ${SITE.name}`,
  description,
  image: null,
  type: "website",
});

/** The thumbnail URLs of a list, in order. */
export const thumbnailsOf = (list: { data: readonly { thumbnail_url: string }[] } | undefined): string[] =>
  (list?.data ?? []).map(({ thumbnail_url }) => thumbnail_url);

/** The start of a text as one line, or `otherwise` if it's empty. Doesn't split surrogate pairs. */
export const excerpt = (text: string, otherwise: string) =>
  text
    ? text
        .replace(/\s+/g, " ")
        .slice(0, 200)
        .replace(/[\ud800-\udbff]$/, "")
    : otherwise;
