import { add, type Vec3 } from "./vec.ts";

/** A point on a patch of paint: u to the right, v up, both 0 … 1. */
type Uv = readonly [u: number, v: number];
/** A corner of a face: its position and its point on the paint. */
export interface MeshCorner {
  at: Vec3;
  uv: Uv;
}
/** Three or four corners, counter-clockwise seen from outside. */
export type Face = readonly MeshCorner[];
export type Mesh = readonly Face[];
type Axis = "x" | "y" | "z";

/**
 * The faces between rows of corners, each row as long as the first. Seen from outside a row runs to the right
 * and the next row lies above it. Edges without length (poles) leave triangles, or nothing at all.
 */
export function grid(rows: readonly (readonly MeshCorner[])[]): Mesh {
  const faces: Face[] = [];
  rows.slice(1).forEach((upper, index) => {
    const lower = rows[index] ?? [];
    for (let i = 1; i < lower.length; i++) {
      const ring = [lower[i - 1], lower[i], upper[i], upper[i - 1]].filter((c) => c !== undefined);
      const face = ring.filter((corner, at) => !same(corner, ring[(at + 1) % ring.length]));
      if (face.length >= 3) faces.push(face);
    }
  });
  return faces;
}

function same(a: MeshCorner, b: MeshCorner | undefined): boolean {
  return b !== undefined && a.at.every((value, axis) => Math.abs(value - (b.at[axis] ?? 0)) < 1e-5);
}

/** Joins several meshes. */
export function joinMeshes(...meshes: readonly Mesh[]): Mesh {
  return meshes.flat();
}

/** Moves every point with a function. It must not mirror, because the winding stays the same. */
export function warp(mesh: Mesh, place: (at: Vec3) => Vec3): Mesh {
  return mesh.map((face) => face.map(({ at, uv }) => ({ at: place(at), uv })));
}

/** Remaps a mesh's paint coordinates, from each corner's position and current coordinates. */
export function remap(mesh: Mesh, place: (at: Vec3, uv: Uv) => Uv): Mesh {
  return mesh.map((face) => face.map(({ at, uv }) => ({ at, uv: place(at, uv) })));
}

/** Moves a mesh by a distance in units. */
export function move(mesh: Mesh, x: number, y: number, z: number): Mesh {
  return warp(mesh, (at) => add(at, [x, y, z]));
}

/** Scales a mesh along the axes. Factors must be positive. */
export function stretch(mesh: Mesh, x: number, y = x, z = x): Mesh {
  return warp(mesh, (at) => [at[0] * x, at[1] * y, at[2] * z]);
}

/** Rotates a mesh about an axis through the origin, in radians, right-handed. */
export function turn(mesh: Mesh, axis: Axis, angle: number): Mesh {
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  return warp(mesh, ([x, y, z]) => {
    if (axis === "x") return [x, y * c - z * s, y * s + z * c];
    if (axis === "y") return [x * c + z * s, y, z * c - x * s];
    return [x * c - y * s, x * s + y * c, z];
  });
}

/** Mirrors a mesh, left to right. */
function mirror(mesh: Mesh): Mesh {
  return mesh.map((face) =>
    face.map(({ at, uv }): MeshCorner => ({ at: [-at[0], at[1], at[2]], uv })).reverse(),
  );
}

/** Returns a mesh and its mirror image, for ears, eyes and horns. */
export function pair(mesh: Mesh): Mesh {
  return joinMeshes(mesh, mirror(mesh));
}

/** Projects the paint along an axis. The mesh's bounds fill the paint. */
export function project(mesh: Mesh, along: Axis = "z"): Mesh {
  const across = along === "x" ? 2 : 0;
  const up = along === "y" ? 2 : 1;
  const corners = mesh.flat();
  const span = (axis: 0 | 1 | 2) => {
    const values = corners.map(({ at }) => at[axis]);
    const low = values.reduce((a, b) => Math.min(a, b), Infinity);
    const high = values.reduce((a, b) => Math.max(a, b), -Infinity);
    return (at: Vec3) => (high > low ? (at[axis] - low) / (high - low) : 0);
  };
  const u = span(across);
  const v = span(up);
  return remap(mesh, (at) => [u(at), v(at)]);
}

/** Sets v from the height instead of the position along the surface: 0 at the lowest point. */
export function byHeight(mesh: Mesh): Mesh {
  const flat = project(mesh, "z").flat();
  let next = 0;
  return remap(mesh, (_, uv) => [uv[0], flat[next++]?.uv[1] ?? uv[1]]);
}
