import type { WordList } from "./word-list.ts";

/** The reason for holding a text for review, and the match. */
export const HOLD_REASONS = ["repeated", "links", "words"] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];
export interface Hold {
  why: HoldReason;
  found: string;
}

const HOUR = 60 * 60 * 1000;
export const DAY_MS = 24 * HOUR;

/** Accounts are newcomers in their first day and until their email address is verified. */
export const isNewcomer = (
  account: { created_at: number; email_verified_at: number | null },
  now: number,
): boolean => account.email_verified_at === null || now - account.created_at < DAY_MS;

/** Hourly limits: comments, threads and replies together (`posts`), and threads alone. */
export const POSTS_PER_HOUR = {
  newcomer: { posts: 30, threads: 5 },
  regular: { posts: 300, threads: 30 },
} as const;

/** Daily limits for other actions of newcomers. */
export const NEWCOMER_PER_DAY = { conversations: 10, buddy_requests: 20, follows: 50, levels: 10 } as const;
/** Messages per minute that a newcomer can send to one person. */
export const NEWCOMER_MESSAGES_PER_MINUTE = 20;

/** Links to other sites in a text. Texts with more are held. */
const MAX_LINKS = { newcomer: 1, regular: 8 } as const;

/** How often a user can repeat a text per day: short texts are often repeated harmlessly. */
const SAME = { short: 20, often: 6, seldom: 2 } as const;
/** The same long text from this many accounts within an hour is a flood. */
const FLOOD = { accounts: 4, long: 40 } as const;

/** An author's recent activity, and the repetitions of their text. */
export interface AuthorHistory {
  newcomer: boolean;
  /** Posts, and threads among them, within the last hour. */
  posts: number;
  threads: number;
  /** How often they posted the same text within a day, and how many others did within an hour. */
  same_own: number;
  same_others: number;
}

/** Whether an author has reached their hourly limit. */
export function isTooFast(
  { newcomer, posts, threads }: AuthorHistory,
  kind: "comment" | "thread" | "reply",
): boolean {
  const max = POSTS_PER_HOUR[newcomer ? "newcomer" : "regular"];
  return posts >= max.posts || (kind === "thread" && threads >= max.threads);
}

const LINK_PATTERN =
  /https?:\/\/([^\s/?#)\]]+)|(?<![\w@.])((?:[a-z0-9-]+\.)+(?:com|net|org|gg|io|co|xyz|ru|tk|info|biz|me|tv|link|shop|site|online|top|club|live|fun|app|dev))\b/gi;

/** Number of links to other sites in a text. `own` is the site's own host. */
export function countLinks(text: string, own: string): number {
  let count = 0;
  for (const [, full, bare] of text.matchAll(LINK_PATTERN))
    if ((full ?? bare)?.toLowerCase() !== own) count++;
  return count;
}

/** Whether a text has more links to other sites than its author may post. */
export const hasTooManyLinks = (text: string, isNewcomer: boolean, own: string): boolean =>
  countLinks(text, own) > MAX_LINKS[isNewcomer ? "newcomer" : "regular"];

/** Normalizes spacing, case and punctuation, so similar texts have the same key. */
export const textKey = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "") || text.trim();

/** How often its author can post a text per day. */
export const repeatLimit = (text: string): number =>
  textKey(text).length < SAME.short ? SAME.often : SAME.seldom;

/** How many accounts can post a text within an hour; null if it's too short to be a flood. */
export const floodLimit = (text: string): number | null =>
  textKey(text).length >= FLOOD.long ? FLOOD.accounts : null;

/** Whether a text was posted too often. */
function isRepeated(text: string, { same_own, same_others }: AuthorHistory): boolean {
  return same_own >= repeatLimit(text) || same_others >= (floodLimit(text) ?? Number.POSITIVE_INFINITY);
}

/** The reason for holding a text for review, or null: words to review, too many links, or repetition. */
export function holdFor(text: string, history: AuthorHistory, words: WordList, own: string): Hold | null {
  const found = words.find(text, "hold");
  if (found.length > 0) return { why: "words", found: found.join(", ") };
  if (hasTooManyLinks(text, history.newcomer, own))
    return { why: "links", found: String(countLinks(text, own)) };
  return isRepeated(text, history) ? { why: "repeated", found: "" } : null;
}
