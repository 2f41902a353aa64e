/** A point in pixels: x to the right, y down. */
export type Point = readonly [number, number];

/** A list of points, or the same as text: "x,y x,y …". */
export type Path = string | readonly Point[];

function numbers(text: string): number[][] {
  return text.split(" ").map((group) => group.split(",").map(Number));
}

/** The points of a path. */
export function points(path: Path): readonly Point[] {
  return typeof path === "string" ? numbers(path).map(([x = 0, y = 0]): Point => [x, y]) : path;
}

/** Parses "a,b,c a,b,c …": points with a third number, such as a size or an angle. */
export function triples(text: string): [number, number, number][] {
  return numbers(text).map(([a = 0, b = 0, c = 0]) => [a, b, c]);
}

/** A point of the Catmull-Rom curve between `b` and `c`, a share `t` of the way. */
function between(a: Point, b: Point, c: Point, d: Point, t: number): Point {
  const at = (i: 0 | 1) =>
    b[i] +
    0.5 *
      t *
      (c[i] - a[i] + t * (2 * a[i] - 5 * b[i] + 4 * c[i] - d[i] + t * (3 * (b[i] - c[i]) + d[i] - a[i])));
  return [at(0), at(1)];
}

/** Returns a smooth curve through all points (open or closed) as short line segments. */
export function smooth(path: Path, closed = false, segments = 7): Point[] {
  const list = points(path);
  const n = list.length;
  const get = (i: number) => list[closed ? (i + n) % n : Math.max(0, Math.min(n - 1, i))] as Point;
  const result: Point[] = [];
  for (let i = 0; i < (closed ? n : n - 1); i++)
    for (let k = 0; k < segments; k++)
      result.push(between(get(i - 1), get(i), get(i + 1), get(i + 2), k / segments));
  if (!closed) result.push(get(n - 1));
  return result;
}

/** Scales, rotates (radians, clockwise) and moves points. `at` is the new position of 0,0. */
export function place(path: Path, at: Point, size = 1, turn = 0): Point[] {
  const c = Math.cos(turn) * size;
  const s = Math.sin(turn) * size;
  return points(path).map(([x, y]) => [at[0] + x * c - y * s, at[1] + x * s + y * c]);
}

/** A part of an ellipse from the angle `from` to `to` (radians; 0 = right, π/2 = down). */
export function arc(
  cx: number,
  cy: number,
  rx: number,
  ry: number,
  from: number,
  to: number,
  segments = 16,
): Point[] {
  return Array.from({ length: segments + 1 }, (_, i): Point => {
    const angle = from + ((to - from) * i) / segments;
    return [cx + Math.cos(angle) * rx, cy + Math.sin(angle) * ry];
  });
}

/** The corners of a star with `n` points, one upwards; `inner` is the inner radius as a share of `r`. */
export function starPoints(cx: number, cy: number, r: number, inner = 0.5, n = 5, turn = 0): Point[] {
  return Array.from({ length: 2 * n }, (_, i): Point => {
    const angle = turn - Math.PI / 2 + (Math.PI * i) / n;
    const radius = i % 2 ? r * inner : r;
    return [cx + Math.cos(angle) * radius, cy + Math.sin(angle) * radius];
  });
}

/** A line cut into dashes, for stitches: each `dash` pixels long with `gap` pixels in between. */
export function dashes(path: Path, dash: number, gap: number): [Point, Point][] {
  const list = points(path);
  const result: [Point, Point][] = [];
  let skip = 0;
  for (let i = 0; i + 1 < list.length; i++) {
    const a = list[i] as Point;
    const b = list[i + 1] as Point;
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
    const on = (d: number): Point => [
      a[0] + ((b[0] - a[0]) * d) / length,
      a[1] + ((b[1] - a[1]) * d) / length,
    ];
    let d = skip;
    for (; d < length; d += dash + gap) result.push([on(d), on(Math.min(d + dash, length))]);
    skip = d - length;
  }
  return result;
}
