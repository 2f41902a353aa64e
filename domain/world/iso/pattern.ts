import { PATTERNS } from "./surface.ts";

const code = Object.fromEntries(PATTERNS.map((name, i) => [name, i])) as Record<
  (typeof PATTERNS)[number],
  number
>;
export const TURF = code.turf;

/** Brightness of a material at a world point; `u` and `v` run along the face. Coarse for small scales. */
export function patternFactor(pattern: number, u: number, v: number, axis: number): number {
  switch (pattern) {
    case code.grass:
      return noise(Math.floor(u / 1.5), Math.floor(v / 1.5)) > 0.78
        ? 1.07
        : noise(Math.floor(u / 3), Math.floor(v / 3)) > 0.6
          ? 0.965
          : 1;
    case code.planks:
      return fraction(v / 1.8) < 0.13 ? 0.84 : noise(Math.floor(v / 1.8), axis) * 0.1 + 0.95;
    case code.bricks: {
      const course = Math.floor(v / 1.3);
      if (fraction(v / 1.3) < 0.14 || fraction((u + course * 1.3) / 2.6) < 0.09) return 0.82;
      return noise(course, Math.floor((u + course * 1.3) / 2.6)) * 0.14 + 0.93;
    }
    case code.speckle:
      return noise(Math.floor(u / 2.2), Math.floor(v / 2.2)) > 0.72 ? 0.93 : 1;
    case code.sheen:
      return fraction((u + v) / 14) < 0.16 || fraction((u + v) / 14 + 0.72) < 0.06 ? 1.16 : 1;
    case code.molten:
      return noise(Math.floor(u / 2), Math.floor(v / 2)) > 0.66
        ? 1.4
        : noise(Math.floor(u / 4) + 7, Math.floor(v / 4)) > 0.62
          ? 0.78
          : 1;
    case code.ripple:
      return fraction(v / 4 + Math.sin(u * 0.9) * 0.12) < 0.1 &&
        noise(Math.floor(u / 5), Math.floor(v / 4)) > 0.45
        ? 1.22
        : 1;
    case code.tuft:
      return noise(Math.floor(u / 1.4), Math.floor(v / 1.4)) > 0.7 ? 1.12 : 1;
    default:
      return 1;
  }
}

/** Deterministic noise from 0 to 1 for a cell of an infinite grid. */
export function noise(x: number, y: number): number {
  let h = Math.imul(x | 0, 374761393) ^ Math.imul(y | 0, 668265263);
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
}

function fraction(value: number): number {
  return value - Math.floor(value);
}
