import { halfExtent, rotationMatrix } from "../world/rotation.ts";
import type { Vec3 } from "../world/schema.ts";
import type { PlacedPart } from "./part.ts";

export type Matrix = readonly [number, number, number, number, number, number, number, number, number];

export const IDENTITY: Matrix = [1, 0, 0, 0, 1, 0, 0, 0, 1];

const RADIANS = Math.PI / 180;

/** The matrix of Euler degrees in the order X, Y, Z. */
export const matrixOf = (degrees: Vec3 | undefined): Matrix =>
  (rotationMatrix(degrees) as Matrix | null) ?? IDENTITY;

/** A rotation around a world axis: 0 is X, 1 is Y, 2 is Z. */
export function axisRotation(axis: 0 | 1 | 2, degrees: number): Matrix {
  const euler: Vec3 = [0, 0, 0];
  euler[axis] = degrees;
  return matrixOf(euler);
}

export function multiply(a: Matrix, b: Matrix): Matrix {
  const cell = (row: 0 | 3 | 6, column: 0 | 1 | 2) =>
    a[row] * b[column] + a[(row + 1) as 1] * b[(3 + column) as 3] + a[(row + 2) as 2] * b[(6 + column) as 6];
  return [
    cell(0, 0),
    cell(0, 1),
    cell(0, 2),
    cell(3, 0),
    cell(3, 1),
    cell(3, 2),
    cell(6, 0),
    cell(6, 1),
    cell(6, 2),
  ];
}

export const transform = (m: Matrix, [x, y, z]: Vec3): Vec3 => [
  m[0] * x + m[1] * y + m[2] * z,
  m[3] * x + m[4] * y + m[5] * z,
  m[6] * x + m[7] * y + m[8] * z,
];

/** The direction of a rotated axis: a column of the matrix. */
export const columnOf = (m: Matrix, axis: 0 | 1 | 2): Vec3 => [
  m[axis],
  m[(3 + axis) as 3],
  m[(6 + axis) as 6],
];

/** Below this the first and the last rotation are around the same axis, so the last one is left out. */
const GIMBAL_LOCK = 1e-6;

/** Euler degrees in the order X, Y, Z of a rotation, each from −180 to 180. */
export function eulerOf(m: Matrix): Vec3 {
  const across = Math.hypot(m[0], m[1]);
  const y = Math.atan2(m[2], across);
  const [x, z] =
    across > GIMBAL_LOCK ? [Math.atan2(-m[5], m[8]), Math.atan2(-m[1], m[0])] : [Math.atan2(m[7], m[4]), 0];
  return [x / RADIANS, y / RADIANS, z / RADIANS];
}

/** An angle from −180 (exclusive) to 180 degrees. */
export function wrapDegrees(degrees: number): number {
  const wrapped = degrees % 360;
  if (wrapped > 180) return wrapped - 360;
  return wrapped <= -180 ? wrapped + 360 : wrapped;
}

/** The direction on the ground of a yaw; 0 is towards +Z. */
export const directionOf = (yaw: number): Vec3 => [Math.sin(yaw * RADIANS), 0, Math.cos(yaw * RADIANS)];

/** The yaw of a direction, or `fallback` if it is almost upright. */
export const yawOf = ([x, , z]: Vec3, fallback: number): number =>
  Math.hypot(x, z) < GIMBAL_LOCK ? fallback : Math.atan2(x, z) / RADIANS;

export interface PartBounds {
  low: Vec3;
  high: Vec3;
}

/** Half the width of a star, and of what stands on the ground with its height. */
const STAR_RADIUS = 1.2;
const STANDING = {
  checkpoint: { radius: 1, height: 6 },
  spawn: { radius: 1, height: 4.26 },
  goal: { radius: 2, height: 6 },
} as const;

export const addVectors = (a: Vec3, b: Vec3): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const subtractVectors = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scaleVector = (v: Vec3, factor: number): Vec3 => [v[0] * factor, v[1] * factor, v[2] * factor];

/** The box around a part, where its motion begins. */
export function partBounds(part: PlacedPart): PartBounds {
  const { position } = part;
  switch (part.kind) {
    case "block":
      return around(position, halfExtent(part.size, matrixOf(part.rotation)));
    case "hazard":
      return around(position, halfExtent(part.size, null));
    case "star":
      return around(position, [STAR_RADIUS, STAR_RADIUS, STAR_RADIUS]);
    case "checkpoint":
    case "spawn":
    case "goal": {
      const { radius, height } = STANDING[part.kind];
      return {
        low: [position[0] - radius, position[1], position[2] - radius],
        high: [position[0] + radius, position[1] + height, position[2] + radius],
      };
    }
  }
}

const around = (center: Vec3, half: Vec3): PartBounds => ({
  low: subtractVectors(center, half),
  high: addVectors(center, half),
});

export function partsBounds(parts: Iterable<PlacedPart>): PartBounds | null {
  let bounds: PartBounds | null = null;
  for (const part of parts) {
    const { low, high } = partBounds(part);
    if (!bounds) bounds = { low: [...low], high: [...high] };
    for (const axis of [0, 1, 2] as const) {
      bounds.low[axis] = Math.min(bounds.low[axis], low[axis]);
      bounds.high[axis] = Math.max(bounds.high[axis], high[axis]);
    }
  }
  return bounds;
}

export const centerOf = ({ low, high }: PartBounds): Vec3 => scaleVector(addVectors(low, high), 0.5);

/** The middle of the underside. Prefabs are placed by it. */
export const footOf = ({ low, high }: PartBounds): Vec3 => [
  (low[0] + high[0]) / 2,
  low[1],
  (low[2] + high[2]) / 2,
];
