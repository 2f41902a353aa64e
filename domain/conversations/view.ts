import { MESSAGE_ID } from "./ids.ts";

/** The state of the chat page as its URL has it. */
export interface ChatView {
  tab: "conversations" | "search";
  /** Id of the other user in the open conversation. */
  with: number | null;
  user: string | null;
  term: string;
  /** The user whose conversations a moderator views. */
  as: number | null;
  message: string | null;
}

function id(value: string | null): number | null {
  const number = Number(value);
  return value && Number.isSafeInteger(number) && number > 0 ? number : null;
}

export function readChatView(query: URLSearchParams): ChatView {
  const as = id(query.get("as"));
  const user = query.get("user");
  const message = query.get("message");
  return {
    // Moderators who view someone's chat can't search.
    tab: query.get("tab") === "search" && as === null ? "search" : "conversations",
    with: id(query.get("with")),
    user: user && /^[A-Za-z0-9_]{3,20}$/.test(user) ? user : null,
    term: (query.get("term") ?? "").trim(),
    as,
    message: message && MESSAGE_ID.test(message) ? message : null,
  };
}

/** The URL of a view; /chat alone by default. */
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

/** After a longer gap a message shows its author and time again. */
const GAP_MS = 15 * 60_000;

interface Written {
  sender_id: number;
  created_at: string;
}

export interface ArrangedMessage<T extends Written> {
  message: T;
  /** The first of its day: the date is shown above it. */
  newDay: boolean;
  /** Whether the message shows its author and time. */
  showsHeader: boolean;
}

/** Decides which messages get a date and a header. `dayOf` returns the day in the reader's time zone. */
export function arrangeMessages<T extends Written>(
  messages: readonly T[],
  dayOf: (time: number) => string,
): ArrangedMessage<T>[] {
  let before: { sender: number; time: number; day: string } | null = null;
  return messages.map((message) => {
    const time = Date.parse(message.created_at);
    const day = dayOf(time);
    const newDay = before?.day !== day;
    const showsHeader =
      newDay || before === null || before.sender !== message.sender_id || time - before.time > GAP_MS;
    before = { sender: message.sender_id, time, day };
    return { message, newDay, showsHeader };
  });
}

/** A segment of a text, with `href` if it is a link. `at` is its offset. */
export type TextSegment = { at: number; text: string; href?: string };

const URL_PATTERN = /\bhttps?:\/\/[^\s<>"'`\\\u202a-\u202e\u2066-\u2069]+/gi;

/** Leaves out a sentence's closing punctuation and a closing bracket that was opened before the URL. */
function trimUrl(text: string): string {
  let end = text.length;
  for (;;) {
    const last = text[end - 1] ?? "";
    const url = text.slice(0, end);
    const closes = last === ")" && url.split(")").length > url.split("(").length;
    if (!".,;:!?*…".includes(last) && !closes) return url;
    if (last === "") return "";
    end--;
  }
}

/** The URL's target, or null if it has none or pretends to be another site ("https://bank.example@evil.example"). */
function hrefOf(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const { href, hostname, username, password } = new URL(text);
  return username || password || !hostname.includes(".") ? null : href;
}

export function splitLinks(text: string): TextSegment[] {
  const segments: TextSegment[] = [];
  let end = 0;
  for (const match of text.matchAll(URL_PATTERN)) {
    const url = trimUrl(match[0]);
    const href = hrefOf(url);
    if (href === null) continue;
    if (match.index > end) segments.push({ at: end, text: text.slice(end, match.index) });
    segments.push({ at: match.index, text: url, href });
    end = match.index + url.length;
  }
  if (end < text.length) segments.push({ at: end, text: text.slice(end) });
  return segments;
}
