import type { Vec3 } from "./schema.ts";

/** Half the bounding box of a rotated block along each world axis. `matrix` is row-major 3 × 3. */
export function halfExtent(size: Vec3, matrix: readonly number[] | null): Vec3 {
  if (!matrix) return [size[0] / 2, size[1] / 2, size[2] / 2];
  const row = (i: number) =>
    (Math.abs(matrix[i] ?? 0) * size[0] +
      Math.abs(matrix[i + 1] ?? 0) * size[1] +
      Math.abs(matrix[i + 2] ?? 0) * size[2]) /
    2;
  return [row(0), row(3), row(6)];
}

/** The row-major rotation matrix for Euler degrees in the order X, Y, Z (three's `Euler`), or null for none. */
export function rotationMatrix(degrees: Vec3 | undefined): number[] | null {
  if (!degrees || (degrees[0] === 0 && degrees[1] === 0 && degrees[2] === 0)) return null;
  const [x, y, z] = degrees.map((d) => (d * Math.PI) / 180) as Vec3;
  const [a, b, c, d, e, f] = [Math.cos(x), Math.sin(x), Math.cos(y), Math.sin(y), Math.cos(z), Math.sin(z)];
  return [
    c * e,
    -c * f,
    d,
    a * f + b * d * e,
    a * e - b * d * f,
    -b * c,
    b * f - a * d * e,
    b * e + a * d * f,
    a * c,
  ];
}
