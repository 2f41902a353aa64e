import type { Reply } from "#domain/forums/api.ts";
import { replyUrl } from "#domain/forums/view.ts";
import { firstCharacters } from "#domain/limits.ts";

/** Longer quotes are cut; the header links to the full post. */
const MAX_CHARACTERS = 1_500;

/** Returns the header of a quote, which identifies the quoted reply. */
const quoteHeader = (threadId: number, replyId: number): string => `(${replyUrl(threadId, replyId)}) wrote:`;

type Quoted = Pick<Reply, "id" | "thread_id" | "user" | "body">;

export function quoteOf({ id, thread_id, user, body }: Quoted): string {
  const unquoted = body
    .split("\n")
    .filter((line) => !line.trimStart().startsWith(">"))
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
  const cut = firstCharacters(unquoted, MAX_CHARACTERS);
  // Close a code block that was cut, or it would swallow the text after it.
  const isOpen = cut !== unquoted && (cut.match(/^```/gm)?.length ?? 0) % 2 === 1;
  const content = cut === unquoted ? unquoted : `${cut.trimEnd()}…${isOpen ? "\n```" : ""}`;
  const lines = [`[@${user.username}]${quoteHeader(thread_id, id)}`, ...(content ? content.split("\n") : [])];
  return `${lines.map((line) => (line ? `> ${line}` : ">")).join("\n")}\n\n`;
}

/** Appends a quote to a text, unless it is there already. */
export function withQuote(text: string, quote: string): string {
  if (text.includes(quote.trim())) return text;
  return text.trim() ? `${text.trimEnd()}\n\n${quote}` : quote;
}

/** Whether a text still quotes a reply; the user can have removed the quote. */
export const isQuoting = (text: string, threadId: number, replyId: number): boolean =>
  text.includes(quoteHeader(threadId, replyId));

/** Returns the id of the reply to quote from the URL, or null. */
export function readQuote(query: URLSearchParams): number | null {
  const id = Number(query.get("quote"));
  return Number.isSafeInteger(id) && id >= 1 && id <= 1_000_000_000_000 ? id : null;
}
