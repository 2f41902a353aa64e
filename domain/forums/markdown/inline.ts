import { MENTION } from "../../comments/mentions.ts";
import { EMOTICONS } from "../../comments/rules.ts";

export const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** An address of the web without a name in front of its host, or a path of this site: nothing else is ever linked. */
const WEB = /^https?:\/\/[\p{L}\p{N}[][^\s/?#@\\<>"]*(?:[/?#][^\s\\<>"]*)?$/iu;
const PATH = /^\/(?![/\\])[^\s\\<>"]*$/;

/**
 * What stands for something within a line. No alternative looks further than to the next character that can begin another,
 * so that reading costs the same for any text.
 */
const PIECE = new RegExp(
  [
    "`(?<code>[^`\\n]+)`",
    "(?<run>\\*+|_+|\\|\\|)",
    ":(?<emoticon>[a-z_]{1,20}):",
    "\\[(?<label>[^[\\]\\n]{1,300})\\]\\((?<to>[^\\s()]*(?:\\([^\\s()]*\\)[^\\s()]*)*)\\)",
    '(?<![\\p{L}\\p{N}])(?<url>[hH]ttps?://[^\\s<>"|`]+)',
    "(?<![^\\s(])(?<path>/(?:levels|items|users|forums)/[\\w/?=&#-]*\\w)",
    MENTION.source,
    "\\n",
  ].join("|"),
  "gu",
);

const TAGS = { "*": "em", _: "em", "**": "strong", "||": "span" } as const;
type Mark = keyof typeof TAGS;
const openTag = (mark: Mark) => (mark === "||" ? "<span data-spoiler>" : `<${TAGS[mark]}>`);

/** Marks of a run of stars or the like; a run that is none of them is text. */
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

/** Whether a run can begin something ("a * b" and "2*3" can't), or end it; what stands within a word is no underline. */
function flanks(run: string, before: string | undefined, after: string | undefined) {
  const numbers = run === "*" && isDigit(before) && isDigit(after);
  const within = (other: string | undefined) =>
    run === "_" && other !== undefined && WORD_OR_BACKSLASH.test(other);
  return {
    opens: !isSpace(after) && !numbers && !within(before),
    closes: !isSpace(before) && !numbers && !within(after),
  };
}

/** An address without what ends the sentence around it; a bracket that it opens itself belongs to it. */
function bareUrl(url: string): string {
  let spare = url.split(")").length - url.split("(").length;
  let end = url.length;
  for (; end > 0; end--) {
    const last = url[end - 1] ?? "";
    if (last === ")" ? spare-- <= 0 : !".,;:!?'*_]~".includes(last)) break;
  }
  return url.slice(0, end);
}

/** A link as HTML; null where the address is none that may be linked. */
function link(to: string, words: string): string | null {
  if (PATH.test(to)) return `<a href="${escapeHtml(to)}">${words}</a>`;
  if (!WEB.test(to)) return null;
  return `<a href="${escapeHtml(to)}" rel="nofollow noopener noreferrer ugc" target="_blank">${words}</a>`;
}

/** Writes a stretch of text as HTML. Of each mark one at most is open, so that a text's depth and time are bounded. */
class Line {
  readonly #out: string[] = [];
  #open: { mark: Mark; at: number }[] = [];

  get html(): string {
    return this.#out.join("");
  }

  add(html: string): void {
    if (html) this.#out.push(html);
  }

  /** A run of marks: ends what it can end and begins what it can begin; the rest of it is text. */
  run(run: string, before: string | undefined, after: string | undefined): void {
    const { opens, closes } = flanks(run, before, after);
    const left = new Set(RUNS[run]);
    if (closes) while (left.size > 0 && this.#close(left));
    if (opens)
      for (const mark of left) {
        if (this.#open.some((open) => open.mark === mark)) continue;
        this.#open.push({ mark, at: this.#out.push(mark) - 1 });
        left.delete(mark);
      }
    if (RUNS[run]) for (const mark of left) this.add(mark);
    else this.add(run);
  }

  /** Ends the innermost of the marks that are open; what was begun within it and not ended stays text. */
  #close(left: Set<Mark>): boolean {
    const index = this.#open.findLastIndex(({ mark, at }) => left.has(mark) && at < this.#out.length - 1);
    const open = this.#open[index];
    if (!open) return false;
    const { mark } = open;
    const inner = this.#open[index + 1];
    // Of "***a** b*" the two marks have begun at once: the one that ends first is the inner one.
    const swapped = inner?.at === open.at + 1 && mark === "**" && inner.mark === "*";
    if (swapped) this.#out[open.at] = inner.mark;
    this.#out[swapped ? inner.at : open.at] = openTag(mark);
    this.#open = this.#open.slice(0, index);
    if (swapped) this.#open.push({ mark: inner.mark, at: open.at });
    this.add(`</${TAGS[mark]}>`);
    left.delete(mark);
    return true;
  }
}

/** A stretch of text as HTML; in a link's words there is no further link. */
export function inline(text: string, inLink = false): string {
  const line = new Line();
  const pieces = new RegExp(PIECE);
  let end = 0;
  for (let match = pieces.exec(text); match; match = pieces.exec(text)) {
    line.add(escapeHtml(text.slice(end, match.index)));
    const [found] = match;
    const { run, url } = match.groups ?? {};
    // What ends the sentence around an address may be a mark.
    const whole = url ? bareUrl(url) : found;
    end = match.index + whole.length;
    pieces.lastIndex = end;
    if (run) line.run(run, text[match.index - 1], text[end]);
    else line.add(piece(whole, match.groups ?? {}, inLink) ?? escapeHtml(whole));
  }
  line.add(escapeHtml(text.slice(end)));
  return line.html;
}

/** A piece that is no mark as HTML; null where it is text after all. */
function piece(whole: string, groups: Record<string, string | undefined>, inLink: boolean): string | null {
  const { code, emoticon, label, to = "", url, path } = groups;
  if (whole === "\n") return "<br>";
  if (code) return `<code>${escapeHtml(code)}</code>`;
  if (emoticon) return picture(emoticon);
  if (inLink) return null;
  if (label) return link(to, inline(label, true));
  if (url || path) return link(whole, escapeHtml(whole));
  return `<a data-mention href="/users/${whole.slice(1)}">${whole}</a>`;
}

function picture(name: string): string | null {
  if (!(EMOTICONS as readonly string[]).includes(name)) return null;
  return `<img class="emoticon" src="/static/emoticons/${name}.svg" alt=":${name}:" width="24" height="24">`;
}
