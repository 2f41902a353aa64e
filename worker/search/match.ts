import { type SQL, sql } from "drizzle-orm";

/** Words of a search that FTS5 is asked for: letters, digits and their marks only, so no input is syntax. */
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;
const MOST_WORDS = 8;
const LONGEST_WORD = 40;

/** An FTS5 query that wants every word, each as a prefix; null when the text has no word at all. */
export const matchWords = (text: string): string | null => match(text, () => true);

/**
 * The same for what people say, of which there is most: putting together all posts with a word that begins so takes its
 * time, so only the last two words are beginnings, and one letter stands for itself.
 */
export const matchSaid = (text: string): string | null =>
  match(text, (word, fromEnd) => fromEnd < 2 && !/^\w$/.test(word));

function match(text: string, isBeginning: (word: string, fromEnd: number) => boolean): string | null {
  const words = text.match(WORD)?.slice(0, MOST_WORDS);
  if (!words) return null;
  const quoted = (word: string) => `"${[...word].slice(0, LONGEST_WORD).join("")}"`;
  return words
    .map((word, i) => quoted(word) + (isBeginning(word, words.length - 1 - i) ? "*" : ""))
    .join(" AND ");
}

/** Whether a text column has the search anywhere in it. D1 takes no `like` pattern of more than fifty bytes; `lower` knows A to Z. */
export const contains = (column: SQL, search: string): SQL =>
  sql`instr(lower(${column}), ${search.replace(/[A-Z]/g, (letter) => letter.toLowerCase())}) > 0`;
