import { plainText } from "./markdown/render-markdown.ts";

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;
const LENGTH = 200;
const BEFORE = 60;

/** Normalizes a word for comparison: no case, no accents. */
const fold = (word: string): string => word.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** Offset of the first word that starts with a searched one; 0 if only the title matches. */
function firstMatch(text: string, search: string): number {
  const searched = [...new Set(search.match(WORD) ?? [])].slice(0, 8).map(fold);
  for (const match of text.matchAll(WORD)) {
    const word = fold(match[0]);
    if (searched.some((prefix) => word.startsWith(prefix))) return match.index;
  }
  return 0;
}

/** Plain text around the first match of a search. */
export function excerptOf(body: string, search: string): string {
  const text = plainText(body);
  const at = firstMatch(text, search);
  // Start and end at whole words where possible.
  const start = at <= BEFORE ? 0 : text.indexOf(" ", at - BEFORE - 1) + 1;
  const from = start > 0 && start <= at ? start : Math.max(0, at - BEFORE);
  const end = text.length <= from + LENGTH ? text.length : text.lastIndexOf(" ", from + LENGTH);
  const until = end > at ? end : from + LENGTH;
  const part = text.slice(from, until).toWellFormed().trim();
  return `${from > 0 ? "…" : ""}${part}${until < text.length ? "…" : ""}`;
}
