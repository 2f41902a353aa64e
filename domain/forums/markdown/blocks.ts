import { escapeHtml, renderInline } from "./render-inline.ts";

/** Nesting limit of quotes and lists; anything deeper is text. */
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
export class MarkdownBlocks {
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
