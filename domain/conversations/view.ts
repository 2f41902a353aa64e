import { MESSAGE_ID } from "./ids.ts";

/** What the chat page shows, as its address has it. */
export interface ChatView {
  tab: "conversations" | "search";
  /** Id of the other of the open conversation. */
  with: number | null;
  /** The same by name, as other pages link to it. */
  user: string | null;
  /** What is searched for. */
  term: string;
  /** Whose conversations a moderator looks at. */
  as: number | null;
  /** The message that was reported. */
  message: string | null;
}

function id(value: string | null): number | null {
  const number = Number(value);
  return value && Number.isSafeInteger(number) && number > 0 ? number : null;
}

/** Reads the chat's address; what can't be is left out. */
export function readChatView(query: URLSearchParams): ChatView {
  const as = id(query.get("as"));
  const user = query.get("user");
  const message = query.get("message");
  return {
    // Whoever looks at another's chat searches for nobody.
    tab: query.get("tab") === "search" && as === null ? "search" : "conversations",
    with: id(query.get("with")),
    user: user && /^[A-Za-z0-9_]{3,20}$/.test(user) ? user : null,
    term: (query.get("term") ?? "").trim(),
    as,
    message: message && MESSAGE_ID.test(message) ? message : null,
  };
}

/** The address of a view; a plain one is /chat alone. */
export function writeChatView(view: Partial<ChatView>): string {
  const query = new URLSearchParams();
  if (view.as) query.set("as", String(view.as));
  if (view.with) query.set("with", String(view.with));
  if (view.user) query.set("user", view.user);
  if (view.message) query.set("message", view.message);
  if (view.tab === "search" && !view.as) query.set("tab", "search");
  if (view.term && view.tab === "search") query.set("term", view.term);
  const text = query.toString();
  return text ? `/chat?${text}` : "/chat";
}

/** After a gap of more than this a message tells again who wrote it and when. */
const GAP_MS = 15 * 60_000;

interface Written {
  sender_id: number;
  created_at: string;
}

export interface Arranged<T extends Written> {
  message: T;
  /** The first of its day: the date stands above it. */
  newDay: boolean;
  /** Tells who wrote it and when. */
  head: boolean;
}

/** Messages with what stands above each; `dayOf` tells the day of a time where the reader is. */
export function arrange<T extends Written>(
  messages: readonly T[],
  dayOf: (time: number) => string,
): Arranged<T>[] {
  let before: { sender: number; time: number; day: string } | null = null;
  return messages.map((message) => {
    const time = Date.parse(message.created_at);
    const day = dayOf(time);
    const newDay = before?.day !== day;
    const head =
      newDay || before === null || before.sender !== message.sender_id || time - before.time > GAP_MS;
    before = { sender: message.sender_id, time, day };
    return { message, newDay, head };
  });
}

/** A stretch of text, or an address in it that leads somewhere; `at` is where it starts. */
export type LinkPiece = { at: number; text: string; href?: string };

const ADDRESS = /\bhttps?:\/\/[^\s<>"'`\\\u202a-\u202e\u2066-\u2069]+/gi;

/** A sentence's own end, and a bracket that was opened before the address, belong to the sentence. */
function trimAddress(text: string): string {
  let end = text.length;
  for (;;) {
    const last = text[end - 1] ?? "";
    const address = text.slice(0, end);
    const closes = last === ")" && address.split(")").length > address.split("(").length;
    if (!".,;:!?*…".includes(last) && !closes) return address;
    if (last === "") return "";
    end--;
  }
}

/** Where an address leads; null for one that pretends to lead elsewhere ("https://bank.example@evil.example") or nowhere. */
function hrefOf(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const { href, hostname, username, password } = new URL(text);
  return username || password || !hostname.includes(".") ? null : href;
}

/** Cuts a text at its http(s) addresses. */
export function splitLinks(text: string): LinkPiece[] {
  const pieces: LinkPiece[] = [];
  let end = 0;
  for (const match of text.matchAll(ADDRESS)) {
    const address = trimAddress(match[0]);
    const href = hrefOf(address);
    if (href === null) continue;
    if (match.index > end) pieces.push({ at: end, text: text.slice(end, match.index) });
    pieces.push({ at: match.index, text: address, href });
    end = match.index + address.length;
  }
  if (end < text.length) pieces.push({ at: end, text: text.slice(end) });
  return pieces;
}
