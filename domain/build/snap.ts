import type { Vec3 } from "../world/schema.ts";
import type { PartBounds } from "./bounds.ts";

/** The nearest multiple of a step; a step of 0 is off. */
export const snapTo = (value: number, step: number): number =>
  step > 0 ? Math.round(value / step) * step + 0 : value;

export const snapVector = ([x, y, z]: Vec3, step: number): Vec3 => [
  snapTo(x, step),
  snapTo(y, step),
  snapTo(z, step),
];

/** A movement along one axis that puts the lower side of a box on the grid. */
export const snapSide = (low: number, by: number, step: number): number => snapTo(low + by, step) - low;

/** The sides of boxes along each axis, sorted, for snapping to them. */
export type SnapSides = readonly [readonly number[], readonly number[], readonly number[]];

export function sidesOf(boxes: Iterable<PartBounds>): SnapSides {
  const sides: [Set<number>, Set<number>, Set<number>] = [new Set(), new Set(), new Set()];
  for (const { low, high } of boxes)
    for (const axis of [0, 1, 2] as const) {
      sides[axis].add(low[axis]);
      sides[axis].add(high[axis]);
    }
  return sides.map((set) => [...set].sort((a, b) => a - b)) as unknown as SnapSides;
}

/** The value of a sorted list that is nearest to another; null if none is within reach. */
export function nearestWithin(sorted: readonly number[], value: number, reach: number): number | null {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle] ?? 0) < value) from = middle + 1;
    else to = middle;
  }
  let best: number | null = null;
  for (const candidate of [sorted[from - 1], sorted[from]])
    if (
      candidate !== undefined &&
      Math.abs(candidate - value) <= (best === null ? reach : Math.abs(best - value))
    )
      best = candidate;
  return best;
}

/** A movement that puts a side of a box exactly at another's, if one is within reach; null if none is. */
export function snapToSides(
  { low, high }: { low: number; high: number },
  by: number,
  sides: readonly number[],
  reach: number,
): number | null {
  const moves = [low, high].flatMap((side) => {
    const found = nearestWithin(sides, side + by, reach);
    return found === null ? [] : [found - side];
  });
  const [first, second] = moves;
  if (first === undefined) return null;
  return second !== undefined && Math.abs(second - by) < Math.abs(first - by) ? second : first;
}
