/** A point or direction in the model's space: x to the bopi's left, y up, z to its front. */
export type Vec3 = readonly [x: number, y: number, z: number];

/** The sum of two vectors. */
export function add(a: Vec3, b: Vec3): Vec3 {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

/** The vector from `b` to `a`. */
export function sub(a: Vec3, b: Vec3): Vec3 {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

/** The vector, scaled by `factor`. */
export function times(a: Vec3, factor: number): Vec3 {
  return [a[0] * factor, a[1] * factor, a[2] * factor];
}

/** The dot product. */
export function dot(a: Vec3, b: Vec3): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/** The cross product, right-handed. */
export function cross(a: Vec3, b: Vec3): Vec3 {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** The vector's length. */
export function size(a: Vec3): number {
  return Math.hypot(a[0], a[1], a[2]);
}

/** The unit vector in the same direction. The zero vector stays zero. */
export function normalize(a: Vec3): Vec3 {
  const length = size(a);
  return length > 0 ? times(a, 1 / length) : a;
}
