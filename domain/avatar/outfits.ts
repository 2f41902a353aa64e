import { type BopiColors, DEFAULT_COLORS, dressed } from "./colors.ts";

/** Outfits that the site itself shows: the home page's parade, missing pages, examples. */
export const SHOW_OUTFITS: readonly BopiColors[] = [
  dressed("FFB800", "F99205", "2B2B36", "F4EFE6"),
  dressed("E5A26C", "F2545B", "2F5DA8", "1FA67A"),
  dressed("8D5A3B", "5B3AA8", "232323", "FFB800"),
  dressed("FFD9B8", "2EA8A0", "6B4E2E", "F2545B"),
  DEFAULT_COLORS,
];
