/** The color picker's palette (spec 2 §9): skin tones, then grays, then the rainbow from light to dark. */
export const PALETTE: readonly (readonly string[])[] = [
  ["FFE3CF", "F8D9B8", "EEC39A", "D9A066", "B97A4A", "8D5A3B", "6A4029", "46291B"],
  ["FFFFFF", "E4E4E4", "C4C4C4", "9E9E9E", "6F6F6F", "474747", "232323", "0F0F0F"],
  ["FF9EA6", "FFC08A", "FFE08A", "C6F09A", "93E6D3", "93CDFF", "C0AEFF", "FFB0DE"],
  ["F94144", "F99205", "FFB800", "7BC950", "26B5A0", "3C8DFF", "8D5BD6", "F25CB4"],
  ["C1272D", "D96C06", "C98F00", "4F9A3A", "157F76", "2F5DA8", "5B3AA8", "B83280"],
  ["6E1423", "8A4B08", "7A5A0A", "2F5D3A", "0B4F52", "14305E", "3C2A73", "6E1E4F"],
];

export const MAX_CUSTOM_COLORS = 16;

/** Parses a typed color into 6 upper-case hex digits, or null: 3 or 6 digits, with or without '#' (spec 2 §5). */
export function parseHex(typed: string): string | null {
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(typed.trim())?.[1];
  if (!digits) return null;
  const full = digits.length === 3 ? [...digits].map((digit) => digit + digit).join("") : digits;
  return full.toUpperCase();
}

export const toRgb = (hex: string): [number, number, number] =>
  [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as [number, number, number];

export function parseRgb(typed: readonly string[]): string | null {
  const parts = typed.map((text) => (/^\d{1,3}$/.test(text) ? Number(text) : 256));
  if (parts.length !== 3 || parts.some((part) => part > 255)) return null;
  return parts
    .map((part) => part.toString(16).padStart(2, "0"))
    .join("")
    .toUpperCase();
}

/** Puts a color first in a user's palette and drops the oldest. */
export const withColor = (palette: readonly string[], color: string): string[] =>
  [color, ...palette.filter((other) => other !== color)].slice(0, MAX_CUSTOM_COLORS);
