/** A text and what is selected in it. */
export interface Selected {
  text: string;
  start: number;
  end: number;
}

/** What becomes of it: `insert` takes the place of a stretch, then `start` to `end` is selected. */
export interface Edit {
  from: number;
  to: number;
  insert: string;
  start: number;
  end: number;
}

export type Command = (selected: Selected) => Edit;

/** The text after an edit. */
export const edited = ({ text }: Pick<Selected, "text">, { from, to, insert }: Edit): string =>
  text.slice(0, from) + insert + text.slice(to);

/** How many of `mark`'s character stand at the end (`-1`) or the beginning (`1`) of a text. */
function run(text: string, mark: string, side: 1 | -1): number {
  const letter = mark.charAt(0);
  let length = 0;
  while (length < text.length && text.at(side === 1 ? length : -1 - length) === letter) length++;
  return length;
}

/** Whether marks of this length are among so many of its characters: one star of three is italic, two are bold. */
const has = (count: number, mark: string): boolean => (mark === "*" ? count % 2 === 1 : count >= mark.length);

/** Puts a mark around what is selected, or takes it away where it is around it already or inside of it. */
export function wrap(mark: string): Command {
  return ({ text, start, end }) => {
    const chosen = text.slice(start, end);
    const size = mark.length;
    const around = Math.min(run(text.slice(0, start), mark, -1), run(text.slice(end), mark, 1));
    if (has(around, mark)) {
      return {
        from: start - size,
        to: end + size,
        insert: chosen,
        start: start - size,
        end: end - size,
      };
    }
    const within = Math.min(run(chosen, mark, 1), run(chosen, mark, -1));
    if (chosen.length > size * 2 && has(within, mark)) {
      const insert = chosen.slice(size, -size);
      return { from: start, to: end, insert, start, end: start + insert.length };
    }
    // White space stays outside: marks that touch none of the words are no marks.
    const inner = chosen.trim();
    const lead = inner ? chosen.indexOf(inner) : 0;
    const from = start + lead;
    const to = inner ? from + inner.length : end;
    const kept = text.slice(from, to);
    return { from, to, insert: mark + kept + mark, start: from + size, end: from + size + kept.length };
  };
}

/** The whole lines in which something is selected. */
function linesOf({ text, start, end }: Selected): { from: number; to: number; lines: string[] } {
  const from = text.lastIndexOf("\n", start - 1) + 1;
  const last = end > start && text[end - 1] === "\n" ? end - 1 : end;
  const next = text.indexOf("\n", last);
  const to = next < 0 ? text.length : next;
  return { from, to, lines: text.slice(from, to).split("\n") };
}

const LIST = /^(\s*)(?:[-*] |\d+[.)] )/;

/** Gives each line a beginning, or takes it away where all of them have it. */
function begin(
  isBegun: (line: string) => boolean,
  add: (line: string, index: number) => string,
  remove: RegExp,
): Command {
  return (selected) => {
    const { from, to, lines } = linesOf(selected);
    const words = lines.filter((line) => line.trim());
    const undo = words.length > 0 && words.every(isBegun);
    let index = 0;
    const insert = lines
      .map((line) => {
        if (!line.trim() && lines.length > 1) return line;
        return undo ? line.replace(remove, "$1") : add(line, index++);
      })
      .join("\n");
    const isCaret = selected.start === selected.end;
    const end = from + insert.length;
    return { from, to, insert, start: isCaret ? end : from, end };
  };
}

const BULLET = /^(\s*)[-*] /;
const NUMBER = /^(\s*)\d+[.)] /;
const QUOTE = /^()> ?/;

export const bulleted = begin(
  (line) => BULLET.test(line),
  (line) => line.replace(LIST, "$1").replace(/^(\s*)/, "$1- "),
  BULLET,
);
export const numbered = begin(
  (line) => NUMBER.test(line),
  (line, index) => line.replace(LIST, "$1").replace(/^(\s*)/, `$1${index + 1}. `),
  NUMBER,
);
/** Of a quoted text, too, empty lines are part of the quote. */
export const quoted: Command = (selected) => {
  const { from, to, lines } = linesOf(selected);
  const undo = lines.every((line) => line.startsWith(">"));
  const insert = lines.map((line) => (undo ? line.replace(QUOTE, "") : `> ${line}`)).join("\n");
  const isCaret = selected.start === selected.end;
  const end = from + insert.length;
  return { from, to, insert, start: isCaret ? end : from, end };
};

/** Code in a line, or a block of it where several are selected. */
export const code: Command = (selected) => {
  const { text, start, end } = selected;
  if (!text.slice(start, end).includes("\n")) return wrap("`")(selected);
  const { from, to, lines } = linesOf(selected);
  const isFenced = lines.length > 1 && lines[0]?.startsWith("```") && lines.at(-1)?.startsWith("```");
  const inner = isFenced ? lines.slice(1, -1).join("\n") : lines.join("\n");
  const insert = isFenced ? inner : `\`\`\`\n${inner}\n\`\`\``;
  return { from, to, insert, start: from, end: from + insert.length };
};

const ADDRESS = /^https?:\/\/\S+$/;
const HERE = "https://";

/** Makes a link of what is selected; what is still to be typed, its words or its address, is selected then. */
export const link: Command = ({ text, start, end }) => {
  const chosen = text.slice(start, end).trim();
  const isAddress = ADDRESS.test(chosen);
  const words = isAddress ? "" : chosen;
  const address = isAddress ? chosen : HERE;
  const insert = `[${words}](${address})`;
  const at = start + 1;
  if (isAddress || !words) return { from: start, to: end, insert, start: at, end: at };
  const begins = at + words.length + 2;
  return { from: start, to: end, insert, start: begins, end: begins + address.length };
};

/** Puts some letters where the caret is, which then stands behind them. */
export const put =
  (letters: string): Command =>
  ({ start, end }) => ({
    from: start,
    to: end,
    insert: letters,
    start: start + letters.length,
    end: start + letters.length,
  });

/** Puts something on a line of its own, with an empty one on either side. */
export const putLine =
  (line: string): Command =>
  ({ text, start, end }) => {
    const before = text.slice(0, start);
    const after = text.slice(end);
    const lead = before.trim() === "" || before.endsWith("\n\n") ? "" : before.endsWith("\n") ? "\n" : "\n\n";
    const tail = after.startsWith("\n\n") ? "" : after.startsWith("\n") ? "\n" : "\n\n";
    const insert = lead + line + tail;
    const caret = start + insert.length;
    return { from: start, to: end, insert, start: caret, end: caret };
  };

const ITEM = /^(\s*)(?:([-*])|(\d+)([.)])) (.*)$/;

/** What Enter does in a list: the next line goes on with it, an empty one ends it. Null where nothing is special. */
export function nextLine({ text, start, end }: Selected): Edit | null {
  if (start !== end) return null;
  const from = text.lastIndexOf("\n", start - 1) + 1;
  const line = text.slice(from, start);
  const [, indent = "", bullet, number, dot, words] = ITEM.exec(line) ?? [];
  if (words === undefined) return null;
  if (!words.trim()) return { from, to: start, insert: "", start: from, end: from };
  const insert = `\n${indent}${bullet ?? `${Number(number) + 1}${dot}`} `;
  const caret = start + insert.length;
  return { from: start, to: start, insert, start: caret, end: caret };
}
