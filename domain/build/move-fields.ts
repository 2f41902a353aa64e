import type { Vec3 } from "../world/schema.ts";
import {
  addVectors,
  columnOf,
  directionOf,
  eulerOf,
  IDENTITY,
  type Matrix,
  matrixOf,
  multiply,
  scaleVector,
  subtractVectors,
  transform,
  yawOf,
} from "./bounds.ts";
import type { BlockPart, FieldChanges, HazardPart, PlacedPart } from "./part.ts";

/*
 * The fields of a part that change when it is moved, rotated, scaled or mirrored. Numbers are exact: `limitFields` rounds them and
 * keeps them within the limits of a level.
 */

export type AxisIndex = 0 | 1 | 2;
export type SizedPart = BlockPart | HazardPart;

export const isSized = (part: PlacedPart): part is SizedPart =>
  part.kind === "block" || part.kind === "hazard";

export const moveFields = ({ position }: PlacedPart, by: Vec3): FieldChanges => ({
  position: addVectors(position, by),
});

/** Rotates around a pivot. Motions and views turn along; hazards can't, so theirs is the nearest size along the axes. */
export function rotateFields(part: PlacedPart, pivot: Vec3, rotation: Matrix): FieldChanges {
  const position = addVectors(pivot, transform(rotation, subtractVectors(part.position, pivot)));
  switch (part.kind) {
    case "block":
      return {
        position,
        rotation: eulerOf(multiply(rotation, matrixOf(part.rotation))),
        ...motionAlong(part, (by) => transform(rotation, by)),
      };
    case "hazard":
      return { position, size: turnedSize(part.size, rotation) };
    case "checkpoint":
    case "spawn":
      return { position, ...turnedYaw(part.yaw, (direction) => transform(rotation, direction)) };
    case "star":
    case "goal":
      return { position };
  }
}

/** Scales along the world's axes; `anchor` stays where it is. A rotated block grows by how much each of its sides gets longer. */
export function scaleFields(part: PlacedPart, anchor: Vec3, factors: Vec3): FieldChanges {
  const stretch = (v: Vec3): Vec3 => [v[0] * factors[0], v[1] * factors[1], v[2] * factors[2]];
  const position = addVectors(anchor, stretch(subtractVectors(part.position, anchor)));
  if (!isSized(part)) return { position };
  const matrix = part.kind === "block" ? matrixOf(part.rotation) : IDENTITY;
  const grown = (axis: AxisIndex) => part.size[axis] * Math.hypot(...stretch(columnOf(matrix, axis)));
  return {
    position,
    size: [grown(0), grown(1), grown(2)],
    ...(part.kind === "block" && motionAlong(part, stretch)),
  };
}

export const growFields = ({ size }: SizedPart, factor: number): FieldChanges => ({
  size: scaleVector(size, factor),
});

/** A new length of one side of a part, along its own axis. */
export interface Resizing {
  axis: AxisIndex;
  /** The side that moves. The opposite one stays. */
  side: 1 | -1;
  length: number;
  isEven?: boolean;
}

export function resizeFields(part: SizedPart, { axis, side, length, isEven }: Resizing): FieldChanges {
  const matrix = part.kind === "block" ? matrixOf(part.rotation) : IDENTITY;
  const size: Vec3 = isEven ? scaleVector(part.size, length / part.size[axis]) : [...part.size];
  size[axis] = length;
  const way = (side * (length - part.size[axis])) / 2;
  return { position: addVectors(part.position, scaleVector(columnOf(matrix, axis), way)), size };
}

/** Mirrors along X or Z at a point. Twice is the same as not at all. */
export function mirrorFields(part: PlacedPart, axis: 0 | 2, at: Vec3): FieldChanges {
  const flip = (v: Vec3): Vec3 => (axis === 0 ? [-v[0], v[1], v[2]] : [v[0], v[1], -v[2]]);
  const position = addVectors(at, flip(subtractVectors(part.position, at)));
  switch (part.kind) {
    case "block":
      return {
        position,
        rotation: mirroredRotation(part, axis),
        ...motionAlong(part, flip),
      };
    case "checkpoint":
    case "spawn":
      return { position, ...turnedYaw(part.yaw, flip) };
    case "hazard":
    case "star":
    case "goal":
      return { position };
  }
}

export const motionFields = (part: BlockPart, end: Vec3): FieldChanges => ({
  motion: { by: subtractVectors(end, part.position), seconds: part.motion?.seconds ?? 2 },
});

const MIRRORS: Record<0 | 2, Matrix> = {
  0: [-1, 0, 0, 0, 1, 0, 0, 0, 1],
  2: [1, 0, 0, 0, 1, 0, 0, 0, -1],
};

/** Every shape is mirrored in itself, which no rotation shows. A wedge only is the same left and right. */
function mirroredRotation({ shape, rotation }: BlockPart, axis: 0 | 2): Vec3 {
  const own = MIRRORS[shape === "wedge" ? 0 : axis];
  return eulerOf(multiply(multiply(MIRRORS[axis], matrixOf(rotation)), own));
}

function motionAlong({ motion }: BlockPart, change: (by: Vec3) => Vec3): FieldChanges {
  return motion ? { motion: { by: change(motion.by), seconds: motion.seconds } } : {};
}

function turnedYaw(yaw: number | undefined, change: (direction: Vec3) => Vec3): FieldChanges {
  return { yaw: yawOf(change(directionOf(yaw ?? 0)), yaw ?? 0) };
}

const ORDERS: readonly (readonly [AxisIndex, AxisIndex, AxisIndex])[] = [
  [0, 1, 2],
  [2, 1, 0],
  [1, 0, 2],
  [0, 2, 1],
  [1, 2, 0],
  [2, 0, 1],
];

/** A size with its sides swapped as is nearest to a rotation. */
function turnedSize(size: Vec3, m: Matrix): Vec3 {
  const match = ([a, b, c]: (typeof ORDERS)[number]) =>
    Math.abs(columnOf(m, a)[0]) + Math.abs(columnOf(m, b)[1]) + Math.abs(columnOf(m, c)[2]);
  let best = ORDERS[0] as (typeof ORDERS)[number];
  // Rounding errors must not swap sides at 45°.
  for (const order of ORDERS) if (match(order) > match(best) + 1e-6) best = order;
  return [size[best[0]], size[best[1]], size[best[2]]];
}
