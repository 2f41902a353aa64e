import type { Reply } from "#domain/forums/api.ts";
import { replyUrl } from "#domain/forums/view.ts";
import { firstCharacters } from "#domain/limits.ts";

/** More of somebody's words than this are cut: who wants to read them all goes to them. */
const MOST = 1_500;

/** The head of a quote, by which it is known which reply is quoted. */
const headOf = (threadId: number, replyId: number): string => `(${replyUrl(threadId, replyId)}) wrote:`;

/** Somebody's words as a quote of them; what they quoted themselves stays out. */
export function quoteOf({
  id,
  thread_id,
  user,
  body,
}: Pick<Reply, "id" | "thread_id" | "user" | "body">): string {
  const own = body
    .split("\n")
    .filter((line) => !line.trimStart().startsWith(">"))
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
  const cut = firstCharacters(own, MOST);
  // A fence that was cut open would swallow what is written after it.
  const isOpen = cut !== own && (cut.match(/^```/gm)?.length ?? 0) % 2 === 1;
  const words = cut === own ? own : `${cut.trimEnd()}…${isOpen ? "\n```" : ""}`;
  const lines = [`[@${user.username}]${headOf(thread_id, id)}`, ...(words ? words.split("\n") : [])];
  return `${lines.map((line) => (line ? `> ${line}` : ">")).join("\n")}\n\n`;
}

/** A text with a quote in it, once, and room to go on after it. */
export function withQuote(text: string, quote: string): string {
  if (text.includes(quote.trim())) return text;
  return text.trim() ? `${text.trimEnd()}\n\n${quote}` : quote;
}

/** Whether a text still quotes a reply: whoever took the quote out again does not answer it. */
export const quotes = (text: string, threadId: number, replyId: number): boolean =>
  text.includes(headOf(threadId, replyId));

/** The reply that an address asks to quote; null where it names none. */
export function readQuote(query: URLSearchParams): number | null {
  const id = Number(query.get("quote"));
  return Number.isSafeInteger(id) && id >= 1 && id <= 1_000_000_000_000 ? id : null;
}
