/** A piece of an excerpt; `found` is one of the words that were looked for. */
export interface Piece {
  at: number;
  text: string;
  found: boolean;
}

const escaped = (word: string) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** An excerpt cut where the words stand that were looked for. */
export function cutAtWords(excerpt: string, search: string): Piece[] {
  const words = search.match(/[\p{L}\p{N}_]+/gu) ?? [];
  if (words.length === 0) return [{ at: 0, text: excerpt, found: false }];
  const longestFirst = [...new Set(words)].sort((a, b) => b.length - a.length).map(escaped);
  const pieces: Piece[] = [];
  let at = 0;
  const add = (text: string, found: boolean) => {
    if (text) pieces.push({ at, text, found });
    at += text.length;
  };
  // At the beginning of a word, as the search itself finds them.
  for (const match of excerpt.matchAll(
    new RegExp(`(?<![\\p{L}\\p{N}_])(?:${longestFirst.join("|")})`, "giu"),
  )) {
    add(excerpt.slice(at, match.index), false);
    add(match[0], true);
  }
  add(excerpt.slice(at), false);
  return pieces;
}
