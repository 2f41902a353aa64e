import type { Words } from "./words.ts";

/** A text that is kept back: why, and what was found in it. */
export const HOLD_REASONS = ["repeated", "links", "words"] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];
export interface Hold {
  why: HoldReason;
  found: string;
}

const HOUR = 60 * 60 * 1000;
export const DAY = 24 * HOUR;

/** Accounts are new for their first day, and until their address is verified. */
export const isNewcomer = (
  account: { created_at: number; email_verified_at: number | null },
  now: number,
): boolean => account.email_verified_at === null || now - account.created_at < DAY;

/** What somebody may write within an hour: comments, threads and replies together, and threads among them. */
export const PER_HOUR = {
  newcomer: { posts: 30, threads: 5 },
  settled: { posts: 300, threads: 30 },
} as const;

/** Other things that newcomers may do within a day. */
export const NEWCOMER_PER_DAY = { conversations: 10, buddy_requests: 20, levels: 10 } as const;
/** Messages that a newcomer may write to one person within a minute. */
export const NEWCOMER_MESSAGES = 20;

/** How many addresses of other sites a text may have. */
const LINKS = { newcomer: 1, settled: 8 } as const;

/** How often the same may be said within a day: what is short is often said again without harm. */
const SAME = { short: 20, often: 6, seldom: 2 } as const;
/** From so many accounts within an hour the same long text is a flood. */
const FLOOD = { accounts: 4, long: 40 } as const;

/** What is known of an author and how often their text was there before. */
export interface Past {
  newcomer: boolean;
  /** Posts, and threads among them, within the last hour. */
  posts: number;
  threads: number;
  /** How often they have said the same within a day, and how many others within an hour. */
  same_own: number;
  same_others: number;
}

/** Whether somebody has written enough for the hour. */
export function isTooFast({ newcomer, posts, threads }: Past, kind: "comment" | "thread" | "reply"): boolean {
  const most = PER_HOUR[newcomer ? "newcomer" : "settled"];
  return posts >= most.posts || (kind === "thread" && threads >= most.threads);
}

const ADDRESS =
  /https?:\/\/([^\s/?#)\]]+)|(?<![\w@.])((?:[a-z0-9-]+\.)+(?:com|net|org|gg|io|co|xyz|ru|tk|info|biz|me|tv|link|shop|site|online|top|club|live|fun|app|dev))\b/gi;

/** Addresses of other sites in a text; `own` is the site's own host. */
export function countLinks(text: string, own: string): number {
  let count = 0;
  for (const [, full, bare] of text.matchAll(ADDRESS)) if ((full ?? bare)?.toLowerCase() !== own) count++;
  return count;
}

/** The same text whatever its spacing, case and punctuation. */
export const sameness = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "") || text.trim();

/** Whether a text has been said too often. */
function isRepeated(text: string, { same_own, same_others }: Past): boolean {
  const { length } = sameness(text);
  if (same_own >= (length < SAME.short ? SAME.often : SAME.seldom)) return true;
  return length >= FLOOD.long && same_others >= FLOOD.accounts;
}

/** Why a text waits for staff, or null: words that staff want to see, floods of links, the same again and again. */
export function holdOf(text: string, past: Past, words: Words, own: string): Hold | null {
  const found = words.find(text, "hold");
  if (found.length > 0) return { why: "words", found: found.join(", ") };
  const links = countLinks(text, own);
  if (links > LINKS[past.newcomer ? "newcomer" : "settled"]) return { why: "links", found: String(links) };
  return isRepeated(text, past) ? { why: "repeated", found: "" } : null;
}
