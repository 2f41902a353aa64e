import { SITE, type SiteThemeName } from "#domain/site.ts";

/** Escapes text for HTML content and double-quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** JSON for a script element: it can't end the element or start a comment. */
export function jsonForHtml(value: unknown): string {
  return JSON.stringify(value)
    .replace(/</g, "\\u003c")
    .replace(/\u2028/g, "\\u2028")
    .replace(/\u2029/g, "\\u2029");
}

/** The metadata in a page's head, for search engines and link previews. */
export interface PageHead {
  title: string;
  description: string;
  /** Path of an image. */
  image: string | null;
  type: "website" | "article" | "profile" | "product";
}

/** Each theme's background, for the browser's own toolbars on phones. */
const THEME_COLORS: Record<SiteThemeName, string> = {
  night: "#0f0f0f",
  day: "#fbf6ec",
  grape: "#190f2b",
  seafoam: "#e6f6f0",
  contrast: "#000000",
};

export function headTags(
  head: PageHead,
  page: { origin: string; pathname: string; csrf: string; role: string | null; theme: SiteThemeName },
): string {
  const { origin, pathname, csrf, role, theme } = page;
  const meta = (name: string, content: string) => `<meta name="${name}" content="${escapeHtml(content)}">`;
  const property = (name: string, content: string) =>
    `<meta property="${name}" content="${escapeHtml(content)}">`;
  const image = head.image ?? "/static/unfurl.png";
  return [
    `<title>${escapeHtml(head.title)}</title>`,
    meta("description", head.description),
    meta("csrf-token", csrf),
    // Web code detects an admin by this tag.
    ...(role === "admin" ? [meta("admin", "1")] : []),
    meta("theme-color", THEME_COLORS[theme]),
    // Pages are served with and without a trailing slash; this is the canonical URL.
    `<link rel="canonical" href="${escapeHtml(origin + pathname.replace(/(.)\/$/, "$1"))}">`,
    property("og:site_name", SITE.name),
    property("og:title", head.title),
    property("og:description", head.description),
    property("og:type", head.type),
    property("og:url", origin + pathname),
    property("og:image", origin + image),
    meta("twitter:card", "summary_large_image"),
  ].join("\n    ");
}

/** Preloads an image before the page's code requests it. */
export const imagePreloadTag = (url: string): string =>
  `<link rel="preload" as="image" fetchpriority="high" href="${escapeHtml(url)}">`;

/** Starts a download that the page's code reads with `fetch`. */
export const downloadPreloadTag = (url: string): string =>
  `<link rel="preload" as="fetch" crossorigin="anonymous" href="${escapeHtml(url)}">`;
