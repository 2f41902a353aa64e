import { MarkdownBlocks } from "./blocks.ts";

export interface RenderedMarkdown {
  html: string;
  /** Ids of the levels and items embedded as cards, without duplicates, at most 10 in total. */
  levels: number[];
  items: number[];
}

/** Control characters, and marks that change the direction of the text after them. */
const INVISIBLE = /(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;
/** More combining marks on a letter than any script uses, which would reach into the lines above and below. */
const STACKED_MARKS = /(\p{M}{6})\p{M}+/gu;

/** Renders a text as HTML. It only has our own tags, and everything typed is escaped. */
export function renderMarkdown(text: string): RenderedMarkdown {
  const lines = text.replace(INVISIBLE, "").replace(STACKED_MARKS, "$1").replaceAll("\t", "    ").split("\n");
  const blocks = new MarkdownBlocks();
  const html = blocks.html(
    lines.map((line) => line.trimEnd()),
    0,
  );
  return { html, levels: [...blocks.levels], items: [...blocks.items] };
}

const ENTITIES: Record<string, string> = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&amp;": "&" };
const unescapeHtml = (html: string): string =>
  html.replace(/&(?:lt|gt|quot|amp);/g, (entity) => ENTITIES[entity] ?? entity);

/** Splits our own HTML into tags and the text between them. */
const TAG_OR_TEXT = /<(\/?)(\w+)([^>]*)>|[^<]+/g;

/**
 * Goes through our own HTML and skips the content of some elements. `write` maps each tag or text to the
 * output.
 */
function extractText(
  html: string,
  without: readonly string[],
  write: (text: string, tag: string | undefined, attributes: string) => string,
): string {
  let output = "";
  let inside = 0;
  for (const [part, slash, tag, attributes = ""] of html.matchAll(TAG_OR_TEXT)) {
    const isSkipped = tag !== undefined && without.includes(tag);
    if (inside === 0) output += write(part, tag, attributes);
    if (isSkipped) inside += slash ? -1 : 1;
  }
  return output;
}

const INLINE_TAGS = ["strong", "em", "code", "a"];
const HIDDEN = "▒▒▒";

function plainPart(text: string, tag: string | undefined, attributes: string): string {
  if (!tag) return unescapeHtml(text);
  if (tag === "img") return /alt="([^"]*)"/.exec(attributes)?.[1] ?? "";
  if (tag === "span") return attributes ? HIDDEN : "";
  return INLINE_TAGS.includes(tag) ? "" : " ";
}

/** The plain text of Markdown in one line. Leaves out spoilers, and quotes if there is other text. */
export function plainText(text: string): string {
  const { html } = renderMarkdown(text);
  const without = (...tags: string[]) => extractText(html, tags, plainPart).replace(/\s+/g, " ").trim();
  return without("span", "blockquote") || without("span");
}

/**
 * The text in which mentions count: no code, no quotes, and no @ that isn't a mention. Every tag ends a line, so no name
 * merges with the text around it.
 */
export function mentionableText(text: string): string {
  let isMention = false;
  return extractText(renderMarkdown(text).html, ["blockquote", "pre", "code"], (part, tag, attributes) => {
    if (tag === "a") isMention = attributes.startsWith(" data-mention");
    if (tag) return "\n";
    return isMention ? part : unescapeHtml(part).replaceAll("@", "");
  });
}
