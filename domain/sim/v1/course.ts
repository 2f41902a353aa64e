import { BoxTree } from "./box-tree.ts";
import { hullPlanes } from "./planes.ts";
import { RULES, TICKS_PER_SECOND } from "./rules.ts";
import { type CourseBlock, rotationRows, solidOf, type Vec3 } from "./solid.ts";

interface Point {
  readonly position: Vec3;
}

/** The part of a level's world that the simulation reads (domain/world/schema.ts). */
export interface CourseWorld {
  readonly spawn: Point;
  readonly goal?: Point | undefined;
  readonly stars: readonly Point[];
  readonly checkpoints: readonly Point[];
  readonly hazards: readonly { readonly position: Vec3; readonly size: Vec3 }[];
  readonly blocks: readonly CourseBlock[];
}

/** Properties of a solid, as bits. */
export const FLAG = { ice: 1, lava: 2, water: 4, bounce: 8, boost: 16, crumble: 32, moving: 64 } as const;

/** A world prepared for the simulation. Solids are the blocks that can be touched, in the document's order. */
export interface Course {
  readonly world: CourseWorld;
  readonly blockOf: Int32Array;
  /** The solid of each block; −1 if it can't be touched. */
  readonly solidOf: Int32Array;
  readonly flags: Uint8Array;
  /** x, y, z of each solid's motion, and its ticks each way. */
  readonly motion: Float64Array;
  /** Where the hull's origin touches the box around a solid and its motion. */
  readonly solids: BoxTree;
  /** The same for hazards, and for points within reach. */
  readonly hazards: BoxTree;
  readonly stars: BoxTree;
  readonly checkpoints: BoxTree;
  /** The height below which a bopi dies. */
  readonly fallLine: number;
  /** The half-spaces of each solid, built when it is first near. */
  readonly planes: (Float64Array | undefined)[];
}

export function makeCourse(world: CourseWorld): Course {
  const { blocks } = world;
  const blockOf: number[] = [];
  const solidIndex = new Int32Array(blocks.length).fill(-1);
  for (const [index, block] of blocks.entries()) {
    if (block.effect === "ghost") continue;
    solidIndex[index] = blockOf.length;
    blockOf.push(index);
  }
  const flags = new Uint8Array(blockOf.length);
  const motion = new Float64Array(4 * blockOf.length);
  const boxes = new Float64Array(6 * blockOf.length);
  let lowest = world.spawn.position[1];
  for (const [solid, index] of blockOf.entries()) {
    const block = blocks[index]!;
    flags[solid] = flagsOf(block);
    setBox(boxes, 6 * solid, block);
    lowest = Math.min(lowest, boxes[6 * solid + 1]! + RULES.height);
    if (block.motion) {
      motion.set(block.motion.by, 4 * solid);
      motion[4 * solid + 3] = ticksEachWay(block.motion.seconds);
    }
  }
  return {
    world,
    blockOf: Int32Array.from(blockOf),
    solidOf: solidIndex,
    flags,
    motion,
    solids: new BoxTree(boxes),
    hazards: new BoxTree(hazardBoxes(world.hazards)),
    stars: new BoxTree(reachBoxes(world.stars)),
    checkpoints: new BoxTree(reachBoxes(world.checkpoints)),
    fallLine: lowest - RULES.fallDepth,
    planes: new Array(blockOf.length),
  };
}

/** The half-spaces that a solid keeps the hull's origin out of, where its motion begins. */
export function solidPlanes(course: Course, solid: number): Float64Array {
  const known = course.planes[solid];
  if (known) return known;
  const planes = hullPlanes(solidOf(course.world.blocks[course.blockOf[solid]!]!));
  course.planes[solid] = planes;
  return planes;
}

export const ticksEachWay = (seconds: number): number => Math.max(1, Math.round(seconds * TICKS_PER_SECOND));

/** How far along its motion a block is at a tick, 0 to 1: there and back, slow at both ends. */
export function motionAt(ticksEachWay: number, tick: number): number {
  const phase = tick % (2 * ticksEachWay);
  const u = phase <= ticksEachWay ? phase / ticksEachWay : 2 - phase / ticksEachWay;
  return u * u * (3 - 2 * u);
}

function flagsOf({ material, effect, motion }: CourseBlock): number {
  return (
    (material === "ice" ? FLAG.ice : 0) |
    (material === "lava" ? FLAG.lava : 0) |
    (material === "water" ? FLAG.water : 0) |
    (effect === "bounce" ? FLAG.bounce : 0) |
    (effect === "boost" ? FLAG.boost : 0) |
    (effect === "crumble" ? FLAG.crumble : 0) |
    (motion ? FLAG.moving : 0)
  );
}

/** The box around a block and its motion, grown by the hull. */
function setBox(boxes: Float64Array, at: number, { size, position, rotation, motion }: CourseBlock): void {
  const isTurned = rotation !== undefined && (rotation[0] !== 0 || rotation[1] !== 0 || rotation[2] !== 0);
  const rows = isTurned ? rotationRows(rotation) : null;
  for (let axis = 0; axis < 3; axis++) {
    const half = rows
      ? (Math.abs(rows[3 * axis]!) * size[0] +
          Math.abs(rows[3 * axis + 1]!) * size[1] +
          Math.abs(rows[3 * axis + 2]!) * size[2]) /
        2
      : size[axis]! / 2;
    const by = motion?.by[axis] ?? 0;
    boxes[at + axis] = position[axis]! - half + Math.min(0, by) - (axis === 1 ? RULES.height : RULES.radius);
    boxes[at + 3 + axis] = position[axis]! + half + Math.max(0, by) + (axis === 1 ? 0 : RULES.radius);
  }
}

/** The boxes in which a hull touches a hazard. */
function hazardBoxes(hazards: CourseWorld["hazards"]): Float64Array {
  const boxes = new Float64Array(6 * hazards.length);
  const around = RULES.radius - RULES.hazardMargin;
  for (const [i, { position, size }] of hazards.entries()) {
    for (const axis of [0, 2]) {
      boxes[6 * i + axis] = position[axis]! - size[axis]! / 2 - around;
      boxes[6 * i + 3 + axis] = position[axis]! + size[axis]! / 2 + around;
    }
    // Feet on the same floor as a hazard touch it.
    boxes[6 * i + 1] = position[1] - size[1] / 2 - RULES.height;
    boxes[6 * i + 4] = position[1] + size[1] / 2 + 0.05;
  }
  return boxes;
}

/** The boxes around where a hull reaches each point. */
function reachBoxes(points: readonly Point[]): Float64Array {
  const boxes = new Float64Array(6 * points.length);
  const far = RULES.reach + RULES.radius;
  for (const [i, { position }] of points.entries()) {
    for (let axis = 0; axis < 3; axis++) {
      boxes[6 * i + axis] = position[axis]! - far - (axis === 1 ? RULES.height : 0);
      boxes[6 * i + 3 + axis] = position[axis]! + far;
    }
  }
  return boxes;
}
