import type { CSSProperties } from "react";

const HEX = /^#?([0-9a-f]{6})$/i;

/** Returns black or white, whichever has more contrast (at least 4.58) with a color of 6 hex digits. */
export function textColorOn(color: string): string {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  // At a luminance of 0.179 both have the same contrast.
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? "#000000" : "#ffffff";
}

/** Returns `--badge` (a hex color, with or without #) and `--badge-ink` (its text color), or undefined for other values. */
export function badgeColors(color: string | undefined): CSSProperties | undefined {
  const hex = HEX.exec(color ?? "")?.[1];
  return hex ? ({ "--badge": `#${hex}`, "--badge-ink": textColorOn(hex) } as CSSProperties) : undefined;
}
