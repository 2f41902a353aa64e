/** A color as red, green and blue (0–255) and opacity (0–1), not premultiplied. */
export type Rgba = readonly [number, number, number, number];

/** The fill of a shape: one color, or a color per point (in pixels of the surface). */
export type Paint = string | ((x: number, y: number) => Rgba);

/** The dark violet of all outlines: readable on every skin, softer than black. */
export const INK = "#24123f";

/** The color of all shadows. Plum keeps colors saturated where black would gray them out. */
export const SHADOW = "#2a1040";

/** Reads "#rrggbb" or "#rrggbbaa". */
export function rgba(hex: string): Rgba {
  const at = (i: number) => Number.parseInt(hex.slice(i, i + 2), 16);
  return [at(1), at(3), at(5), hex.length > 7 ? at(7) / 255 : 1];
}

/** Mixes two colors; `t` (0–1) is the share of `b`. */
export function mix(a: Rgba, b: Rgba, t: number): Rgba {
  const s = 1 - t;
  return [a[0] * s + b[0] * t, a[1] * s + b[1] * t, a[2] * s + b[2] * t, a[3] * s + b[3] * t];
}

/** Clamps a value to 0–1. */
export function clampUnit(value: number): number {
  return value < 0 ? 0 : Math.min(value, 1);
}

/** Returns a color scale over 0–1 that blends evenly spaced colors. */
export function scale(...hexes: string[]): (t: number) => Rgba {
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

/** Returns a radial gradient from the center to the radius `r`. */
export function glow(cx: number, cy: number, r: number, ...hexes: string[]): Paint {
  const color = scale(...hexes);
  return (x, y) => color(Math.hypot(x - cx, y - cy) / r);
}

/**
 * Repeating bands with smooth edges in the direction `angle` (radians; 0 = downwards, π/2 = to the right).
 * `list` names colors and widths in pixels: "#ffffff 20 #000000 5".
 */
export function bands(list: string, angle = 0, offset = 0): Paint {
  const tokens = list.split(" ");
  const colors = tokens.filter((_, i) => i % 2 === 0).map((hex) => rgba(hex));
  const ends: number[] = [];
  let total = 0;
  for (const [i, token] of tokens.entries()) {
    if (i % 2 === 0) continue;
    total += Number(token);
    ends.push(total);
  }
  const dx = Math.sin(angle);
  const dy = Math.cos(angle);
  const next = (i: number) => colors[(i + 1) % colors.length] as Rgba;
  const before = (i: number) => colors[(i + colors.length - 1) % colors.length] as Rgba;
  return (x, y) => {
    const at = (((x * dx + y * dy - offset) % total) + total) % total;
    const i = ends.findIndex((end) => at < end);
    const color = colors[i] as Rgba;
    const left = (ends[i] as number) - at;
    const since = at - (i > 0 ? (ends[i - 1] as number) : 0);
    if (left < 0.5) return mix(color, next(i), 0.5 - left);
    if (since < 0.5) return mix(color, before(i), 0.5 - since);
    return color;
  };
}

/** Returns a checkerboard with fields of `w` × `h` pixels. */
export function checks(w: number, h: number, a: string, b: string): Paint {
  const [first, second] = [rgba(a), rgba(b)];
  // A triangle wave crosses zero at each field's edge with slope 1 a pixel, which smooths the edge.
  const wave = (v: number, size: number) => {
    const at = ((v % (2 * size)) + 2 * size) % (2 * size);
    return at < size ? Math.min(at, size - at) : -Math.min(at - size, 2 * size - at);
  };
  return (x, y) => {
    const sx = Math.max(-0.5, Math.min(0.5, wave(x, w)));
    const sy = Math.max(-0.5, Math.min(0.5, wave(y, h)));
    return mix(first, second, 0.5 - 2 * sx * sy);
  };
}
