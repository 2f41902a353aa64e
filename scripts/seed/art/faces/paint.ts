/** A color as red, green and blue (0–255) and opacity (0–1), not premultiplied. */
export type Rgba = readonly [number, number, number, number];

/** The fill of a shape: one color, or a color per point (in pixels of the surface). */
export type Paint = string | ((x: number, y: number) => Rgba);

/** The dark violet of all outlines: readable on every skin, softer than black. */
export const INK = "#24123f";

/** Reads "#rrggbb" or "#rrggbbaa". */
export function rgba(hex: string): Rgba {
  const at = (i: number) => Number.parseInt(hex.slice(i, i + 2), 16);
  return [at(1), at(3), at(5), hex.length > 7 ? at(7) / 255 : 1];
}

/** Mixes two colors; `t` (0–1) is the share of `b`. */
function mix(a: Rgba, b: Rgba, t: number): Rgba {
  const s = 1 - t;
  return [a[0] * s + b[0] * t, a[1] * s + b[1] * t, a[2] * s + b[2] * t, a[3] * s + b[3] * t];
}

/** Clamps a value to 0–1. */
export function clampUnit(value: number): number {
  return value < 0 ? 0 : Math.min(value, 1);
}

/** Returns a color scale over 0–1 that blends evenly spaced colors. */
function scale(...hexes: string[]): (t: number) => Rgba {
  const colors = hexes.map((hex) => rgba(hex));
  const last = colors.length - 1;
  return (t) => {
    const at = clampUnit(t) * last;
    const i = Math.min(Math.floor(at), last - 1);
    return mix(colors[i] as Rgba, colors[i + 1] as Rgba, at - i);
  };
}

/** Returns a vertical gradient from row `y0` to row `y1`. */
export function down(y0: number, y1: number, ...hexes: string[]): Paint {
  const color = scale(...hexes);
  return (_x, y) => color((y - y0) / (y1 - y0));
}
