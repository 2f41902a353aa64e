import { settingsText } from "#web/text/settings.ts";

export interface Arrived {
  text: string;
  isError: boolean;
}

const wordsOf = (words: Record<string, string>, code: string | null) =>
  code !== null && Object.hasOwn(words, code) ? words[code] : undefined;

/**
 * What an address hands the settings page, and the query that is left without it; null where it hands nothing. Only codes
 * that are known say anything: a link must not put words into the site's mouth.
 */
export function readArrival(search: string): { arrived: Arrived | null; rest: string } | null {
  const query = new URLSearchParams(search);
  const { message, error } = settingsText.arrivals;
  const said = wordsOf(message, query.has("linked") ? "discord_linked" : query.get("message"));
  const failed = wordsOf(error, query.get("error"));
  const before = query.size;
  for (const name of ["linked", "message", "error"]) query.delete(name);
  if (query.size === before) return null;
  const text = failed ?? said;
  return { arrived: text ? { text, isError: Boolean(failed) } : null, rest: query.toString() };
}
