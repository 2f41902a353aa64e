import { subtractVectors } from "#domain/build/bounds.ts";
import { dot } from "#domain/world/iso/view.ts";
import type { Vec3 } from "#domain/world/schema.ts";
import type { EditorCore } from "./editor-core.ts";
import { onPlane, pointOn, type Ray } from "./ray.ts";

export interface Surface {
  point: Vec3;
  normal: Vec3;
}

export const GROUND_Y = 0;
/** The ground ends this many camera distances away, so no one places things at the horizon. */
const GROUND_REACH = 6;

/** The surface that a ray meets: of a part that can be seen, also a locked one, or else of the ground. Null in the sky. */
export function surfaceAt(core: EditorCore, ray: Ray): Surface | null {
  const picked = core.picker.pick(ray.origin, ray.direction, core.skipHidden);
  const ground = onPlane(ray, [0, GROUND_Y, 0], [0, 1, 0]);
  const reach = Math.max(200, core.camera.distance * GROUND_REACH);
  const away = ground ? Math.hypot(...subtractVectors(ground, ray.origin)) : Infinity;
  if (picked && picked.distance <= Math.min(away, reach))
    return { point: picked.point, normal: picked.normal };
  if (!ground || away > reach) return null;
  return { point: ground, normal: [0, ray.direction[1] < 0 ? 1 : -1, 0] };
}

/** Surfaces further away than this many camera distances aren't zoomed at: one step would lead far away. */
const ZOOM_REACH = 1.5;

/** The point that stays where it is on the screen while the camera zooms. The sky leaves that to the target. */
export function zoomPoint(core: EditorCore, ray: Ray): Vec3 {
  const { distance } = core.camera;
  const point = surfaceAt(core, ray)?.point;
  if (!point) return core.camera.target;
  const away = Math.hypot(...subtractVectors(point, ray.origin));
  return away < distance * ZOOM_REACH ? point : pointOn(ray, distance);
}

/** The axis that a direction follows most, and its sign. */
export function mainAxis(normal: Vec3): { axis: 0 | 1 | 2; sign: 1 | -1 } {
  const [x, y, z] = normal.map(Math.abs) as Vec3;
  // Slopes are floors.
  const axis = y >= 0.5 || (y >= x && y >= z) ? 1 : x >= z ? 0 : 2;
  return { axis, sign: dot(normal, AXES[axis]) < 0 ? -1 : 1 };
}

export const AXES: readonly [Vec3, Vec3, Vec3] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
