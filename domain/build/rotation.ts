import { rotationMatrix } from "../world/iso/view.ts";
import type { Vec3 } from "../world/schema.ts";

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
