/** A stretch of a changed text: it stayed, went or came. */
export interface Stretch {
  kind: "same" | "gone" | "new";
  text: string;
}

/** Most words of each side that are compared with each other; longer texts are told as replaced as a whole. */
const MOST = 2_000;

const wordsOf = (text: string): string[] => text.match(/\s+|\S+/g) ?? [];

/** How many words two texts have in common, in order, from each pair of places on. */
function commonFrom(a: readonly string[], b: readonly string[]): Uint16Array[] {
  const table = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--) {
    const [row, below] = [table[i] as Uint16Array, table[i + 1] as Uint16Array];
    for (let j = b.length - 1; j >= 0; j--)
      row[j] = a[i] === b[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
  }
  return table;
}

/** What became of a text, word by word: joined, `same` and `gone` are the old one, `same` and `new` the new one. */
export function changesOf(before: string, after: string): Stretch[] {
  const [a, b] = [wordsOf(before), wordsOf(after)];
  const stretches: Stretch[] = [];
  const add = (kind: Stretch["kind"], text: string) => {
    const last = stretches.at(-1);
    if (last?.kind === kind) last.text += text;
    else if (text) stretches.push({ kind, text });
  };
  if (a.length > MOST || b.length > MOST) {
    add(before === after ? "same" : "gone", before);
    if (before !== after) add("new", after);
    return stretches;
  }
  const common = commonFrom(a, b);
  const at = (i: number, j: number) => common[i]?.[j] ?? 0;
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      add("same", a[i++] ?? "");
      j++;
    } else if (i < a.length && (j >= b.length || at(i + 1, j) >= at(i, j + 1))) add("gone", a[i++] ?? "");
    else add("new", b[j++] ?? "");
  }
  return stretches;
}
