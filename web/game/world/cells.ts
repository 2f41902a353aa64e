import { Box3, Frustum, PerspectiveCamera, Sphere, Vector3 } from "three";
import type { Block, BlockShape } from "#domain/world/block.ts";
import { SHAPES } from "#domain/world/materials.ts";
import { halfExtent, rotationMatrix } from "#domain/world/rotation.ts";
import type { Vec3 } from "#domain/world/schema.ts";

export interface CellBatch {
  shape: BlockShape;
  /** Drawn in the second pass, blended over the first. */
  isSeeThrough: boolean;
  blocks: Uint32Array;
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
/** A batch with fewer blocks than this joins those of the cell that is twice as large. */
const SMALLEST_BATCH = 20;
/** Cells double this often at most, until one holds the whole world. */
const LEVELS = 7;
/** Draw calls of small worlds, and how many more the largest can have. */
const FEWEST_DRAWS = 40;
const MORE_DRAWS = 56;
const LARGEST_WORLD = 20_000;
/** Views that are tried to find the one with the most batches. */
const EYES = 24;
const DIRECTIONS = 8;
const VIEW = { pitch: -0.2, fov: 65, aspect: 16 / 9, far: 700 };

/** Groups a world's blocks into batches of nearby blocks with the same shape. */
export function groupIntoCells(blocks: readonly Block[]): CellPlan {
  const moving: number[] = [];
  const resting: number[] = [];
  blocks.forEach((block, index) => {
    (block.motion || block.effect === "crumble" ? moving : resting).push(index);
  });
  const bounds = boundsOf(blocks);
  const most = FEWEST_DRAWS + MORE_DRAWS * Math.min(1, blocks.length / LARGEST_WORLD);
  // With the last of these sizes the batches are few enough wherever they are.
  const share = resting.length / most;
  const attempts = [
    [SMALL_CELL, SMALLEST_BATCH],
    [CELL, SMALLEST_BATCH],
    [CELL, share * 0.5],
    [CELL, share * 0.8],
    [CELL, share * 1.35],
  ] as const;
  let batches: CellBatch[] = [];
  for (const [cell, smallest] of attempts) {
    batches = batchesOf(blocks, bounds, resting, { cell, smallest: Math.max(SMALLEST_BATCH, smallest) });
    if (batches.length <= most || countMostDraws(batches, blocks, resting) <= most) break;
  }
  return { batches, moving };
}

/** The most draw calls among views from some of the blocks. */
function countMostDraws(batches: readonly CellBatch[], blocks: readonly Block[], resting: readonly number[]) {
  let most = 0;
  for (let i = 0; i < EYES; i++) {
    const eye = blocks[resting[Math.floor(((i + 0.5) / EYES) * resting.length)] ?? 0]?.position;
    for (let turn = 0; eye && turn < DIRECTIONS; turn++) {
      const yaw = (turn / DIRECTIONS) * Math.PI * 2;
      most = Math.max(most, countDraws(batches, viewFrom(eye, { ...VIEW, yaw })));
    }
  }
  return most;
}

/** Whether a block is drawn in the second pass: seen through, or without collision. */
export function isSeeThrough({ material }: Block): boolean {
  return material === "glass" || material === "water" || material === "ice";
}

export const instanceBytes = ({ batches, moving }: CellPlan): number =>
  batches.reduce((sum, { blocks }) => sum + blocks.length, moving.length) * INSTANCE_BYTES;

const sphere = new Sphere();

/** The number of batches that touch a view: the draw calls of the resting blocks. */
export const countDraws = (batches: readonly CellBatch[], view: Frustum): number =>
  batches.filter(({ center, radius }) => {
    sphere.center.fromArray(center);
    sphere.radius = radius;
    return view.intersectsSphere(sphere);
  }).length;

/** The view of a camera at `eye` that looks along `yaw` (radians, 0 is +Z) and `pitch` (up is positive). */
export function viewFrom(
  eye: Vec3,
  { yaw, pitch, fov, aspect, far }: { yaw: number; pitch: number; fov: number; aspect: number; far: number },
): Frustum {
  const camera = new PerspectiveCamera(fov, aspect, 0.1, far);
  camera.position.fromArray(eye);
  // A camera of three looks towards −Z.
  camera.rotation.set(pitch, yaw + Math.PI, 0, "YXZ");
  camera.updateMatrixWorld();
  return new Frustum().setFromProjectionMatrix(camera.projectionMatrix.multiply(camera.matrixWorldInverse));
}

/** The sphere around a box. */
export const sphereAround = (box: Box3): { center: Vec3; radius: number } => ({
  center: box.getCenter(new Vector3()).toArray(),
  radius: box.getSize(new Vector3()).length() / 2,
});

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
  { cell, smallest }: { cell: number; smallest: number },
): CellBatch[] {
  const batches: CellBatch[] = [];
  const at = (index: number) => bounds[index] as number;
  let open = resting;
  for (let level = 0; level <= LEVELS; level++) {
    const side = level === LEVELS ? Number.POSITIVE_INFINITY : cell * 2 ** level;
    const groups = new Map<number, number[]>();
    const next: number[] = [];
    for (const index of open) {
      const b = index * 6;
      const block = blocks[index] as Block;
      if (Math.max(at(b + 3), at(b + 4), at(b + 5)) * 2 > side) {
        next.push(index);
        continue;
      }
      const place = side === Number.POSITIVE_INFINITY ? 0 : cellNumber(at(b), at(b + 1), at(b + 2), side);
      const key = place * 16 + SHAPES.indexOf(block.shape) * 2 + (isSeeThrough(block) ? 1 : 0);
      const group = groups.get(key);
      if (group) group.push(index);
      else groups.set(key, [index]);
    }
    for (const group of groups.values()) {
      if (group.length < smallest && side < Number.POSITIVE_INFINITY) next.push(...group);
      else batches.push(batchOf(blocks, bounds, group));
    }
    if (next.length === 0) break;
    open = next;
  }
  return batches;
}

function cellNumber(x: number, y: number, z: number, side: number): number {
  const along = (value: number) => Math.floor(value / side) + 128;
  return (along(x) * 256 + along(y)) * 256 + along(z);
}

function batchOf(blocks: readonly Block[], bounds: Float32Array, group: number[]): CellBatch {
  const [box, middle, half] = [new Box3(), new Vector3(), new Vector3()];
  for (const index of group) {
    middle.fromArray(bounds, index * 6);
    half.fromArray(bounds, index * 6 + 3);
    box.expandByPoint(middle.sub(half)).expandByPoint(middle.addScaledVector(half, 2));
  }
  const first = blocks[group[0] as number] as Block;
  return {
    shape: first.shape,
    isSeeThrough: isSeeThrough(first),
    blocks: Uint32Array.from(group),
    ...sphereAround(box),
  };
}
