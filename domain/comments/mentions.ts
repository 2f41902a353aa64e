import { LIMITS } from "../limits.ts";

export const MAX_MENTIONS = 5;

/** A username after an @ that isn't part of an address ("a@b.com", "site.com/@name") or a longer word. */
export const MENTION_PATTERN = new RegExp(
  `(?<![\\p{L}\\p{N}_/@])@([A-Za-z0-9_]{${LIMITS.username.min},${LIMITS.username.max}})(?![\\p{L}\\p{N}_@])`,
  "gu",
);

/** Text, or a mention with its @. `at` is its offset. */
export type MentionSegment = { at: number; text: string } | { at: number; username: string };

export function splitMentions(text: string, start = 0): MentionSegment[] {
  const segments: MentionSegment[] = [];
  let end = 0;
  for (const match of text.matchAll(MENTION_PATTERN)) {
    if (match.index > end) segments.push({ at: start + end, text: text.slice(end, match.index) });
    segments.push({ at: start + match.index, username: match[1] ?? "" });
    end = match.index + match[0].length;
  }
  if (end < text.length) segments.push({ at: start + end, text: text.slice(end) });
  return segments;
}

/** The distinct usernames mentioned in a text, up to the limit. */
export function mentionedNames(text: string): string[] {
  const names = new Map<string, string>();
  for (const segment of splitMentions(text))
    if ("username" in segment && !names.has(segment.username.toLowerCase()))
      names.set(segment.username.toLowerCase(), segment.username);
  return [...names.values()].slice(0, MAX_MENTIONS);
}
