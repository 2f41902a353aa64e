import { type Path, type Point, points, smooth } from "./points.ts";

/** A region of the plane: the distance in pixels from its edge (negative inside) and a box around it. */
export interface Shape {
  distance: (x: number, y: number) => number;
  /** Left, top, right, bottom. */
  bounds: readonly [number, number, number, number];
}

/** An ellipse with the half axes `rx` and `ry`, turned clockwise by `turn` radians. */
export function ellipse(cx: number, cy: number, rx: number, ry = rx, turn = 0): Shape {
  const c = Math.cos(turn);
  const s = Math.sin(turn);
  const near = Math.min(rx, ry);
  const far = Math.max(rx, ry);
  const [hx, hy] = turn === 0 ? [rx, ry] : [far, far];
  return {
    distance: (x, y) => {
      const u = ((x - cx) * c + (y - cy) * s) / rx;
      const v = ((y - cy) * c - (x - cx) * s) / ry;
      const k = Math.hypot(u, v);
      // Accurate near the edge. Inside, no point is farther from the edge than the short half axis.
      return k < 1e-6 ? -near : Math.max(-near, (k * (k - 1)) / Math.hypot(u / rx, v / ry));
    },
    bounds: [cx - hx, cy - hy, cx + hx, cy + hy],
  };
}

function boundsOf(list: readonly Point[], margin = 0): Shape["bounds"] {
  const xs = list.map(([x]) => x);
  const ys = list.map(([, y]) => y);
  return [
    Math.min(...xs) - margin,
    Math.min(...ys) - margin,
    Math.max(...xs) + margin,
    Math.max(...ys) + margin,
  ];
}

/** A polygon, closed automatically. It can be concave. */
export function polygon(path: Path): Shape {
  const list = points(path);
  const n = list.length;
  const flat = Float64Array.from(list.flat());
  const distance = (x: number, y: number) => {
    let best = Number.POSITIVE_INFINITY;
    let inside = false;
    let bx = flat[2 * n - 2] as number;
    let by = flat[2 * n - 1] as number;
    for (let i = 0; i < n; i++) {
      const ax = flat[2 * i] as number;
      const ay = flat[2 * i + 1] as number;
      best = Math.min(best, squareTo(x, y, ax, ay, bx, by));
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
      bx = ax;
      by = ay;
    }
    return inside ? -Math.sqrt(best) : Math.sqrt(best);
  };
  return { distance, bounds: boundsOf(list) };
}

/** Returns the squared distance from x,y to the segment from a to b. */
function squareTo(x: number, y: number, ax: number, ay: number, bx: number, by: number): number {
  const ex = bx - ax;
  const ey = by - ay;
  const along = ((x - ax) * ex + (y - ay) * ey) / (ex * ex + ey * ey || 1);
  const t = Math.max(0, Math.min(1, along));
  const dx = x - ax - ex * t;
  const dy = y - ay - ey * t;
  return dx * dx + dy * dy;
}

/** A smooth closed shape through all points. */
export function blob(path: Path): Shape {
  return polygon(smooth(path, true));
}

/** A line with round ends. With `taper` it is `width` thick in the middle and thin at both ends. */
function line(path: Path, width: number, taper = false): Shape {
  const list = points(path);
  const last = list.length - 1;
  const flat = Float64Array.from(list.flat());
  const radii = Float64Array.from(
    { length: last },
    (_, i) => (width / 2) * (taper ? swell((i + 0.5) / last) : 1),
  );
  const distance = (x: number, y: number) => {
    let best = Number.POSITIVE_INFINITY;
    for (let i = 0; i < last; i++) {
      const [ax, ay] = [flat[2 * i] as number, flat[2 * i + 1] as number];
      const [bx, by] = [flat[2 * i + 2] as number, flat[2 * i + 3] as number];
      best = Math.min(best, Math.sqrt(squareTo(x, y, ax, ay, bx, by)) - (radii[i] as number));
    }
    return best;
  };
  return { distance, bounds: boundsOf(list, width / 2) };
}

/** Returns the relative width of a tapered line at `t` (0–1) along it. */
function swell(t: number): number {
  return 0.25 + 0.75 * Math.sin(Math.PI * (0.08 + 0.84 * t));
}

/** A line along a smooth curve through all points; see `line`. */
export function curve(path: Path, width: number, taper = false): Shape {
  return line(smooth(path), width, taper);
}

/** Returns the shape, expanded by `by` pixels (shrunk if negative). */
function grow(shape: Shape, by: number): Shape {
  const [x0, y0, x1, y1] = shape.bounds;
  return { distance: (x, y) => shape.distance(x, y) - by, bounds: [x0 - by, y0 - by, x1 + by, y1 + by] };
}

/** The outline of a shape, `width` pixels thick, half of it outside. */
export function outline(shape: Shape, width: number): Shape {
  const edge = grow(shape, width / 2);
  return { ...edge, distance: (x, y) => Math.abs(shape.distance(x, y)) - width / 2 };
}

/** Returns the intersection of two shapes. */
export function meet(a: Shape, b: Shape): Shape {
  const [p, q] = [a.bounds, b.bounds];
  return {
    distance: (x, y) => Math.max(a.distance(x, y), b.distance(x, y)),
    bounds: [Math.max(p[0], q[0]), Math.max(p[1], q[1]), Math.min(p[2], q[2]), Math.min(p[3], q[3])],
  };
}
