import { type BufferGeometry, Group, type InstancedMesh, type Vector3 } from "three";
import type { Block } from "#domain/world/block.ts";
import type { Vec3, World } from "#domain/world/schema.ts";
import { blockGeometry, FAR_SIDES, isRound, NEAR_SIDES } from "./block-geometry.ts";
import { createBlockInstances, levelPath, withTint, writeBlocks } from "./block-instances.ts";
import type { BlockMaterials } from "./block-material.ts";
import { type CellBatch, type CellPlan, INSTANCE_BYTES } from "./cells.ts";
import { type IdleSlices, runIdleSlices } from "./idle-slices.ts";

/** Blocks that are prepared without a pause. */
const SLICE_BLOCKS = 1_500;
/** The first part of a world that is built, in units around the start. */
const NEAR = 150;

interface RoundBatch {
  batch: CellBatch;
  mesh: InstancedMesh;
  near: BufferGeometry;
  far: BufferGeometry;
}

/** Geometries of the shapes, made when first needed. */
export function createShapes() {
  const cache = new Map<string, BufferGeometry>();
  return {
    get: (shape: CellBatch["shape"], sides: number): BufferGeometry => {
      const key = isRound(shape) ? `${shape}${sides}` : shape;
      const cached = cache.get(key) ?? blockGeometry(shape, sides);
      cache.set(key, cached);
      return cached;
    },
    bytes: () => [...cache.values()].reduce((sum, geometry) => sum + bytesOf(geometry), 0),
    dispose: () => {
      for (const geometry of cache.values()) geometry.dispose();
    },
  };
}

export type Shapes = ReturnType<typeof createShapes>;

const bytesOf = ({ attributes, index }: BufferGeometry) =>
  Object.values(attributes).reduce((sum, { array }) => sum + array.byteLength, index?.array.byteLength ?? 0);

export function createStaticBlocks(
  world: World,
  plan: CellPlan,
  { materials, shapes }: { materials: BlockMaterials; shapes: Shapes },
) {
  const object = new Group();
  const counts = { draws: 0, geometryBytes: 0, triangles: 0 };
  const path = levelPath(world);
  const rounds: RoundBatch[] = [];
  const geometries: BufferGeometry[] = [];
  const meshes: InstancedMesh[] = [];
  let slices: IdleSlices | null = null;

  const add = (batch: CellBatch) => {
    const { shape, isSeeThrough } = batch;
    const count = batch.blocks.length;
    // Water first and glass last, so what is behind glass is already drawn.
    const order = isSeeThrough ? sortByMaterial(world, batch.blocks) : batch.blocks;
    const blocks = Array.from(order, (index) => world.blocks[index] as Block);
    const geometry = shapes.get(shape, FAR_SIDES);
    const mesh = createBlockInstances(
      geometry,
      materials.get(isSeeThrough, false),
      { ...writeBlocks(blocks, path), isDynamic: false },
      batch,
    );
    mesh.castShadow = mesh.receiveShadow = true;
    mesh.customDepthMaterial = materials.depth;
    geometries.push(mesh.geometry);
    if (isRound(shape)) {
      const tint = mesh.geometry.getAttribute("tint") as Parameters<typeof withTint>[1];
      const near = withTint(shapes.get(shape, NEAR_SIDES), tint);
      geometries.push(near);
      rounds.push({ batch, mesh, near, far: mesh.geometry });
    }
    meshes.push(mesh);
    object.add(mesh);
    counts.draws++;
    counts.geometryBytes += count * INSTANCE_BYTES;
    counts.triangles += (count * (geometry.index?.count ?? 0)) / 3;
  };

  return {
    object,
    get counts() {
      return { ...counts, geometryBytes: counts.geometryBytes + shapes.bytes() };
    },
    /** Builds the nearest cells first. Resolves when the ones within 150 units are done. */
    build: (near: Vec3): Promise<void> => {
      const distance = ({ center, radius }: CellBatch) =>
        Math.hypot(center[0] - near[0], center[1] - near[1], center[2] - near[2]) - radius;
      const sorted = plan.batches
        .map((batch) => ({ batch, distance: distance(batch) }))
        .sort((a, b) => a.distance - b.distance);
      const urgent = sorted.filter((one) => one.distance < NEAR).length;
      slices ??= runIdleSlices(
        sorted.map(({ batch }) => ({ weight: batch.blocks.length, run: () => add(batch) })),
        { urgent, weight: SLICE_BLOCKS },
      );
      return slices.reach(urgent);
    },
    /** Chooses the sides of round blocks. Call it when the focus has moved. */
    setFocus: (focus: Vector3, roundDistance: number) => {
      for (const { batch, mesh, near, far } of rounds) {
        const { center, radius } = batch;
        const distance = Math.hypot(center[0] - focus.x, center[1] - focus.y, center[2] - focus.z) - radius;
        mesh.geometry = distance < roundDistance ? near : far;
      }
    },
    dispose: () => {
      slices?.cancel();
      for (const mesh of meshes) mesh.dispose();
      for (const geometry of geometries) geometry.dispose();
    },
  };
}

const DEPTH_ORDER = ["water", "ice", "glass"];

function sortByMaterial(world: World, blocks: Uint32Array): number[] {
  const rank = (index: number) => DEPTH_ORDER.indexOf(world.blocks[index]?.material ?? "plastic");
  return [...blocks].sort((a, b) => rank(a) - rank(b));
}
