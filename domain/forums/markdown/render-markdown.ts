import { MENTION_PATTERN } from "../../comments/mentions.ts";
import { EMOTICONS } from "../../comments/rules.ts";

const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** A web URL without credentials, or a path of this site. Nothing else is ever linked. */
const WEB = /^https?:\/\/[\p{L}\p{N}[][^\s/?#@\\<>"]*(?:[/?#][^\s\\<>"]*)?$/iu;
const PATH = /^\/(?![/\\])[^\s\\<>"]*$/;

/** Inline tokens. None looks further than the next one can start, so parsing takes the same time for any text. */
const TOKEN = new RegExp(
  [
    "`(?<code>[^`\\n]+)`",
    "(?<run>\\*+|_+|\\|\\|)",
    ":(?<emoticon>[a-z_]{1,20}):",
    "\\[(?<label>[^[\\]\\n]{1,300})\\]\\((?<to>[^\\s()]*(?:\\([^\\s()]*\\)[^\\s()]*)*)\\)",
    '(?<![\\p{L}\\p{N}])(?<url>[hH]ttps?://[^\\s<>"|`]+)',
    "(?<![^\\s(])(?<path>/(?:levels|items|users|forums)/[\\w/?=&#-]*\\w)",
    MENTION_PATTERN.source,
    "\\n",
  ].join("|"),
  "gu",
);

const TAGS = { "*": "em", _: "em", "**": "strong", "||": "span" } as const;
type Mark = keyof typeof TAGS;

/** The marks of a run of `*`, `_` or `|`. Any other run is text. */
const RUNS: Record<string, readonly Mark[]> = {
  "*": ["*"],
  _: ["_"],
  "**": ["**"],
  "***": ["**", "*"],
  "||": ["||"],
};

const isSpace = (character: string | undefined) => character === undefined || /\s/.test(character);
const isDigit = (character: string | undefined) => character !== undefined && /\d/.test(character);
const WORD_OR_BACKSLASH = /[\p{L}\p{N}\\]/u;

/** Whether a run can open or close a mark ("a * b" and "2*3" can't). Underscores within a word are text. */
function flanks(run: string, before: string | undefined, after: string | undefined) {
  const numbers = run === "*" && isDigit(before) && isDigit(after);
  const within = (other: string | undefined) =>
    run === "_" && other !== undefined && WORD_OR_BACKSLASH.test(other);
  return {
    opens: !isSpace(after) && !numbers && !within(before),
    closes: !isSpace(before) && !numbers && !within(after),
  };
}

/** Trims a sentence's closing punctuation off a URL. A bracket opened inside the URL stays. */
function trimSentence(url: string): string {
  let spare = url.split(")").length - url.split("(").length;
  let end = url.length;
  for (; end > 0; end--) {
    const last = url[end - 1] ?? "";
    if (last === ")" ? spare-- <= 0 : !".,;:!?'*_]~".includes(last)) break;
  }
  return url.slice(0, end);
}

function renderLink(to: string, words: string): string | null {
  if (PATH.test(to)) return `<a href="${escapeHtml(to)}">${words}</a>`;
  if (!WEB.test(to)) return null;
  return `<a href="${escapeHtml(to)}" rel="nofollow noopener noreferrer ugc" target="_blank">${words}</a>`;
}

/** Builds the HTML of a text. Each mark can only be open once, which bounds depth and time. */
class Line {
  readonly #out: string[] = [];
  #open: { mark: Mark; at: number }[] = [];

  get html(): string {
    return this.#out.join("");
  }

  add(html: string): void {
    if (html) this.#out.push(html);
  }

  /** Handles a run of marks: closes what it can close, opens what it can open, and adds the rest as text. */
  run(run: string, before: string | undefined, after: string | undefined): void {
    const { opens, closes } = flanks(run, before, after);
    const remaining = new Set(RUNS[run]);
    if (closes) while (remaining.size > 0 && this.#close(remaining));
    if (opens)
      for (const mark of remaining) {
        if (this.#open.some((open) => open.mark === mark)) continue;
        this.#open.push({ mark, at: this.#out.push(mark) - 1 });
        remaining.delete(mark);
      }
    if (RUNS[run]) for (const mark of remaining) this.add(mark);
    else this.add(run);
  }

  /** Closes the innermost open mark. Unclosed marks inside it stay text. */
  #close(remaining: Set<Mark>): boolean {
    const index = this.#open.findLastIndex(
      ({ mark, at }) => remaining.has(mark) && at < this.#out.length - 1,
    );
    const open = this.#open[index];
    if (!open) return false;
    const { mark } = open;
    const inner = this.#open[index + 1];
    // In "***a** b*" both marks open at once: the one that closes first is the inner one.
    const swapped = inner?.at === open.at + 1 && mark === "**" && inner.mark === "*";
    if (swapped) this.#out[open.at] = inner.mark;
    this.#out[swapped ? inner.at : open.at] = mark === "||" ? "<span data-spoiler>" : `<${TAGS[mark]}>`;
    this.#open = this.#open.slice(0, index);
    if (swapped) this.#open.push({ mark: inner.mark, at: open.at });
    this.add(`</${TAGS[mark]}>`);
    remaining.delete(mark);
    return true;
  }
}

/** Renders inline Markdown as HTML. Inside a link's text there are no further links. */
function renderInline(text: string, inLink = false): string {
  const line = new Line();
  const tokens = new RegExp(TOKEN);
  let end = 0;
  for (let match = tokens.exec(text); match; match = tokens.exec(text)) {
    line.add(escapeHtml(text.slice(end, match.index)));
    const [found] = match;
    const { run, url } = match.groups ?? {};
    // Punctuation after a URL can be a mark.
    const whole = url ? trimSentence(url) : found;
    end = match.index + whole.length;
    tokens.lastIndex = end;
    if (run) line.run(run, text[match.index - 1], text[end]);
    else line.add(renderToken(whole, match.groups ?? {}, inLink) ?? escapeHtml(whole));
  }
  line.add(escapeHtml(text.slice(end)));
  return line.html;
}

/** Renders a token other than a mark, or returns null if it is text after all. */
function renderToken(whole: string, groups: Record<string, string | undefined>, inLink: boolean) {
  const { code, emoticon, label, to = "", url, path } = groups;
  if (whole === "\n") return "<br>";
  if (code) return `<code>${escapeHtml(code)}</code>`;
  if (emoticon) return renderEmoticon(emoticon);
  if (inLink) return null;
  if (label) return renderLink(to, renderInline(label, true));
  if (url || path) return renderLink(whole, escapeHtml(whole));
  return `<a data-mention href="/users/${whole.slice(1)}">${whole}</a>`;
}

function renderEmoticon(name: string): string | null {
  if (!(EMOTICONS as readonly string[]).includes(name)) return null;
  return `<img class="emoticon" src="/static/emoticons/${name}.svg" alt=":${name}:" width="24" height="24">`;
}

const MAX_DEPTH = 5;
const MAX_EMBEDS = 10;

const FENCE = /^ {0,3}```/;
const QUOTE = /^ {0,3}> ?/;
const RULE = /^ {0,3}(?:-{3,}|\*{3,})$/;
/** Numbered lists must start at 1, because the HTML shows no other start. */
const FIRST_ITEM = /^( {0,3})([-*]|1[.)]) +\S/;
const ITEM = /^( *)([-*]|\d{1,9}[.)]) +(?=\S)/;
const EMBED = /^(?:\/(level|item)s\/([1-9]\d{0,11})|\[(level|item):([1-9]\d{0,11})\])$/;

/** Renders blocks of Markdown line by line. Each line is read once per quote or list around it. */
class MarkdownBlocks {
  readonly levels = new Set<number>();
  readonly items = new Set<number>();

  /** Renders lines as HTML. In a list item the first paragraph has no `<p>`. */
  html(lines: readonly string[], depth: number, inItem = false): string {
    let html = "";
    for (let i = 0; i < lines.length; ) {
      const line = lines[i] ?? "";
      const start = i;
      if (!line) i++;
      else if (FENCE.test(line)) {
        i = until(lines, i + 1, (next) => FENCE.test(next));
        html += `<pre><code>${escapeHtml(lines.slice(start + 1, i).join("\n"))}</code></pre>`;
        i++;
      } else if (RULE.test(line)) {
        html += "<hr>";
        i++;
      } else if (depth < MAX_DEPTH && QUOTE.test(line)) {
        i = until(lines, i, (next) => !QUOTE.test(next));
        const quoted = lines.slice(start, i).map((next) => next.replace(QUOTE, ""));
        html += `<blockquote>${this.html(quoted, depth + 1)}</blockquote>`;
      } else if (depth < MAX_DEPTH && FIRST_ITEM.test(line)) {
        const list = itemsFrom(lines, i);
        const tag = list.ordered ? "ol" : "ul";
        const items = list.items.map((item) => `<li>${this.html(item, depth + 1, true)}</li>`);
        html += `<${tag}>${items.join("")}</${tag}>`;
        i = list.end;
      } else if (depth === 0 && EMBED.test(line)) {
        html += this.#embed(line);
        i++;
      } else {
        i = until(lines, i + 1, (next) => endsParagraph(next, depth));
        const content = renderInline(lines.slice(start, i).join("\n"));
        html += inItem && start === 0 ? content : `<p>${content}</p>`;
      }
    }
    return html;
  }

  /** A level or item that pages replace with a card. Beyond the limit it is a link. */
  #embed(line: string): string {
    const [, levelOrItem, number, kind = levelOrItem, id = number] = EMBED.exec(line) ?? [];
    const ids = kind === "level" ? this.levels : this.items;
    const link = `<a href="/${kind}s/${id}">${kind === "level" ? "Level" : "Item"} ${id}</a>`;
    if (!ids.has(Number(id)) && this.levels.size + this.items.size >= MAX_EMBEDS) return `<p>${link}</p>`;
    ids.add(Number(id));
    return `<p data-embed="${kind}" data-id="${id}">${link}</p>`;
  }
}

/** Index of the first line from `from` on for which `ends` is true. */
function until(lines: readonly string[], from: number, ends: (line: string) => boolean): number {
  let i = from;
  while (i < lines.length && !ends(lines[i] ?? "")) i++;
  return i;
}

const endsParagraph = (line: string, depth: number): boolean =>
  !line ||
  FENCE.test(line) ||
  RULE.test(line) ||
  (depth === 0 && EMBED.test(line)) ||
  (depth < MAX_DEPTH && (QUOTE.test(line) || FIRST_ITEM.test(line)));

const indentOf = (line: string): number => line.length - line.trimStart().length;
const isNumber = (mark: string | undefined): boolean => mark !== undefined && /\d/.test(mark);

/** The list at a line: the lines of each item without their markers, and the end of the list. */
function itemsFrom(lines: readonly string[], from: number) {
  const [, space = "", mark] = ITEM.exec(lines[from] ?? "") ?? [];
  const inner = space.length + 2;
  const ordered = isNumber(mark);
  const sibling = (line: string) => {
    const found = ITEM.exec(line);
    return found && (found[1] ?? "").length < inner && isNumber(found[2]) === ordered ? found[0] : null;
  };
  const items: string[][] = [];
  let i = from;
  for (; i < lines.length; i++) {
    const line = lines[i] ?? "";
    const start = sibling(line);
    const next = lines[i + 1] ?? "";
    if (start !== null) items.push([line.slice(start.length)]);
    else if (line && indentOf(line) >= inner)
      items.at(-1)?.push(line.slice(Math.min(indentOf(line), widthOf(mark, space))));
    else if (!line && next && (sibling(next) !== null || indentOf(next) >= inner)) items.at(-1)?.push("");
    else break;
  }
  return { ordered, items, end: i };
}

/** Indentation of a list's text. */
const widthOf = (mark = "", space: string): number => space.length + mark.length + 1;

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

/** Goes through our own HTML and skips the content of some elements. `write` maps each tag or text to the output. */
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

/** The text in which mentions count: no code, no quotes. Every tag ends a line, so names don't merge with text. */
export function mentionableText(text: string): string {
  let isMention = false;
  return extractText(renderMarkdown(text).html, ["blockquote", "pre", "code"], (part, tag, attributes) => {
    if (tag === "a") isMention = attributes.startsWith(" data-mention");
    if (tag) return "\n";
    return isMention ? part : unescapeHtml(part).replaceAll("@", "");
  });
}
