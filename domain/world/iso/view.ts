import type { Vec3 } from "../schema.ts";

/** A parallel projection onto pixels: x right, y down, depth away from the viewer. `scale` is pixels per unit. */
export interface View {
  width: number;
  height: number;
  scale: number;
  right: Vec3;
  up: Vec3;
  forward: Vec3;
  originX: number;
  originY: number;
}

/** The axes of a camera that looks down by `pitch` from the direction `yaw` (radians, 0 is from +Z). */
export function cameraAxes(yaw: number, pitch: number): Pick<View, "right" | "up" | "forward"> {
  const [s, c, sp, cp] = [Math.sin(yaw), Math.cos(yaw), Math.sin(pitch), Math.cos(pitch)];
  return { right: [c, 0, -s], up: [-s * sp, cp, -c * sp], forward: [-s * cp, -sp, -c * cp] };
}

export function dot(a: Vec3, b: Vec3): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function normalize(v: Vec3): Vec3 {
  const length = Math.hypot(v[0], v[1], v[2]) || 1;
  return [v[0] / length, v[1] / length, v[2] / length];
}

/** The weighted sum of vectors. */
export function combine(...terms: readonly (readonly [number, Vec3])[]): Vec3 {
  const sum: Vec3 = [0, 0, 0];
  for (const [factor, v] of terms) {
    sum[0] += factor * v[0];
    sum[1] += factor * v[1];
    sum[2] += factor * v[2];
  }
  return sum;
}

/** The pixel coordinates of a point. */
export function projectPoint(view: View, point: Vec3): [x: number, y: number] {
  return [
    view.originX + dot(view.right, point) * view.scale,
    view.originY - dot(view.up, point) * view.scale,
  ];
}
