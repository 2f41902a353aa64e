import type { Block, BlockShape } from "#domain/world/block.ts";
import { halfExtent, rotationMatrix } from "#domain/world/iso/view.ts";
import type { Vec3 } from "#domain/world/schema.ts";

/** Blocks of one shape in one cell: drawn by one call. */
export interface CellBatch {
  shape: BlockShape;
  /** Drawn in the second pass, blended over the first. */
  isSeeThrough: boolean;
  /** Indexes of the blocks. */
  blocks: Uint32Array;
  /** A sphere around all of them. */
  center: Vec3;
  radius: number;
}

/** All batches of a world's resting blocks, and the indexes of blocks that move or crumble. */
export interface CellPlan {
  batches: CellBatch[];
  moving: number[];
}

/** Bytes of a block's instance: a matrix of 16 floats, a color and a code. */
export const INSTANCE_BYTES = 68;

const SMALL_CELL = 96;
const CELL = 160;
/** Worlds with fewer batches than this can use small cells. */
const FEW_BATCHES = 40;
/** A batch with fewer blocks than this joins those of the cell that is twice as large. */
const SMALLEST_BATCH = 20;
/** Cells double this often at most, until one holds the whole world. */
const LEVELS = 7;

/** Groups a world's blocks into batches of nearby blocks with the same shape. */
export function groupIntoCells(blocks: readonly Block[]): CellPlan {
  const moving: number[] = [];
  const resting: number[] = [];
  blocks.forEach((block, index) => {
    (block.motion || block.effect === "crumble" ? moving : resting).push(index);
  });
  const bounds = boundsOf(blocks);
  const small = batchesOf(blocks, bounds, resting, SMALL_CELL);
  const batches = small.length <= FEW_BATCHES ? small : batchesOf(blocks, bounds, resting, CELL);
  return { batches, moving };
}

/** Whether a block is drawn in the second pass: seen through, or without collision. */
export function isSeeThrough({ material, effect }: Block): boolean {
  return material === "glass" || material === "water" || material === "ice" || effect === "ghost";
}

/** Six planes that face inwards, each as normal x, y, z and distance: inside where the sum is positive. */
export type FrustumPlanes = readonly (readonly [x: number, y: number, z: number, distance: number])[];

/** The number of batches that touch a view: the draw calls of the resting blocks. */
export function countDraws(batches: readonly CellBatch[], planes: FrustumPlanes): number {
  let count = 0;
  for (const { center, radius } of batches) {
    if (planes.every(([x, y, z, d]) => x * center[0] + y * center[1] + z * center[2] + d >= -radius)) count++;
  }
  return count;
}

/** The planes of a camera at `eye` that looks along `yaw` (radians, 0 is +Z) and `pitch` (up is positive). */
export function viewPlanes(
  eye: Vec3,
  { yaw, pitch, fov, aspect, far }: { yaw: number; pitch: number; fov: number; aspect: number; far: number },
): FrustumPlanes {
  const [sy, cy, sp, cp] = [Math.sin(yaw), Math.cos(yaw), Math.sin(pitch), Math.cos(pitch)];
  const forward: Vec3 = [sy * cp, sp, cy * cp];
  const right: Vec3 = [-cy, 0, sy];
  const up: Vec3 = [-sy * sp, cp, -cy * sp];
  const tall = Math.tan((fov * Math.PI) / 360);
  const plane = (a: Vec3, s: number, b: Vec3, t: number): [number, number, number, number] => {
    const normal = [0, 1, 2].map((i) => (a[i] as number) * s + (b[i] as number) * t) as Vec3;
    const length = Math.hypot(...normal);
    const [x, y, z] = normal.map((n) => n / length) as Vec3;
    return [x, y, z, -(x * eye[0] + y * eye[1] + z * eye[2])];
  };
  const ahead = plane(forward, 1, up, 0);
  return [
    ahead,
    [-ahead[0], -ahead[1], -ahead[2], far - ahead[3]],
    plane(forward, tall * aspect, right, 1),
    plane(forward, tall * aspect, right, -1),
    plane(forward, tall, up, 1),
    plane(forward, tall, up, -1),
  ];
}

/** Six floats per block: the center and half the extent of the box around it. */
function boundsOf(blocks: readonly Block[]): Float32Array {
  const bounds = new Float32Array(blocks.length * 6);
  blocks.forEach(({ position, size, rotation }, i) => {
    bounds.set(position, i * 6);
    bounds.set(halfExtent(size, rotationMatrix(rotation)), i * 6 + 3);
  });
  return bounds;
}

/** Starts with the smallest cells. Small groups and large blocks move on to larger ones. */
function batchesOf(
  blocks: readonly Block[],
  bounds: Float32Array,
  resting: readonly number[],
  cell: number,
): CellBatch[] {
  const batches: CellBatch[] = [];
  const at = (index: number) => bounds[index] as number;
  let open = resting;
  for (let level = 0; level <= LEVELS; level++) {
    const side = level === LEVELS ? Number.POSITIVE_INFINITY : cell * 2 ** level;
    const groups = new Map<string, number[]>();
    const next: number[] = [];
    for (const index of open) {
      const b = index * 6;
      const block = blocks[index] as Block;
      if (Math.max(at(b + 3), at(b + 4), at(b + 5)) * 2 > side) {
        next.push(index);
        continue;
      }
      const place = side === Number.POSITIVE_INFINITY ? "" : cellName(at(b), at(b + 1), at(b + 2), side);
      const key = `${block.shape}${isSeeThrough(block) ? 1 : 0}${place}`;
      const group = groups.get(key);
      if (group) group.push(index);
      else groups.set(key, [index]);
    }
    for (const group of groups.values()) {
      if (group.length < SMALLEST_BATCH && level < LEVELS) next.push(...group);
      else batches.push(batchOf(blocks, bounds, group));
    }
    open = next;
  }
  return batches;
}

const cellName = (x: number, y: number, z: number, side: number) =>
  `:${Math.floor(x / side)},${Math.floor(y / side)},${Math.floor(z / side)}`;

function batchOf(blocks: readonly Block[], bounds: Float32Array, group: number[]): CellBatch {
  const low = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const high = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const index of group) {
    for (let i = 0; i < 3; i++) {
      const middle = bounds[index * 6 + i] as number;
      const half = bounds[index * 6 + 3 + i] as number;
      low[i] = Math.min(low[i] as number, middle - half);
      high[i] = Math.max(high[i] as number, middle + half);
    }
  }
  const middle = (i: number) => ((low[i] as number) + (high[i] as number)) / 2;
  const reach = (i: number) => ((high[i] as number) - (low[i] as number)) / 2;
  const first = blocks[group[0] as number] as Block;
  return {
    shape: first.shape,
    isSeeThrough: isSeeThrough(first),
    blocks: Uint32Array.from(group),
    center: [middle(0), middle(1), middle(2)],
    radius: Math.hypot(reach(0), reach(1), reach(2)),
  };
}
