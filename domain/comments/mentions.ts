import { LIMITS } from "../limits.ts";

/** How many people a comment tells that they were named in it. */
export const MOST_MENTIONED = 5;

/** A name behind an @ that is no part of an address ("a@b.com", "site.com/@name") or of a longer word. */
export const MENTION = new RegExp(
  `(?<![\\p{L}\\p{N}_/@])@([A-Za-z0-9_]{${LIMITS.username.min},${LIMITS.username.max}})(?![\\p{L}\\p{N}_@])`,
  "gu",
);

/** A stretch of text, or a name with its @ between two of them; `at` is where it starts. */
export type MentionPiece = { at: number; text: string } | { at: number; username: string };

/** Cuts a text at the names in it; `start` is where the text itself stands. */
export function splitMentions(text: string, start = 0): MentionPiece[] {
  const pieces: MentionPiece[] = [];
  let end = 0;
  for (const match of text.matchAll(MENTION)) {
    if (match.index > end) pieces.push({ at: start + end, text: text.slice(end, match.index) });
    pieces.push({ at: start + match.index, username: match[1] ?? "" });
    end = match.index + match[0].length;
  }
  if (end < text.length) pieces.push({ at: start + end, text: text.slice(end) });
  return pieces;
}

/** The names that a text mentions, each once, as many as are told. */
export function mentionsIn(text: string): string[] {
  const names = new Map<string, string>();
  for (const piece of splitMentions(text))
    if ("username" in piece && !names.has(piece.username.toLowerCase()))
      names.set(piece.username.toLowerCase(), piece.username);
  return [...names.values()].slice(0, MOST_MENTIONED);
}
