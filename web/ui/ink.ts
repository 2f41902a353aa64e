import type { CSSProperties } from "react";

const HEX = /^#?([0-9a-f]{6})$/i;

/** Black or white, whichever reads better on a colour of six hex digits: the contrast is 4.58 at least. */
export function inkOn(color: string): string {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  // 0.179 is where both have the same contrast.
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? "#000000" : "#ffffff";
}

/** `--badge` and `--badge-ink`: a colour (hex, with or without #) and what can be read on it; nothing where it is none. */
export function badgeColors(color: string | undefined): CSSProperties | undefined {
  const hex = HEX.exec(color ?? "")?.[1];
  return hex ? ({ "--badge": `#${hex}`, "--badge-ink": inkOn(hex) } as CSSProperties) : undefined;
}
