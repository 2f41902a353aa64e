import { Box3, Group, type InstancedMesh, Vector3 } from "three";
import { motionAt, ticksEachWay } from "#domain/sim/v1/course.ts";
import type { Block } from "#domain/world/block.ts";
import { halfExtent, rotationMatrix } from "#domain/world/rotation.ts";
import type { World } from "#domain/world/schema.ts";
import { NEAR_SIDES } from "./block-geometry.ts";
import { createBlockInstances, levelPath, writeBlocks } from "./block-instances.ts";
import type { BlockMaterials } from "./block-material.ts";
import { isSeeThrough, sphereAround } from "./cells.ts";
import type { Shapes } from "./static-blocks.ts";

export interface MovingBlock {
  index: number;
  mesh: InstancedMesh;
  /** The first of its 16 numbers in the mesh's matrices. */
  offset: number;
  block: Block;
  rest: Float32Array;
  wasBroken: boolean;
  /** Ticks of its motion each way. */
  each: number;
}

/** Ticks after the first touch at which a crumbling block falls, is out of sight, begins to return, and is back. */
const FALLS = 30;
const HIDDEN = 66;
const RETURNS = 200;
const BACK = 210;
const GRAVITY = 0.012;

export function createMovingBlocks(
  world: World,
  moving: readonly number[],
  { materials, shapes }: { materials: BlockMaterials; shapes: Shapes },
) {
  const object = new Group();
  const path = levelPath(world);
  const meshes: InstancedMesh[] = [];
  const list: MovingBlock[] = [];
  const groups = Map.groupBy(moving, (index) => {
    const block = world.blocks[index];
    return block ? `${block.shape}${isSeeThrough(block)}` : "";
  });
  for (const indexes of groups.values()) {
    const blocks = indexes.flatMap((index) => world.blocks[index] ?? []);
    const [first] = blocks;
    if (!first) continue;
    const buffers = writeBlocks(blocks, path);
    const mesh = createBlockInstances(
      shapes.get(first.shape, NEAR_SIDES),
      materials.get(isSeeThrough(first), true),
      { ...buffers, isDynamic: true },
      sweepBounds(blocks),
    );
    mesh.castShadow = mesh.receiveShadow = true;
    mesh.customDepthMaterial = materials.depth;
    blocks.forEach((block, i) => {
      const rest = buffers.matrices.slice(i * 16, i * 16 + 16);
      list.push({
        index: indexes[i] as number,
        mesh,
        offset: i * 16,
        block,
        rest,
        wasBroken: false,
        each: ticksEachWay(block.motion?.seconds ?? 0),
      });
    });
    meshes.push(mesh);
    object.add(mesh);
  }
  return {
    object,
    /** Places all of them at a moment between two ticks. */
    update: (tick: number, alpha: number, crumbleAge: (block: number) => number) => {
      for (const one of list) placeMovingBlock(one, tick, alpha, crumbleAge);
      for (const mesh of meshes) mesh.instanceMatrix.needsUpdate = true;
    },
    dispose: () => {
      for (const mesh of meshes) {
        mesh.dispose();
        mesh.geometry.dispose();
      }
    },
  };
}

export function placeMovingBlock(
  one: MovingBlock,
  tick: number,
  alpha: number,
  crumbleAge: (block: number) => number,
): void {
  const { block, rest, offset } = one;
  const matrices = one.mesh.instanceMatrix.array;
  let [x, y, z] = [rest[12] as number, rest[13] as number, rest[14] as number];
  if (block.motion) {
    const { by } = block.motion;
    const before = motionAt(one.each, Math.max(0, tick - 1));
    const along = before + (motionAt(one.each, tick) - before) * alpha;
    x += by[0] * along;
    y += by[1] * along;
    z += by[2] * along;
  }
  if (block.effect === "crumble") {
    const touched = crumbleAge(one.index);
    const isBroken = touched >= 0 && touched < BACK;
    if (isBroken || one.wasBroken) {
      const age = touched - 1 + alpha;
      const scale = isBroken ? crumbleScale(age) : 1;
      for (let i = 0; i < 11; i++) matrices[offset + i] = (rest[i] as number) * scale;
      if (isBroken && age < FALLS) {
        const shake = 0.05 + 0.05 * (age / FALLS);
        x += Math.sin(age * 2.3 + one.index) * shake;
        z += Math.cos(age * 2.9 + one.index) * shake;
      } else if (isBroken && age < HIDDEN) y -= GRAVITY * (age - FALLS) ** 2;
      one.wasBroken = isBroken;
    }
  }
  matrices[offset + 12] = x;
  matrices[offset + 13] = y;
  matrices[offset + 14] = z;
}

function crumbleScale(age: number): number {
  if (age < FALLS) return 1;
  if (age < HIDDEN) return 1 - ((age - FALLS) / (HIDDEN - FALLS)) ** 2;
  return age < RETURNS ? 0 : Math.min(1, (age - RETURNS) / (BACK - RETURNS));
}

/** A sphere around everything that the blocks reach. */
function sweepBounds(blocks: readonly Block[]) {
  const box = new Box3();
  for (const { position, size, rotation, motion, effect } of blocks) {
    const half = new Vector3(...halfExtent(size, rotationMatrix(rotation)));
    const middle = new Vector3(...position);
    const own = new Box3(middle.clone().sub(half), middle.add(half));
    if (motion) own.union(own.clone().translate(new Vector3(...motion.by)));
    if (effect === "crumble") own.min.y -= GRAVITY * (HIDDEN - FALLS) ** 2;
    box.union(own);
  }
  return sphereAround(box);
}
