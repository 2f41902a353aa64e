/** Words of a search that FTS5 is asked for: letters, digits and their marks only, so no input is syntax. */
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;
const MOST_WORDS = 8;
const LONGEST_WORD = 40;

/** An FTS5 query that wants every word, each as a prefix; null when the text has no word at all. */
export function matchWords(text: string): string | null {
  const words = text.match(WORD)?.slice(0, MOST_WORDS);
  if (!words) return null;
  return words.map((word) => `"${[...word].slice(0, LONGEST_WORD).join("")}"*`).join(" AND ");
}
