/** A stretch of text that was there before, is there now, or both. */
export interface Stretch {
  kind: "same" | "added" | "removed";
  text: string;
}

/** More comparisons than this take a phone too long: then what is between is told as a whole. */
const MOST = 1_000_000;

const wordsOf = (text: string): string[] => text.match(/\s+|[^\s]+/g) ?? [];

function push(into: Stretch[], kind: Stretch["kind"], text: string): void {
  if (!text) return;
  const last = into.at(-1);
  if (last?.kind === kind) last.text += text;
  else into.push({ kind, text });
}

/** For each pair of places, how many words from there on are in both. */
function table(before: readonly string[], after: readonly string[]): Uint16Array[] {
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

function compare(before: readonly string[], after: readonly string[], into: Stretch[]): void {
  const rows = before.length * after.length <= MOST ? table(before, after) : null;
  let i = 0;
  let j = 0;
  while (rows && i < before.length && j < after.length) {
    if (before[i] === after[j]) {
      push(into, "same", before[i++] as string);
      j++;
    } else if ((rows[i + 1]?.[j] as number) >= (rows[i]?.[j + 1] as number)) {
      push(into, "removed", before[i++] as string);
    } else push(into, "added", after[j++] as string);
  }
  push(into, "removed", before.slice(i).join(""));
  push(into, "added", after.slice(j).join(""));
}

/** Words that changed side by side are one change: the blanks between them went and came with them. */
function joined(stretches: readonly Stretch[]): Stretch[] {
  const all: Stretch[] = [];
  let removed = "";
  let added = "";
  const flush = () => {
    push(all, "removed", removed);
    push(all, "added", added);
    removed = added = "";
  };
  stretches.forEach(({ kind, text }, index) => {
    if (kind === "removed") removed += text;
    else if (kind === "added") added += text;
    else if ((removed || added) && !text.trim() && index < stretches.length - 1) {
      removed += text;
      added += text;
    } else {
      flush();
      push(all, "same", text);
    }
  });
  flush();
  return all;
}

/** What an edit made of a text, word by word. */
export function difference(before: string, after: string): Stretch[] {
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
  const stretches: Stretch[] = [];
  push(stretches, "same", old.slice(0, head).join(""));
  compare(old.slice(head, old.length - tail), now.slice(head, now.length - tail), stretches);
  push(stretches, "same", old.slice(old.length - tail).join(""));
  return joined(stretches);
}
