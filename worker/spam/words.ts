import { type Database, sql, statement } from "#db/database.ts";
import { ApiError } from "#domain/errors.ts";
import { WordList } from "#domain/spam/word-list.ts";

/** The word list as a column of a query: a single row, maintained by triggers. */
export const wordsColumn = sql.raw("(select value from site_values where name = 'words')");

/** The list that this process has read last, and its stored JSON. */
let last: { json: string | null; words: WordList } | null = null;

export const lastWords = (): typeof last => last;

/** Parses the list as a query has returned it. */
export function readWords(json: string | null): WordList {
  if (last?.json === json) return last.words;
  last = { json, words: WordList.read(json) };
  return last.words;
}

/** How long a process caches the list. */
const CACHE_MS = 10_000;
let cached: { words: WordList; until: number } | null = null;

/** Returns the list, at most ten seconds old. */
async function wordList(db: Database, now: number): Promise<WordList> {
  if (cached && cached.until > now) return cached.words;
  const row = await db.first(statement<{ words: string | null }>`select ${wordsColumn} as words`);
  const words = readWords(row?.words ?? null);
  cached = { words, until: now + CACHE_MS };
  return words;
}

/** Clears this process's cache after a change; other processes follow within seconds. */
export function clearWordCache(): void {
  cached = null;
}

/** Throws if a name or description has a filtered word. It can't be held, so those words count too. */
export async function rejectFilteredWords(
  db: Database,
  fields: Record<string, string | undefined>,
  now: number,
): Promise<void> {
  const written = Object.entries(fields).filter(([, text]) => text);
  if (written.length === 0) return;
  const words = await wordList(db, now);
  for (const [field, text = ""] of written) {
    const [found] = [...words.find(text, "refuse"), ...words.find(text, "hold")];
    if (!found) continue;
    const message = `“${found}” isn't allowed here.`;
    throw new ApiError("word_refused", { message, errors: { [field]: [message] } });
  }
}
