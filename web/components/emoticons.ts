import { EMOTICONS } from "#domain/comments/rules.ts";

export type Emoticon = (typeof EMOTICONS)[number];

/** A stretch of text or an emoticon; `at` is its start index. */
export type TextPart = { at: number; text: string } | { at: number; emoticon: Emoticon };

const SHORTCODE = new RegExp(`:(${EMOTICONS.join("|")}):`, "g");

export const emoticonUrl = (name: Emoticon): string => `/static/emoticons/${name}.svg`;

/** Splits a text at its `:shortcodes:`. Unknown shortcodes stay text. */
export function splitEmoticons(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(SHORTCODE)) {
    if (match.index > end) parts.push({ at: end, text: text.slice(end, match.index) });
    parts.push({ at: match.index, emoticon: match[1] as Emoticon });
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push({ at: end, text: text.slice(end) });
  return parts;
}

const MAX_LARGE = 6;

/** Whether a text is only a few emoticons, which are shown large. */
export function isOnlyEmoticons(parts: readonly TextPart[]): boolean {
  const count = parts.filter((part) => "emoticon" in part).length;
  return count > 0 && count <= MAX_LARGE && parts.every((part) => "emoticon" in part || !part.text.trim());
}
