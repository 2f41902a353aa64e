import { type Course, FLAG, motionAt } from "./v1/course.ts";
import { facePlanes } from "./v1/planes.ts";
import { solidOf, type Vec3 } from "./v1/solid.ts";

const FOUND = new Int32Array(4096);
/** The half-spaces of each course's solids, without the hull. */
const PLANES = new WeakMap<Course, (Float64Array | undefined)[]>();

/** How far a sphere moves until it meets a solid, 0 to 1; ignores solids at the start. Only for cameras. */
export function castSphere(course: Course, tick: number, from: Vec3, to: Vec3, radius: number): number {
  const { solids, flags, motion } = course;
  const [minX, maxX] = range(from[0], to[0], radius);
  const [minY, maxY] = range(from[1], to[1], radius);
  const [minZ, maxZ] = range(from[2], to[2], radius);
  const count = solids.find(FOUND, minX, minY, minZ, maxX, maxY, maxZ);
  let nearest = 1;
  for (let k = 0; k < count; k++) {
    const solid = FOUND[k]!;
    if ((flags[solid]! & FLAG.water) !== 0) continue;
    const along = (flags[solid]! & FLAG.moving) !== 0 ? motionAt(motion[4 * solid + 3]!, tick) : 0;
    const x = from[0] - motion[4 * solid]! * along;
    const y = from[1] - motion[4 * solid + 1]! * along;
    const z = from[2] - motion[4 * solid + 2]! * along;
    const way: Vec3 = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
    nearest = Math.min(nearest, castAtSolid(solidFaces(course, solid), [x, y, z], way, radius));
  }
  return nearest;
}

const range = (a: number, b: number, radius: number) =>
  [Math.min(a, b) - radius, Math.max(a, b) + radius] as const;

/** The half-spaces of a solid itself, where its motion begins. */
export function solidFaces(course: Course, solid: number): Float64Array {
  const known = PLANES.get(course) ?? [];
  PLANES.set(course, known);
  known[solid] ??= facePlanes(solidOf(course.world.blocks[course.blockOf[solid]!]!));
  return known[solid];
}

function castAtSolid(planes: Float64Array, [x, y, z]: Vec3, [dx, dy, dz]: Vec3, radius: number): number {
  let enter = -1;
  let leave = 1;
  for (let p = 0; p < planes.length; p += 4) {
    const distance = planes[p]! * x + planes[p + 1]! * y + planes[p + 2]! * z - planes[p + 3]! - radius;
    const approach = planes[p]! * dx + planes[p + 1]! * dy + planes[p + 2]! * dz;
    if (distance > 0 && approach >= 0) return 1;
    if (approach < 0) enter = Math.max(enter, distance / -approach);
    else if (approach > 0) leave = Math.min(leave, -distance / approach);
    if (enter > leave) return 1;
  }
  return enter < 0 ? 1 : enter;
}
