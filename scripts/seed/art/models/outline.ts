import type { Vec3 } from "./vec.ts";

/** A point of an outline. The optional third number is its own corner radius. */
export type PathPoint = readonly [x: number, y: number, round?: number];

/** Parses an outline written as "x y, x y", in units. */
export function outlinePath(text: string): PathPoint[] {
  return numbers(text).map(([x = 0, y = 0]): PathPoint => [x, y]);
}

/** Parses points in space written as "x y z, x y z", in units. */
export function pathPoints(text: string): Vec3[] {
  return numbers(text).map(([x = 0, y = 0, z = 0]): Vec3 => [x, y, z]);
}

function numbers(text: string): number[][] {
  return text.split(",").map((point) => point.trim().split(" ").map(Number));
}
