import { MENTION_PATTERN } from "../../comments/mentions.ts";
import { EMOTICONS } from "../../comments/rules.ts";

export const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** A web URL without credentials, or a path of this site. Nothing else is ever linked. */
const WEB = /^https?:\/\/[\p{L}\p{N}[][^\s/?#@\\<>"]*(?:[/?#][^\s\\<>"]*)?$/iu;
const PATH = /^\/(?![/\\])[^\s\\<>"]*$/;

/**
 * Inline tokens. No alternative looks further than to the next character that can start another one, so parsing takes the
 * same time for any text.
 */
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
const openTag = (mark: Mark) => (mark === "||" ? "<span data-spoiler>" : `<${TAGS[mark]}>`);

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

/** Renders a link, or returns null if the URL must not be linked. */
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
    this.#out[swapped ? inner.at : open.at] = openTag(mark);
    this.#open = this.#open.slice(0, index);
    if (swapped) this.#open.push({ mark: inner.mark, at: open.at });
    this.add(`</${TAGS[mark]}>`);
    remaining.delete(mark);
    return true;
  }
}

/** Renders inline Markdown as HTML. Inside a link's text there are no further links. */
export function renderInline(text: string, inLink = false): string {
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
function renderToken(
  whole: string,
  groups: Record<string, string | undefined>,
  inLink: boolean,
): string | null {
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
