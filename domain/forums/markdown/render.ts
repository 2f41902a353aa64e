import { Blocks } from "./blocks.ts";

export interface Rendered {
  html: string;
  /** Ids of the levels and items that it shows as cards, each once, at most ten in all. */
  levels: number[];
  items: number[];
}

/** Controls, and marks that turn the direction of everything after them. */
const UNSEEN = /(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;
/** More marks on one letter than any script has; they would reach into the lines above and below. */
const HEAPED = /(\p{M}{6})\p{M}+/gu;

/** A text as HTML: of our own tags alone, with everything that was typed escaped. */
export function renderMarkdown(text: string): Rendered {
  const lines = text.replace(UNSEEN, "").replace(HEAPED, "$1").replaceAll("\t", "    ").split("\n");
  const blocks = new Blocks();
  const html = blocks.html(
    lines.map((line) => line.trimEnd()),
    0,
  );
  return { html, levels: [...blocks.levels], items: [...blocks.items] };
}

const ENTITIES: Record<string, string> = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&amp;": "&" };
const unescapeHtml = (html: string): string =>
  html.replace(/&(?:lt|gt|quot|amp);/g, (one) => ENTITIES[one] ?? one);

/** Our own HTML in pieces: a tag, or the text between two. */
const PIECES = /<(\/?)(\w+)([^>]*)>|[^<]+/g;

/** Goes through our own HTML past what stands in any of some elements; `write` says what becomes of a tag or a text. */
function wordsOf(
  html: string,
  without: readonly string[],
  write: (text: string, tag: string | undefined, attributes: string) => string,
): string {
  let words = "";
  let inside = 0;
  for (const [piece, slash, tag, attributes = ""] of html.matchAll(PIECES)) {
    const isOut = tag !== undefined && without.includes(tag);
    if (inside === 0) words += write(piece, tag, attributes);
    if (isOut) inside += slash ? -1 : 1;
  }
  return words;
}

const WITHIN_A_LINE = ["strong", "em", "code", "a"];
const HIDDEN = "▒▒▒";

function plainPiece(text: string, tag: string | undefined, attributes: string): string {
  if (!tag) return unescapeHtml(text);
  if (tag === "img") return /alt="([^"]*)"/.exec(attributes)?.[1] ?? "";
  if (tag === "span") return attributes ? HIDDEN : "";
  return WITHIN_A_LINE.includes(tag) ? "" : " ";
}

/** A text's words in one line, without marks; quotes are left out where there is more, and spoilers always. */
export function plainText(text: string): string {
  const { html } = renderMarkdown(text);
  const without = (...tags: string[]) => wordsOf(html, tags, plainPiece).replace(/\s+/g, " ").trim();
  return without("span", "blockquote") || without("span");
}

/**
 * What counts for mentions: neither code nor quotes, and no @ of which the text makes no mention. Every tag ends a line, so
 * that no name grows together with its surroundings.
 */
export function proseOf(text: string): string {
  let named = false;
  return wordsOf(renderMarkdown(text).html, ["blockquote", "pre", "code"], (piece, tag, attributes) => {
    if (tag === "a") named = attributes.startsWith(" data-mention");
    if (tag) return "\n";
    return named ? piece : unescapeHtml(piece).replaceAll("@", "");
  });
}
