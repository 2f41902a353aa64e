import type { PaintShape } from "./paint.ts";

/** An ellipse with half axes `x` and `y` in shares of the patch. */
export function oval(u: number, v: number, x: number, y = x): PaintShape {
  return (a, b) => ((a - u) / x) ** 2 + ((b - v) / y) ** 2 < 1;
}

/** A rectangle with corners rounded like a superellipse, given by its center. */
export function tile(u: number, v: number, x: number, y: number): PaintShape {
  return (a, b) => ((a - u) / x) ** 6 + ((b - v) / y) ** 6 < 1;
}

/** A stroke with round ends between two spots; `wide` is half its width; `aspect` the patch's width by its height. */
export function strokePath(
  from: readonly [number, number],
  to: readonly [number, number],
  wide: number,
  aspect = 1,
): PaintShape {
  const [dx, dy] = [(to[0] - from[0]) * aspect, to[1] - from[1]];
  const length = dx * dx + dy * dy || 1;
  return (a, b) => {
    const [x, y] = [(a - from[0]) * aspect, b - from[1]];
    const t = Math.max(0, Math.min(1, (x * dx + y * dy) / length));
    return (x - dx * t) ** 2 + (y - dy * t) ** 2 < wide * wide;
  };
}

/** An arc around a middle: a smile from π to 2π, a closed eye likewise; angles from +u counter-clockwise. */
export function arcPath(
  u: number,
  v: number,
  x: number,
  y: number,
  wide: number,
  from: number,
  to: number,
): PaintShape {
  const turns = 2 * Math.PI;
  return (a, b) => {
    const [p, q] = [(a - u) / x, (b - v) / y];
    const angle = (((Math.atan2(q, p) - from) % turns) + turns) % turns;
    return angle <= to - from && Math.abs(Math.hypot(p, q) - 1) < wide;
  };
}

/** A mouth's smile, `x` wide to either side of its middle. */
export function smile(u: number, v: number, x: number, y = x): PaintShape {
  return arcPath(u, v, x, y, 0.2, Math.PI * 1.08, Math.PI * 1.92);
}

/** A star with `points` tips; `x`, `y` its outer half width and height in shares of the patch. */
export function starShape(u: number, v: number, x: number, y = x, points = 5): PaintShape {
  return (a, b) => {
    const [p, q] = [(a - u) / x, (b - v) / y];
    const part = Math.PI / points;
    const angle = Math.atan2(p, q);
    const away = Math.abs(angle - Math.round(angle / (2 * part)) * 2 * part) / part;
    return Math.hypot(p, q) < 1 - 0.55 * away ** 0.72;
  };
}

/** The union of shapes. */
export function any(...shapes: readonly PaintShape[]): PaintShape {
  return (a, b) => shapes.some((shape) => shape(a, b));
}

/** The first shape without the second. */
export function without(shape: PaintShape, hole: PaintShape): PaintShape {
  return (a, b) => shape(a, b) && !hole(a, b);
}

/** Wood grain: wavy vertical lines. */
export function woodGrain(u: number, v: number): boolean {
  return Math.abs(Math.sin((u * 9 + 0.5 * Math.sin(v * 9)) * Math.PI)) < 0.12;
}
