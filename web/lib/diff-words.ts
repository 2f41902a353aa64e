/** A part of a changed text: unchanged, removed or added. */
export interface DiffPart {
  kind: "same" | "added" | "removed";
  text: string;
}

/** More comparisons than this are too slow on phones: the changed part is then replaced as a whole. */
const MAX_COMPARISONS = 1_000_000;

const wordsOf = (text: string): string[] => text.match(/\s+|[^\s]+/g) ?? [];

function append(into: DiffPart[], kind: DiffPart["kind"], text: string): void {
  if (!text) return;
  const last = into.at(-1);
  if (last?.kind === kind) last.text += text;
  else into.push({ kind, text });
}

/** Returns the lengths of the longest common subsequences, from each pair of positions to the end. */
function commonLengths(before: readonly string[], after: readonly string[]): Uint16Array[] {
  const rows = Array.from({ length: before.length + 1 }, () => new Uint16Array(after.length + 1));
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      const [row, next] = [rows[i] as Uint16Array, rows[i + 1] as Uint16Array];
      row[j] =
        before[i] === after[j]
          ? (next[j + 1] as number) + 1
          : Math.max(next[j] as number, row[j + 1] as number);
    }
  }
  return rows;
}

function compare(before: readonly string[], after: readonly string[], into: DiffPart[]): void {
  const rows = before.length * after.length <= MAX_COMPARISONS ? commonLengths(before, after) : null;
  let i = 0;
  let j = 0;
  while (rows && i < before.length && j < after.length) {
    if (before[i] === after[j]) {
      append(into, "same", before[i++] as string);
      j++;
    } else if ((rows[i + 1]?.[j] as number) >= (rows[i]?.[j + 1] as number)) {
      append(into, "removed", before[i++] as string);
    } else append(into, "added", after[j++] as string);
  }
  append(into, "removed", before.slice(i).join(""));
  append(into, "added", after.slice(j).join(""));
}

/** Merges changes that are only separated by white space. */
function mergeAdjacent(parts: readonly DiffPart[]): DiffPart[] {
  const all: DiffPart[] = [];
  let removed = "";
  let added = "";
  const flush = () => {
    append(all, "removed", removed);
    append(all, "added", added);
    removed = added = "";
  };
  parts.forEach(({ kind, text }, index) => {
    if (kind === "removed") removed += text;
    else if (kind === "added") added += text;
    else if ((removed || added) && !text.trim() && index < parts.length - 1) {
      removed += text;
      added += text;
    } else {
      flush();
      append(all, "same", text);
    }
  });
  flush();
  return all;
}

/** Diffs two texts word by word. `same` and `removed` joined are the old text; `same` and `added` the new one. */
export function diffWords(before: string, after: string): DiffPart[] {
  const old = wordsOf(before);
  const now = wordsOf(after);
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head++;
  let tail = 0;
  while (
    tail < old.length - head &&
    tail < now.length - head &&
    old[old.length - 1 - tail] === now[now.length - 1 - tail]
  )
    tail++;
  const parts: DiffPart[] = [];
  append(parts, "same", old.slice(0, head).join(""));
  compare(old.slice(head, old.length - tail), now.slice(head, now.length - tail), parts);
  append(parts, "same", old.slice(old.length - tail).join(""));
  return mergeAdjacent(parts);
}
