import { grid, type Mesh, type MeshCorner } from "./mesh.ts";
import { add, cross, dot, normalize, size, sub, times, type Vec3 } from "./vec.ts";

/** Options for turning a path into a body. */
interface TubeOptions {
  sides?: number;
  /** Sideways width as a share of the radius; below 1 for ribbons, leaves and fins. */
  flat?: number;
  /** Direction of the section's full radius at the first point. Default: the front. */
  face?: Vec3;
}

interface Station {
  at: Vec3;
  radius: number;
}

/** A smooth path through all points (Catmull-Rom), `steps` segments between neighbors. */
export function path(points: readonly Vec3[], steps = 5): Vec3[] {
  const last = points.length - 1;
  const at = (i: number): Vec3 => points[Math.max(0, Math.min(last, i))] ?? [0, 0, 0];
  const result: Vec3[] = [];
  for (let i = 0; i < last; i++) {
    for (let k = 0; k < steps; k++) result.push(between(at(i - 1), at(i), at(i + 1), at(i + 2), k / steps));
  }
  return [...result, at(last)];
}

function between(a: Vec3, b: Vec3, c: Vec3, d: Vec3, t: number): Vec3 {
  const one = (k: 0 | 1 | 2) =>
    b[k] +
    (t / 2) *
      (c[k] - a[k] + t * (2 * a[k] - 5 * b[k] + 4 * c[k] - d[k] + t * (3 * (b[k] - c[k]) + d[k] - a[k])));
  return [one(0), one(1), one(2)];
}

/**
 * A tube with round ends along a path. `radius` in units, or a function of the position along the path (0 … 1). u runs around
 * with .5 on the face's side, v along the path.
 */
export function tube(
  points: readonly Vec3[],
  radius: number | ((t: number) => number),
  options: TubeOptions = {},
): Mesh {
  const { sides = 12, flat = 1, face = [0, 0, 1] } = options;
  const stations = withEnds(points, radius);
  const total = stations.length - 1;
  let normal = face;
  const rows = stations.map(({ at, radius: reach }, row) => {
    const way = heading(stations, row);
    normal = upright(normal, way);
    const side = cross(way, normal);
    const ring = (i: number): MeshCorner => {
      const angle = (i / sides - 0.5) * 2 * Math.PI;
      const out = add(times(normal, Math.cos(angle)), times(side, Math.sin(angle) * flat));
      return { at: add(at, times(out, reach)), uv: [i / sides, row / total] };
    };
    return Array.from({ length: sides + 1 }, (_, i) => ring(i));
  });
  return grid(rows);
}

/** Adds a half sphere, in three steps, before the first station and after the last. */
function withEnds(points: readonly Vec3[], radius: number | ((t: number) => number)): Station[] {
  const last = points.length - 1;
  const reach = (t: number) => (typeof radius === "number" ? radius : Math.max(0, radius(t)));
  const body = points.map((at, i): Station => ({ at, radius: reach(i / last) }));
  const end = (index: number, inner: number): Station[] => {
    const tip = body[index];
    const next = body[inner];
    if (!tip || !next) return [];
    const out = normalize(sub(tip.at, next.at));
    return [1, 0.87, 0.5].map((bulge) => ({
      at: add(tip.at, times(out, tip.radius * bulge)),
      radius: tip.radius * Math.sqrt(1 - bulge * bulge),
    }));
  };
  return [...end(0, 1), ...body, ...end(last, last - 1).reverse()];
}

function heading(stations: readonly Station[], row: number): Vec3 {
  const before = stations[Math.max(0, row - 1)]?.at ?? [0, 0, 0];
  const after = stations[Math.min(stations.length - 1, row + 1)]?.at ?? [0, 1, 0];
  return normalize(sub(after, before));
}

/** Carries the last normal over: makes it perpendicular to the new heading, so the tube doesn't twist. */
function upright(normal: Vec3, way: Vec3): Vec3 {
  const rest = sub(normal, times(way, dot(normal, way)));
  if (size(rest) > 1e-3) return normalize(rest);
  return normalize(cross(way, Math.abs(way[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0]));
}
