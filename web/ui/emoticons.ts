import { EMOTICONS } from "#domain/comments/rules.ts";

export type Emoticon = (typeof EMOTICONS)[number];

/** A stretch of text, or an emoticon between two of them; `at` is where it starts. */
export type Piece = { at: number; text: string } | { at: number; emoticon: Emoticon };

const SHORTCODE = new RegExp(`:(${EMOTICONS.join("|")}):`, "g");

export const emoticonUrl = (name: Emoticon): string => `/static/emoticons/${name}.svg`;

/** Cuts a text at its `:shortcodes:`. Words between colons that are no emoticon stay text. */
export function splitEmoticons(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(SHORTCODE)) {
    if (match.index > end) pieces.push({ at: end, text: text.slice(end, match.index) });
    pieces.push({ at: match.index, emoticon: match[1] as Emoticon });
    end = match.index + match[0].length;
  }
  if (end < text.length) pieces.push({ at: end, text: text.slice(end) });
  return pieces;
}

const FEW = 6;

/** Nothing but a few emoticons: they are shown large. */
export function isOnlyEmoticons(pieces: readonly Piece[]): boolean {
  const count = pieces.filter((piece) => "emoticon" in piece).length;
  return count > 0 && count <= FEW && pieces.every((piece) => "emoticon" in piece || !piece.text.trim());
}
