import { type SQL, sql } from "#db/database.ts";

/** A search term for FTS5: only letters, digits and combining marks, so input is never query syntax. */
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;
const MAX_WORDS = 8;
const MAX_WORD_LENGTH = 40;

/** Returns an FTS5 query that requires every word as a prefix; null if the text contains no word. */
export const matchWords = (text: string): string | null => match(text, () => true);

/** `matchWords` for posts, the largest index: only the last two words are prefixes, never single letters. */
export const matchPostWords = (text: string): string | null =>
  match(text, (word, fromEnd) => fromEnd < 2 && !/^\w$/.test(word));

function match(text: string, isPrefix: (word: string, fromEnd: number) => boolean): string | null {
  const words = text.match(WORD)?.slice(0, MAX_WORDS);
  if (!words) return null;
  const quoted = (word: string) => `"${[...word].slice(0, MAX_WORD_LENGTH).join("")}"`;
  return words
    .map((word, i) => quoted(word) + (isPrefix(word, words.length - 1 - i) ? "*" : ""))
    .join(" AND ");
}

/** Whether a column contains the text. D1 limits `like` patterns to 50 bytes; `lower` only handles A to Z. */
export const contains = (column: SQL, search: string): SQL =>
  sql`instr(lower(${column}), ${search.replace(/[A-Z]/g, (letter) => letter.toLowerCase())}) > 0`;
