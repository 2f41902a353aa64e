/** A part of a changed text: unchanged, removed or added. */
export interface DiffPart {
  kind: "same" | "removed" | "added";
  text: string;
}

/** Longer texts are shown as replaced as a whole. */
const MAX_WORDS = 2_000;

const tokenize = (text: string): string[] => text.match(/\s+|\S+/g) ?? [];

/** Returns the longest-common-subsequence table: entry [i][j] is its length for `a` from i and `b` from j. */
function lcsTable(a: readonly string[], b: readonly string[]): Uint16Array[] {
  const table = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--) {
    const [row, below] = [table[i] as Uint16Array, table[i + 1] as Uint16Array];
    for (let j = b.length - 1; j >= 0; j--)
      row[j] = a[i] === b[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
  }
  return table;
}

/** Diffs two texts word by word. `same` and `removed` joined are the old text; `same` and `added` the new one. */
export function diffWords(before: string, after: string): DiffPart[] {
  const [a, b] = [tokenize(before), tokenize(after)];
  const parts: DiffPart[] = [];
  const add = (kind: DiffPart["kind"], text: string) => {
    const last = parts.at(-1);
    if (last?.kind === kind) last.text += text;
    else if (text) parts.push({ kind, text });
  };
  if (a.length > MAX_WORDS || b.length > MAX_WORDS) {
    add(before === after ? "same" : "removed", before);
    if (before !== after) add("added", after);
    return parts;
  }
  const common = lcsTable(a, b);
  const at = (i: number, j: number) => common[i]?.[j] ?? 0;
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      add("same", a[i++] ?? "");
      j++;
    } else if (i < a.length && (j >= b.length || at(i + 1, j) >= at(i, j + 1))) add("removed", a[i++] ?? "");
    else add("added", b[j++] ?? "");
  }
  return parts;
}
