import { settingsText } from "./text/settings.ts";

export interface UrlMessage {
  text: string;
  isError: boolean;
}

const messageFor = (texts: Record<string, string>, code: string | null) =>
  code !== null && Object.hasOwn(texts, code) ? texts[code] : undefined;

/**
 * Reads the message from a query string and returns it with the remaining query, or null without one. Only known codes
 * have a text, so a link can't show arbitrary text on the site.
 */
export function readUrlMessage(search: string): { message: UrlMessage | null; rest: string } | null {
  const query = new URLSearchParams(search);
  const { message: messages, error: errors } = settingsText.arrivals;
  const succeeded = messageFor(messages, query.has("linked") ? "discord_linked" : query.get("message"));
  const failed = messageFor(errors, query.get("error"));
  const before = query.size;
  for (const name of ["linked", "message", "error"]) query.delete(name);
  if (query.size === before) return null;
  const text = failed ?? succeeded;
  return { message: text ? { text, isError: Boolean(failed) } : null, rest: query.toString() };
}
