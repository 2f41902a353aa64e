import type { FrustumPlanes } from "#web/game/world/cells.ts";

/** A rectangle on the screen in normalized coordinates: −1 to 1, Y up. */
export interface ScreenRectangle {
  left: number;
  right: number;
  bottom: number;
  top: number;
}

/**
 * The planes around what a camera shows in a rectangle. `viewProjection` is its projection times the inverse of its place, in the
 * order of three's `Matrix4.elements`.
 */
export function rectanglePlanes(
  viewProjection: ArrayLike<number>,
  { left, right, bottom, top }: ScreenRectangle,
): FrustumPlanes {
  const at = (row: number, column: number) => viewProjection[column * 4 + row] as number;
  /** Inside where the sum of the rows with these factors is positive. */
  const plane = (row: number, sign: number, limit: number): FrustumPlanes[number] => {
    const [x, y, z, d] = [0, 1, 2, 3].map((i) => sign * at(row, i) + limit * at(3, i)) as [
      number,
      number,
      number,
      number,
    ];
    const length = Math.hypot(x, y, z) || 1;
    return [x / length, y / length, z / length, d / length];
  };
  return [
    plane(0, 1, -left),
    plane(0, -1, right),
    plane(1, 1, -bottom),
    plane(1, -1, top),
    plane(2, 1, 1),
    plane(2, -1, 1),
  ];
}
