import {
  BufferGeometry,
  DynamicDrawUsage,
  InstancedBufferAttribute,
  InstancedMesh,
  type Material,
  Sphere,
  Vector3,
} from "three";
import type { Block } from "#domain/world/block.ts";
import { rotationMatrix } from "#domain/world/rotation.ts";
import type { Vec3, World } from "#domain/world/schema.ts";
import { EFFECT_CODES, type EffectCode, packBlockCode } from "./block-shader.ts";
import { POISON_COLOR } from "./hazard-blocks.ts";

export function writeBlockMatrix(block: Block, matrices: Float32Array, index: number): void {
  const [sx, sy, sz] = block.size;
  const m = rotationMatrix(block.rotation) ?? IDENTITY;
  const i = index * 16;
  for (let row = 0; row < 3; row++) {
    matrices[i + row] = (m[row * 3] as number) * sx;
    matrices[i + 4 + row] = (m[row * 3 + 1] as number) * sy;
    matrices[i + 8 + row] = (m[row * 3 + 2] as number) * sz;
    matrices[i + 12 + row] = block.position[row] as number;
  }
  matrices[i + 15] = 1;
}

const IDENTITY = [1, 0, 0, 0, 1, 0, 0, 0, 1];

/** Writes a block's color and its code of material and effect, four bytes. */
export function writeBlockTint(block: Block, tints: Uint8Array, index: number, path: readonly Vec3[]): void {
  const color = Number.parseInt(block.color, 16);
  tints[index * 4] = color >> 16;
  tints[index * 4 + 1] = (color >> 8) & 255;
  tints[index * 4 + 2] = color & 255;
  const isPoison = block.color === POISON_COLOR && block.material === "lava";
  tints[index * 4 + 3] = packBlockCode(block.material ?? "plastic", effectCode(block, path), isPoison);
}

/** The matrices and tints of blocks. */
export function writeBlocks(blocks: readonly Block[], path: readonly Vec3[]) {
  const matrices = new Float32Array(blocks.length * 16);
  const tints = new Uint8Array(blocks.length * 4);
  blocks.forEach((block, i) => {
    writeBlockMatrix(block, matrices, i);
    writeBlockTint(block, tints, i, path);
  });
  return { matrices, tints };
}

function effectCode(block: Block, path: readonly Vec3[]): EffectCode {
  const { effect } = block;
  if (!effect) return EFFECT_CODES.none;
  return effect === "boost" ? boostCode(block, path) : EFFECT_CODES[effect];
}

/** A boost's arrows point along the block's longer side, in the direction of the path through the level. */
function boostCode({ position, size, rotation }: Block, path: readonly Vec3[]): EffectCode {
  const isSideways = size[0] > size[2];
  const m = rotationMatrix(rotation) ?? IDENTITY;
  const column = isSideways ? 0 : 2;
  const [x, z] = [m[column] as number, m[6 + column] as number];
  const [px, pz] = pathDirection(position, path);
  const isForward = x * px + z * pz >= 0;
  if (isSideways) return isForward ? EFFECT_CODES.boostRight : EFFECT_CODES.boostLeft;
  return isForward ? EFFECT_CODES.boostFront : EFFECT_CODES.boostBack;
}

/** The likely way through a level: spawn, checkpoints, goal. */
export const levelPath = ({ spawn, checkpoints, goal }: World): Vec3[] => [
  spawn.position,
  ...checkpoints.map(({ position }) => position),
  ...(goal ? [goal.position] : []),
];

/** The direction of the part of the path that is nearest to a point. */
function pathDirection([x, , z]: Vec3, path: readonly Vec3[]): [number, number] {
  let nearest = Number.POSITIVE_INFINITY;
  let direction: [number, number] = [0, 0];
  for (let i = 1; i < path.length; i++) {
    const [a, b] = [path[i - 1] as Vec3, path[i] as Vec3];
    const [dx, dz] = [b[0] - a[0], b[2] - a[2]];
    const along = ((x - a[0]) * dx + (z - a[2]) * dz) / (dx * dx + dz * dz || 1);
    const t = Math.max(0, Math.min(1, along));
    const distance = Math.hypot(x - a[0] - dx * t, z - a[2] - dz * t);
    if (distance < nearest) {
      nearest = distance;
      direction = [dx, dz];
    }
  }
  return direction;
}

/** A mesh of instances around a sphere, with a geometry of its own that shares the shape's attributes. */
export function createBlockInstances(
  shape: BufferGeometry,
  material: Material,
  { matrices, tints, isDynamic }: { matrices: Float32Array; tints: Uint8Array; isDynamic: boolean },
  bounds: { center: Vec3; radius: number },
): InstancedMesh {
  const tint = new InstancedBufferAttribute(tints, 4, true);
  const mesh = new InstancedMesh(withTint(shape, tint), material, 0);
  mesh.instanceMatrix = new InstancedBufferAttribute(matrices, 16);
  if (isDynamic) mesh.instanceMatrix.setUsage(DynamicDrawUsage);
  mesh.count = tints.length / 4;
  mesh.boundingSphere = new Sphere(new Vector3(...bounds.center), bounds.radius);
  mesh.matrixAutoUpdate = false;
  return mesh;
}

/** A geometry with the attributes of a shape and the colors of its instances. */
export function withTint(shape: BufferGeometry, tint: InstancedBufferAttribute): BufferGeometry {
  const geometry = new BufferGeometry();
  for (const [name, attribute] of Object.entries(shape.attributes)) geometry.setAttribute(name, attribute);
  geometry.setIndex(shape.index);
  geometry.setAttribute("tint", tint);
  return geometry;
}
