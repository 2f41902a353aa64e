import type { Vec3 } from "./vec.ts";

/** A point of an outline; the third number rounds it with another radius than its neighbours. */
export type Point = readonly [x: number, y: number, round?: number];

/** An outline's points written as in a drawing's path: "x y, x y", in units. */
export function outline(text: string): Point[] {
  return numbers(text).map(([x = 0, y = 0]): Point => [x, y]);
}

/** Points in space written "x y z, x y z", in units. */
export function points(text: string): Vec3[] {
  return numbers(text).map(([x = 0, y = 0, z = 0]): Vec3 => [x, y, z]);
}

function numbers(text: string): number[][] {
  return text.split(",").map((point) => point.trim().split(" ").map(Number));
}
