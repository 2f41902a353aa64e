import { rotationMatrix } from "#domain/world/rotation.ts";
import type { Vec3 } from "#domain/world/schema.ts";
import type { PartShape } from "./part-bounds.ts";

export interface RayHit {
  /** In lengths of the direction. */
  distance: number;
  /** Away from the solid, of length 1. */
  normal: Vec3;
}

/** A share of a ray: from where it enters to where it leaves. */
type Span = readonly [enter: number, leave: number];

/** Half-spaces of solids in the cube from −0.5 to 0.5: normal x, y, z and distance. */
type Planes = readonly (readonly [x: number, y: number, z: number, distance: number])[];

const FLOOR = [0, -1, 0, 0.5] as const;
const ENDS: Planes = [FLOOR, [0, 1, 0, 0.5]];
const SHARP = {
  box: [...ENDS, [1, 0, 0, 0.5], [-1, 0, 0, 0.5], [0, 0, 1, 0.5], [0, 0, -1, 0.5]],
  wedge: [FLOOR, [1, 0, 0, 0.5], [-1, 0, 0, 0.5], [0, 0, -1, 0.5], [0, 1, 1, 0]],
  pyramid: [FLOOR, [2, 1, 0, 0.5], [-2, 1, 0, 0.5], [0, 1, 2, 0.5], [0, 1, -2, 0.5]],
} as const satisfies Record<string, Planes>;
/** Directions that change less than this per length are level. */
const TINY = 1e-12;
const NONE: Span = [1, 0];
const IDENTITY = [1, 0, 0, 0, 1, 0, 0, 0, 1];

/** Where a ray enters a solid from outside; null if it doesn't. Round solids are exactly round. */
export function castRay({ shape, position, size, rotation }: PartShape, origin: Vec3, direction: Vec3) {
  const m = rotationMatrix(rotation) ?? IDENTITY;
  const away: Vec3 = [origin[0] - position[0], origin[1] - position[1], origin[2] - position[2]];
  const from = toUnit(m, away, size);
  const way = toUnit(m, direction, size);
  const hit = enterUnit(shape, from, way);
  if (!hit) return null;
  return { distance: hit.distance, normal: toWorld(m, hit.normal, size) };
}

function toUnit(m: readonly number[], v: Vec3, size: Vec3): Vec3 {
  const along = (axis: number) =>
    ((m[axis] as number) * v[0] + (m[3 + axis] as number) * v[1] + (m[6 + axis] as number) * v[2]) /
    (size[axis] as number);
  return [along(0), along(1), along(2)];
}

function toWorld(m: readonly number[], normal: Vec3, size: Vec3): Vec3 {
  const [x, y, z] = [normal[0] / size[0], normal[1] / size[1], normal[2] / size[2]];
  const row = (i: number) => (m[i] as number) * x + (m[i + 1] as number) * y + (m[i + 2] as number) * z;
  const turned: Vec3 = [row(0), row(3), row(6)];
  const length = Math.hypot(...turned) || 1;
  return [turned[0] / length, turned[1] / length, turned[2] / length];
}

function enterUnit(shape: PartShape["shape"], from: Vec3, way: Vec3): RayHit | null {
  switch (shape) {
    case "box":
    case "wedge":
    case "pyramid":
      return enterPlanes(SHARP[shape], from, way, null);
    case "cylinder":
      return enterPlanes(ENDS, from, way, { span: tubeSpan(from, way), slope: 0 });
    case "cone":
      return enterPlanes([FLOOR], from, way, { span: coneSpan(from, way), slope: 0.5 });
    case "sphere":
      return enterPlanes([], from, way, { span: sphereSpan(from, way), slope: null });
  }
}

/** A curved side: the part of the ray within it. `slope` is how much its radius shrinks per height, null for a ball. */
interface Side {
  span: Span;
  slope: number | null;
}

function enterPlanes(planes: Planes, from: Vec3, way: Vec3, side: Side | null): RayHit | null {
  let [enter, leave] = side?.span ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  let entered: Planes[number] | null = null;
  for (const plane of planes) {
    const [x, y, z, d] = plane;
    const distance = d - x * from[0] - y * from[1] - z * from[2];
    const approach = x * way[0] + y * way[1] + z * way[2];
    if (Math.abs(approach) < TINY) {
      if (distance < 0) return null;
    } else if (approach > 0) leave = Math.min(leave, distance / approach);
    else if (distance / approach > enter) {
      enter = distance / approach;
      entered = plane;
    }
  }
  if (enter < 0 || enter > leave || enter === Number.NEGATIVE_INFINITY) return null;
  if (entered) return { distance: enter, normal: [entered[0], entered[1], entered[2]] };
  const at: Vec3 = [from[0] + way[0] * enter, from[1] + way[1] * enter, from[2] + way[2] * enter];
  return { distance: enter, normal: sideNormal(at, side?.slope ?? null) };
}

function sideNormal([x, y, z]: Vec3, slope: number | null): Vec3 {
  // A cone's tip has no radius, but its normal has a direction.
  return slope === null ? [x, y, z] : [x, slope * Math.max(TINY, Math.hypot(x, z)), z];
}

/** Where a · t² + 2 · b · t + c is 0, in order. */
function roots(a: number, b: number, c: number): Span | null {
  const square = b * b - a * c;
  if (square < 0) return null;
  const root = Math.sqrt(square);
  return a > 0 ? [(-b - root) / a, (-b + root) / a] : [(-b + root) / a, (-b - root) / a];
}

function sphereSpan([x, y, z]: Vec3, [dx, dy, dz]: Vec3): Span {
  return roots(dx * dx + dy * dy + dz * dz, x * dx + y * dy + z * dz, x * x + y * y + z * z - 0.25) ?? NONE;
}

/** The part of a ray within a tube around Y whose radius is 0.5. */
function tubeSpan([x, , z]: Vec3, [dx, , dz]: Vec3): Span {
  const a = dx * dx + dz * dz;
  const c = x * x + z * z - 0.25;
  if (a < TINY) return c <= 0 ? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] : NONE;
  return roots(a, x * dx + z * dz, c) ?? NONE;
}

/** The part of a ray below a cone's tip and within its side, which goes on without an end. */
function coneSpan([x, y, z]: Vec3, [dx, dy, dz]: Vec3): Span {
  // The radius is half of what is left up to the tip.
  const [left, shrink] = [(0.5 - y) / 2, -dy / 2];
  const a = dx * dx + dz * dz - shrink * shrink;
  const b = x * dx + z * dz - left * shrink;
  const c = x * x + z * z - left * left;
  if (Math.abs(a) < TINY) return lineSpan(b, c, dy);
  const found = roots(a, b, c);
  // A second cone stands on the tip; the ray is in one of them before the first root or after the second.
  if (a < 0) {
    const [first, second] = found ?? [-b / a, -b / a];
    return dy > 0 ? [Number.NEGATIVE_INFINITY, first] : [second, Number.POSITIVE_INFINITY];
  }
  if (!found) return NONE;
  const middle = y + (dy * (found[0] + found[1])) / 2;
  return middle <= 0.5 ? found : NONE;
}

/** A ray as steep as the cone's side meets it once. */
function lineSpan(b: number, c: number, dy: number): Span {
  const at = -c / (2 * b);
  if (dy > 0) return b > 0 ? [Number.NEGATIVE_INFINITY, at] : NONE;
  return b < 0 ? [at, Number.POSITIVE_INFINITY] : NONE;
}
