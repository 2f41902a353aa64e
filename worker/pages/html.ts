import type { ImageSource } from "#domain/levels/picture-source.ts";
import { SITE, type SiteThemeName, type ThemeChoice } from "#domain/site.ts";
import { SHARE_SIZE } from "../share/share-card.ts";

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
  /** The title of link previews, which name the site themselves. Defaults to the title. */
  previewTitle?: string;
  description: string;
  /** Path of an image of 1200 × 630 pixels; null for the site's own. */
  image: string | null;
  /** The part of the URL's query that belongs to what the page is about. */
  query?: string;
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

function themeColors(theme: ThemeChoice): string[] {
  const meta = (color: string, media = "") => `<meta name="theme-color" content="${color}"${media}>`;
  if (theme !== "device") return [meta(THEME_COLORS[theme])];
  const { day, night } = THEME_COLORS;
  return [meta(day, ' media="(prefers-color-scheme: light)"'), meta(night)];
}

export function headTags(
  head: PageHead,
  page: {
    origin: string;
    pathname: string;
    csrf: string;
    role: string | null;
    theme: ThemeChoice;
    version: string;
  },
): string {
  const { origin, pathname, csrf, role, theme, version } = page;
  const meta = (name: string, content: string) => `<meta name="${name}" content="${escapeHtml(content)}">`;
  const property = (name: string, content: string) =>
    `<meta property="${name}" content="${escapeHtml(content)}">`;
  const image = head.image ?? "/static/unfurl.jpg";
  // Pages are served with and without a trailing slash; this is the canonical URL.
  const url = origin + pathname.replace(/(.)\/$/, "$1") + (head.query ?? "");
  return [
    `<title>${escapeHtml(head.title)}</title>`,
    meta("description", head.description),
    meta("csrf-token", csrf),
    meta("version", version),
    // Web code detects an admin by this tag.
    ...(role === "admin" ? [meta("admin", "1")] : []),
    ...themeColors(theme),
    `<link rel="manifest" href="/manifest.webmanifest">`,
    `<link rel="canonical" href="${escapeHtml(url)}">`,
    property("og:site_name", SITE.name),
    property("og:title", head.previewTitle ?? head.title),
    property("og:description", head.description),
    property("og:type", head.type),
    property("og:url", url),
    property("og:image", origin + image),
    property("og:image:width", String(SHARE_SIZE.width)),
    property("og:image:height", String(SHARE_SIZE.height)),
    meta("twitter:card", "summary_large_image"),
  ].join("\n    ");
}

/** The `Link` header that lets the browser request an image before it reads the HTML (RFC 8288). */
export function imagePreload({ src, srcSet, sizes }: ImageSource): string {
  const sources = srcSet && sizes ? `; imagesrcset="${srcSet}"; imagesizes="${sizes}"` : "";
  return `<${src}>; rel=preload; as=image; fetchpriority=high${sources}`;
}

/** Starts a download that the page's code reads with `fetch`. */
export const downloadPreloadTag = (url: string): string =>
  `<link rel="preload" as="fetch" crossorigin="anonymous" href="${escapeHtml(url)}">`;

/** The page for browsers while the site can't respond. It needs no binding and reloads itself. */
export const unavailablePage = (message: string, retrySeconds: number): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta http-equiv="refresh" content="${retrySeconds}">
<title>Back soon · ${escapeHtml(SITE.name)}</title>
<link rel="stylesheet" href="/static/offline.css">
<main>
<h1>We'll be right back</h1>
<p>${escapeHtml(message)}</p>
<p>This page tries again by itself.</p>
</main>
</html>
`;
