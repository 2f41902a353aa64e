import { solidFaces } from "./cast-sphere.ts";
import { type Course, FLAG } from "./v1/course.ts";
import { RULES } from "./v1/rules.ts";
import type { Vec3 } from "./v1/solid.ts";

const FOUND = new Int32Array(4096);

/** How deep a point is inside a solid, in units; 0 outside of all of them. */
export function depthInside(course: Course, [x, y, z]: Vec3): number {
  const count = course.solids.find(FOUND, x, y - RULES.height, z, x, y, z);
  let deepest = 0;
  for (let k = 0; k < count; k++) {
    const solid = FOUND[k]!;
    if ((course.flags[solid]! & (FLAG.water | FLAG.moving | FLAG.crumble)) !== 0) continue;
    const planes = solidFaces(course, solid);
    let outside = Number.NEGATIVE_INFINITY;
    for (let p = 0; p < planes.length; p += 4)
      outside = Math.max(outside, planes[p]! * x + planes[p + 1]! * y + planes[p + 2]! * z - planes[p + 3]!);
    deepest = Math.max(deepest, -outside);
  }
  return deepest;
}
