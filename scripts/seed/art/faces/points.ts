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
