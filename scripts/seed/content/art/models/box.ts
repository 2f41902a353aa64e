import { type Face, grid, joinMeshes, type Mesh, type MeshCorner, project, remap } from "./mesh.ts";
import type { PathPoint } from "./outline.ts";
import type { Vec3 } from "./vec.ts";

/** A box around the origin, width × height × depth in units, with edges rounded by `round`. Its four sides show the whole paint; top and bottom repeat its edges. */
export function box(width: number, height: number, depth: number, round = 0.08): Mesh {
  const half: Vec3 = [width / 2, height / 2, depth / 2];
  const radius = Math.min(round, half[0] * 0.99, half[1] * 0.99, half[2] * 0.99);
  const soft = (at: Vec3) => rounded(at, half, radius);
  const [x, y, z] = [lines(half[0], radius), lines(half[1], radius), lines(half[2], radius)];
  const side = (across: number[], up: number[], place: (a: number, b: number) => Vec3): Mesh =>
    grid(
      up.map((b) =>
        across.map((a): MeshCorner => ({ at: soft(place(a, b)), uv: [share(a, across), share(b, up)] })),
      ),
    );
  return joinMeshes(
    side(x, y, (a, b) => [a, b, half[2]]),
    side(x, y, (a, b) => [-a, b, -half[2]]),
    side(z, y, (a, b) => [half[0], b, -a]),
    side(z, y, (a, b) => [-half[0], b, a]),
    remap(
      side(x, z, (a, b) => [a, half[1], -b]),
      (_, uv) => [uv[0], 1],
    ),
    remap(
      side(x, z, (a, b) => [a, -half[1], b]),
      (_, uv) => [uv[0], 0],
    ),
  );
}

/** Returns where a side is split: the flat part once, each rounded edge into two equal angles. */
function lines(half: number, radius: number): number[] {
  const inner = half - radius;
  const bend = radius * Math.tan(Math.PI / 8);
  return [-half, -inner - bend, -inner, inner, inner + bend, half];
}

function share(value: number, list: readonly number[]): number {
  const [low, high] = [list[0] ?? 0, list[list.length - 1] ?? 1];
  return (value - low) / (high - low);
}

/** Moves a point of the sharp box onto the rounded one. */
function rounded(at: Vec3, half: Vec3, radius: number): Vec3 {
  const core = (k: 0 | 1 | 2) => Math.max(radius - half[k], Math.min(half[k] - radius, at[k]));
  const inner: Vec3 = [core(0), core(1), core(2)];
  const out: Vec3 = [at[0] - inner[0], at[1] - inner[1], at[2] - inner[2]];
  const scale = radius / (Math.hypot(...out) || 1);
  return [inner[0] + out[0] * scale, inner[1] + out[1] * scale, inner[2] + out[2] * scale];
}

/** Returns the rows of a pillow from back to front: (scale of the outline, z). `thick` is its depth in units. */
export function pillow(thick: number, flat = 0.3, steps = 4): PathPoint[] {
  const half = Array.from({ length: steps + 1 }, (_, i): PathPoint => {
    const angle = (i / steps) * (Math.PI / 2);
    return [1 - (1 - flat) * (1 - Math.cos(angle)), (Math.sin(angle) * thick) / 2];
  });
  const back = half.slice(1).map(([s, z]): PathPoint => [s, -z]);
  return [[0, -thick / 2], ...back.reverse(), ...half, [0, thick / 2]];
}

/**
 * A cushion in the shape of an outline in the x-y plane (counter-clockwise, star-shaped around its center), swelling along
 * z. Front and back show the same paint.
 */
export function cushion(outline: readonly PathPoint[], rows: readonly PathPoint[]): Mesh {
  const ring = [...outline, outline[0] ?? [0, 0]];
  const corners = rows.map(([scale, z]) =>
    ring.map(([x, y]): MeshCorner => ({ at: [x * scale, y * scale, z], uv: [0, 0] })),
  );
  // Rows run from back to front, so seen from outside the outline runs to the right.
  const faces: Face[] = grid(corners).map((face) => face);
  return project(faces, "z");
}

/** A star's outline: `points` tips at radius `outer`, dents at `inner`, one tip up. */
export function starSolid(points: number, outer: number, inner: number): PathPoint[] {
  return Array.from({ length: points * 2 }, (_, i): PathPoint => {
    const angle = Math.PI / 2 + (i * Math.PI) / points;
    const radius = i % 2 === 0 ? outer : inner;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
}

/** A rounded outline from a function of the angle (radians, from +x counter-clockwise) to the radius in units. */
export function blobSolid(radius: (angle: number) => number, count = 32): PathPoint[] {
  return Array.from({ length: count }, (_, i): PathPoint => {
    const angle = (i / count) * 2 * Math.PI;
    return [radius(angle) * Math.cos(angle), radius(angle) * Math.sin(angle)];
  });
}
