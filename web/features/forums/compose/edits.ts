/** A text and its selection. */
export interface SelectedText {
  text: string;
  start: number;
  end: number;
}

/** Replaces `from` to `to` with `insert`, then selects `start` to `end`. */
export interface TextEdit {
  from: number;
  to: number;
  insert: string;
  start: number;
  end: number;
}

export type EditCommand = (selected: SelectedText) => TextEdit;

export const textAfter = ({ text }: Pick<SelectedText, "text">, { from, to, insert }: TextEdit): string =>
  text.slice(0, from) + insert + text.slice(to);

function runLength(text: string, mark: string, side: 1 | -1): number {
  const letter = mark.charAt(0);
  let length = 0;
  while (length < text.length && text.at(side === 1 ? length : -1 - length) === letter) length++;
  return length;
}

/** Whether a run of this many characters contains the mark: of three stars, one is italic and two are bold. */
const hasMark = (count: number, mark: string): boolean =>
  mark === "*" ? count % 2 === 1 : count >= mark.length;

/** Wraps the selection in a mark, or removes the mark around or inside it. */
export function toggleMark(mark: string): EditCommand {
  return ({ text, start, end }) => {
    const chosen = text.slice(start, end);
    const size = mark.length;
    const around = Math.min(runLength(text.slice(0, start), mark, -1), runLength(text.slice(end), mark, 1));
    if (hasMark(around, mark)) {
      const from = start - size;
      return { from, to: end + size, insert: chosen, start: from, end: end - size };
    }
    const within = Math.min(runLength(chosen, mark, 1), runLength(chosen, mark, -1));
    if (chosen.length > size * 2 && hasMark(within, mark)) {
      const insert = chosen.slice(size, -size);
      return { from: start, to: end, insert, start, end: start + insert.length };
    }
    // White space stays outside, because Markdown ignores marks next to it.
    const inner = chosen.trim();
    const lead = inner ? chosen.indexOf(inner) : 0;
    const from = start + lead;
    const to = inner ? from + inner.length : end;
    const content = text.slice(from, to);
    return { from, to, insert: mark + content + mark, start: from + size, end: from + size + content.length };
  };
}

function linesOf({ text, start, end }: SelectedText): { from: number; to: number; lines: string[] } {
  const from = text.lastIndexOf("\n", start - 1) + 1;
  const last = end > start && text[end - 1] === "\n" ? end - 1 : end;
  const next = text.indexOf("\n", last);
  const to = next < 0 ? text.length : next;
  return { from, to, lines: text.slice(from, to).split("\n") };
}

/** Replaces the selected lines. A caret goes to their end; otherwise they stay selected. */
function replaceLines({ start, end }: SelectedText, from: number, to: number, insert: string): TextEdit {
  const last = from + insert.length;
  return { from, to, insert, start: start === end ? last : from, end: last };
}

/** Replaces a range with a text, and puts the caret behind it. */
export function typeText(from: number, to: number, insert: string): TextEdit {
  const caret = from + insert.length;
  return { from, to, insert, start: caret, end: caret };
}

const LIST = /^(\s*)(?:[-*] |\d+[.)] )/;

/** Returns a command that prefixes the selected lines, or removes the prefix if all have it. */
function linePrefix(
  hasPrefix: (line: string) => boolean,
  add: (line: string, index: number) => string,
  remove: RegExp,
): EditCommand {
  return (selected) => {
    const { from, to, lines } = linesOf(selected);
    const words = lines.filter((line) => line.trim());
    const undo = words.length > 0 && words.every(hasPrefix);
    let index = 0;
    const insert = lines
      .map((line) => {
        if (!line.trim() && lines.length > 1) return line;
        return undo ? line.replace(remove, "$1") : add(line, index++);
      })
      .join("\n");
    return replaceLines(selected, from, to, insert);
  };
}

const BULLET = /^(\s*)[-*] /;
const NUMBER = /^(\s*)\d+[.)] /;
const QUOTE = /^()> ?/;

export const toggleBullets = linePrefix(
  (line) => BULLET.test(line),
  (line) => line.replace(LIST, "$1").replace(/^(\s*)/, "$1- "),
  BULLET,
);
export const toggleNumbers = linePrefix(
  (line) => NUMBER.test(line),
  (line, index) => line.replace(LIST, "$1").replace(/^(\s*)/, `$1${index + 1}. `),
  NUMBER,
);
/** Quotes the selected lines, including empty ones, or unquotes them. */
export const toggleQuote: EditCommand = (selected) => {
  const { from, to, lines } = linesOf(selected);
  const undo = lines.every((line) => line.startsWith(">"));
  const insert = lines.map((line) => (undo ? line.replace(QUOTE, "") : `> ${line}`)).join("\n");
  return replaceLines(selected, from, to, insert);
};

/** Toggles inline code, or a code block for several lines. */
export const toggleCode: EditCommand = (selected) => {
  const { text, start, end } = selected;
  if (!text.slice(start, end).includes("\n")) return toggleMark("`")(selected);
  const { from, to, lines } = linesOf(selected);
  const isFenced = lines.length > 1 && lines[0]?.startsWith("```") && lines.at(-1)?.startsWith("```");
  const inner = isFenced ? lines.slice(1, -1).join("\n") : lines.join("\n");
  const insert = isFenced ? inner : `\`\`\`\n${inner}\n\`\`\``;
  return { from, to, insert, start: from, end: from + insert.length };
};

const URL_PATTERN = /^https?:\/\/\S+$/;
const URL_PLACEHOLDER = "https://";

/** Turns the selection into a link, then selects the part to fill in: its text or its URL. */
export const makeLink: EditCommand = ({ text, start, end }) => {
  const chosen = text.slice(start, end).trim();
  const isUrl = URL_PATTERN.test(chosen);
  const words = isUrl ? "" : chosen;
  const url = isUrl ? chosen : URL_PLACEHOLDER;
  const insert = `[${words}](${url})`;
  const at = start + 1;
  if (isUrl || !words) return { from: start, to: end, insert, start: at, end: at };
  const urlStart = at + words.length + 2;
  return { from: start, to: end, insert, start: urlStart, end: urlStart + url.length };
};

export const insertText =
  (inserted: string): EditCommand =>
  ({ start, end }) =>
    typeText(start, end, inserted);

/** Inserts a line with an empty line before and after it. */
export const insertLine =
  (line: string): EditCommand =>
  ({ text, start, end }) => {
    const before = text.slice(0, start);
    const after = text.slice(end);
    const lead = before.trim() === "" || before.endsWith("\n\n") ? "" : before.endsWith("\n") ? "\n" : "\n\n";
    const tail = after.startsWith("\n\n") ? "" : after.startsWith("\n") ? "\n" : "\n\n";
    return typeText(start, end, lead + line + tail);
  };

const ITEM = /^(\s*)(?:([-*])|(\d+)([.)])) (.*)$/;

/** Returns the edit for Enter in a list: continues it, or ends it on an empty item. Null outside of lists. */
export function continueList({ text, start, end }: SelectedText): TextEdit | null {
  if (start !== end) return null;
  const from = text.lastIndexOf("\n", start - 1) + 1;
  const line = text.slice(from, start);
  const [, indent = "", bullet, number, dot, words] = ITEM.exec(line) ?? [];
  if (words === undefined) return null;
  if (!words.trim()) return { from, to: start, insert: "", start: from, end: from };
  return typeText(start, start, `\n${indent}${bullet ?? `${Number(number) + 1}${dot}`} `);
}
