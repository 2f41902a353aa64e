import { type SQL, sql } from "drizzle-orm";

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

/** Whether a text column has the search anywhere in it. D1 takes no `like` pattern of more than fifty bytes; `lower` knows A to Z. */
export const contains = (column: SQL, search: string): SQL =>
  sql`instr(lower(${column}), ${search.replace(/[A-Z]/g, (letter) => letter.toLowerCase())}) > 0`;
