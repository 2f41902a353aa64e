import { SITE, type SiteThemeName } from "#domain/site.ts";

/** Text made safe for HTML content and double-quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** JSON that can stand in a script element: nothing in it can end the element or start a comment. */
export function jsonForHtml(value: unknown): string {
  return JSON.stringify(value)
    .replace(/</g, "\\u003c")
    .replace(/\u2028/g, "\\u2028")
    .replace(/\u2029/g, "\\u2029");
}

/** What a page's head says to people, search engines and chats that unfurl links. */
export interface PageHead {
  title: string;
  description: string;
  /** Path of a picture. */
  image: string | null;
  type: "website" | "article" | "profile" | "product";
}

/** What a phone's browser paints its own bars with: each theme's ground. */
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
    // The marker by which the page knows an administrator.
    ...(role === "admin" ? [meta("admin", "1")] : []),
    meta("theme-color", THEME_COLORS[theme]),
    // A page answers with a slash at its end too; it has one address.
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

/** Has a picture fetched before the page's code asks for it. */
export const pictureLink = (address: string): string =>
  `<link rel="preload" as="image" fetchpriority="high" href="${escapeHtml(address)}">`;
