import { addVectors, scaleVector, subtractVectors } from "#domain/build/bounds.ts";
import { dot } from "#domain/world/iso/view.ts";
import type { Vec3 } from "#domain/world/schema.ts";

/** A half-line from the camera through a point of the screen. The direction has length 1. */
export interface Ray {
  origin: Vec3;
  direction: Vec3;
}

/** Below this a ray is as good as parallel to an axis or a plane. */
const PARALLEL = 1e-3;

export const pointOn = ({ origin, direction }: Ray, distance: number): Vec3 =>
  addVectors(origin, scaleVector(direction, distance));

export const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** How far along an axis through a point a ray passes closest; null if it is parallel. The axis has length 1. */
export function alongAxis({ origin, direction }: Ray, point: Vec3, axis: Vec3): number | null {
  const away = subtractVectors(point, origin);
  const between = dot(direction, axis);
  const rest = 1 - between * between;
  if (rest < PARALLEL) return null;
  return (between * dot(direction, away) - dot(axis, away)) / rest;
}

/** Where a ray meets a plane; null if it doesn't. */
export function onPlane(ray: Ray, point: Vec3, normal: Vec3): Vec3 | null {
  const towards = dot(ray.direction, normal);
  if (Math.abs(towards) < PARALLEL) return null;
  const distance = dot(subtractVectors(point, ray.origin), normal) / towards;
  return distance > 0 ? pointOn(ray, distance) : null;
}

/** Radians from one direction to another around an axis. */
export function angleAround(axis: Vec3, from: Vec3, to: Vec3): number {
  const flat = (v: Vec3) => subtractVectors(v, scaleVector(axis, dot(v, axis)));
  const [a, b] = [flat(from), flat(to)];
  return Math.atan2(dot(cross(a, b), axis), dot(a, b));
}
