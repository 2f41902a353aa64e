import { sql } from "drizzle-orm";
import { type Database, statement } from "#db/client.ts";
import { ApiError } from "#domain/errors.ts";
import { Words } from "#domain/spam/words.ts";

/** The word list as a column of a query: one row, kept by triggers. */
export const wordsColumn = sql.raw("(select value from site_values where name = 'words')");

/** How long a process believes the list it has read. */
const KEPT_MS = 10_000;
let kept: { words: Words; until: number } | null = null;

/** The list; read anew at most every ten seconds. */
async function wordList(db: Database, now: number): Promise<Words> {
  if (kept && kept.until > now) return kept.words;
  const row = await db.first(statement<{ words: string | null }>(sql`select ${wordsColumn} as words`));
  const words = Words.read(row?.words);
  kept = { words, until: now + KEPT_MS };
  return words;
}

/** The list was changed: this process reads it anew, others follow within seconds. */
export function forgetWords(): void {
  kept = null;
}

/**
 * Refuses names and descriptions with words of the list in them, at the field: there is no holding back what has to be
 * there at once, so words that staff want to see first are refused, too.
 */
export async function refuseWords(
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
    const message = `“${found}” can't be used here.`;
    throw new ApiError("word_refused", { message, errors: { [field]: [message] } });
  }
}
