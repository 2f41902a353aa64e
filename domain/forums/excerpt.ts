import { plainText } from "./markdown/render.ts";

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;
const LENGTH = 200;
const BEFORE = 60;

/** A word as the search compares it: without case or accents. */
const fold = (word: string): string => word.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** Where a word begins that one of the searched ones begins; 0 where none does, as when the title alone matches. */
function firstMatch(text: string, search: string): number {
  const wanted = [...new Set(search.match(WORD) ?? [])].slice(0, 8).map(fold);
  for (const match of text.matchAll(WORD)) {
    const word = fold(match[0]);
    if (wanted.some((one) => word.startsWith(one))) return match.index;
  }
  return 0;
}

/** A text's plain words around the first that was searched for. */
export function excerptOf(body: string, search: string): string {
  const text = plainText(body);
  const at = firstMatch(text, search);
  // Whole words: back to a space, or as far as it is looked for.
  const start = at <= BEFORE ? 0 : text.indexOf(" ", at - BEFORE - 1) + 1;
  const from = start > 0 && start <= at ? start : Math.max(0, at - BEFORE);
  const end = text.length <= from + LENGTH ? text.length : text.lastIndexOf(" ", from + LENGTH);
  const until = end > at ? end : from + LENGTH;
  const part = text.slice(from, until).toWellFormed().trim();
  return `${from > 0 ? "…" : ""}${part}${until < text.length ? "…" : ""}`;
}
