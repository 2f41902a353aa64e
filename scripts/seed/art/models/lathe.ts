import { grid, type Mesh, type MeshCorner } from "./mesh.ts";
import type { PathPoint } from "./outline.ts";

/** Options for turning a profile into a body. */
interface LatheOptions {
  /** Columns around the axis. */
  sides?: number;
  /** The ring's superellipse exponent: 2 is a circle, 2.5 the head, 6 nearly a square; it can change with the height. */
  square?: number | ((y: number) => number);
  /** Depth (z) as a share of the width (x). */
  depth?: number;
}

/** Rounds the inner corners of an outline. A bend uses at most `radius` units of either side. */
export function soften(points: readonly PathPoint[], radius: number, steps = 2): PathPoint[] {
  return points.flatMap((point, index) => {
    const before = points[index - 1];
    const after = points[index + 1];
    const reach = point[2] ?? radius;
    if (!before || !after || reach === 0) return [point];
    const from = toward(point, before, reach);
    const to = toward(point, after, reach);
    return Array.from({ length: steps + 1 }, (_, i) => bend(from, point, to, i / steps));
  });
}

function toward(from: PathPoint, to: PathPoint, reach: number): PathPoint {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const share = Math.min(reach, length * 0.48) / (length || 1);
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
}

function bend(a: PathPoint, b: PathPoint, c: PathPoint, t: number): PathPoint {
  const blend = (p: number, q: number, r: number) => p * (1 - t) ** 2 + 2 * q * t * (1 - t) + r * t ** 2;
  return [blend(a[0], b[0], c[0]), blend(a[1], b[1], c[1])];
}

/** A smooth curve through all points (Catmull-Rom), `steps` segments between neighbors. */
export function profileCurve(points: readonly PathPoint[], steps = 3): PathPoint[] {
  const last = points.length - 1;
  const at = (i: number) => points[Math.max(0, Math.min(last, i))] ?? [0, 0];
  const result: PathPoint[] = [];
  for (let i = 0; i < last; i++) {
    for (let k = 0; k < steps; k++) {
      const four = [at(i - 1), at(i), at(i + 1), at(i + 2)] as const;
      result.push([catmull(four, 0, k / steps), catmull(four, 1, k / steps)]);
    }
  }
  return [...result, at(last)];
}

function catmull(p: readonly [PathPoint, PathPoint, PathPoint, PathPoint], axis: 0 | 1, t: number): number {
  const [a, b, c, d] = [p[0][axis], p[1][axis], p[2][axis], p[3][axis]];
  return b + (t / 2) * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
}

/**
 * A body turned about the y axis. The profile is a list of (half width, height), outside on its right: upwards for
 * an outer wall. u runs around with .5 at the front, v along the profile.
 */
export function lathe(profile: readonly PathPoint[], options: LatheOptions = {}): Mesh {
  const { sides = 32, square = 2, depth = 1 } = options;
  const ways = positionsAlong(profile);
  const rows = profile.map(([radius, y], row) => {
    const exponent = typeof square === "number" ? square : square(y);
    return Array.from({ length: sides + 1 }, (_, i): MeshCorner => {
      const angle = (i / sides - 0.5) * 2 * Math.PI;
      const reach = radius * superellipse(angle, exponent);
      // At a pole, u is the middle of the triangle, so the paint doesn't swirl.
      const offset = radius < 1e-6 ? (row === 0 ? -0.5 : 0.5) : 0;
      const u = Math.max(0, Math.min(1, (i + offset) / sides));
      const at = [reach * Math.sin(angle), y, reach * Math.cos(angle) * depth] as const;
      return { at, uv: [u, ways[row] ?? 0] };
    });
  });
  return grid(rows);
}

/** The distance from the middle to a superellipse of half width 1 in a direction. */
function superellipse(angle: number, exponent: number): number {
  return (Math.abs(Math.sin(angle)) ** exponent + Math.abs(Math.cos(angle)) ** exponent) ** (-1 / exponent);
}

/** Returns each point's position along the outline, 0 … 1. */
function positionsAlong(points: readonly PathPoint[]): number[] {
  let way = 0;
  const ways = points.map((point, i) => {
    const before = points[i - 1] ?? point;
    way += Math.hypot(point[0] - before[0], point[1] - before[1]);
    return way;
  });
  return ways.map((value) => (way > 0 ? value / way : 0));
}

/** An ellipsoid with half axes in units around the origin; `sides` columns and half as many rows. */
export function ball(x: number, y = x, z = x, sides = 16): Mesh {
  const rows = Math.max(6, Math.round(sides / 2));
  const profile = Array.from({ length: rows + 1 }, (_, i): PathPoint => {
    const angle = (i / rows - 0.5) * Math.PI;
    return [i % rows === 0 ? 0 : x * Math.cos(angle), y * Math.sin(angle)];
  });
  return lathe(profile, { sides, depth: z / x });
}

/** A ring of round section lying flat: `radius` to the section's middle, `thick` the section's own radius. */
export function torus(radius: number, thick: number, options: LatheOptions = {}, steps = 10): Mesh {
  const profile = Array.from({ length: steps + 1 }, (_, i): PathPoint => {
    const angle = (i / steps) * 2 * Math.PI - Math.PI;
    return [radius + thick * Math.cos(angle), thick * Math.sin(angle)];
  });
  return lathe(profile, options);
}
