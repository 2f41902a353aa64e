/** A part of an excerpt. `found` marks a search term. */
export interface ExcerptPart {
  at: number;
  text: string;
  found: boolean;
}

const escapeRegExp = (word: string) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

export function splitAtMatches(excerpt: string, search: string): ExcerptPart[] {
  const words = search.match(/[\p{L}\p{N}_]+/gu) ?? [];
  if (words.length === 0) return [{ at: 0, text: excerpt, found: false }];
  const longestFirst = [...new Set(words)].sort((a, b) => b.length - a.length).map(escapeRegExp);
  const parts: ExcerptPart[] = [];
  let at = 0;
  const add = (text: string, found: boolean) => {
    if (text) parts.push({ at, text, found });
    at += text.length;
  };
  // Only at the start of a word, like the search itself.
  for (const match of excerpt.matchAll(
    new RegExp(`(?<![\\p{L}\\p{N}_])(?:${longestFirst.join("|")})`, "giu"),
  )) {
    add(excerpt.slice(at, match.index), false);
    add(match[0], true);
  }
  add(excerpt.slice(at), false);
  return parts;
}
