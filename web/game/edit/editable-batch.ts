import {
  type BufferGeometry,
  type Group,
  type InstancedBufferAttribute,
  type InstancedMesh,
  type Sphere,
  Vector3,
} from "three";
import { ticksEachWay } from "#domain/sim/v1/course.ts";
import type { Block, BlockShape } from "#domain/world/block.ts";
import type { Vec3 } from "#domain/world/schema.ts";
import { FAR_SIDES, isRound, NEAR_SIDES } from "#web/game/world/block-geometry.ts";
import {
  createBlockInstances,
  withTint,
  writeBlockMatrix,
  writeBlockTint,
} from "#web/game/world/block-instances.ts";
import type { BlockMaterials } from "#web/game/world/block-material.ts";
import { type MovingBlock, placeMovingBlock } from "#web/game/world/moving-blocks.ts";
import type { Shapes } from "#web/game/world/static-blocks.ts";

/** How far a crumbling block falls before it's out of sight, in units. */
const CRUMBLE_FALL = 16;

class BatchBounds {
  readonly #low: Vec3 = [0, 0, 0];
  readonly #high: Vec3 = [0, 0, 0];

  constructor() {
    this.reset();
  }

  reset(): void {
    this.#low.fill(Number.POSITIVE_INFINITY);
    this.#high.fill(Number.NEGATIVE_INFINITY);
  }

  include({ motion, effect }: Block, matrices: Float32Array, first: number): void {
    for (let axis = 0; axis < 3; axis++) {
      const at = first + axis;
      const half =
        (Math.abs(matrices[at] as number) +
          Math.abs(matrices[at + 4] as number) +
          Math.abs(matrices[at + 8] as number)) /
        2;
      const middle = matrices[at + 12] as number;
      const by = motion?.by[axis] ?? 0;
      const fall = effect === "crumble" && axis === 1 ? CRUMBLE_FALL : 0;
      this.#low[axis] = Math.min(this.#low[axis] as number, middle - half + Math.min(0, by) - fall);
      this.#high[axis] = Math.max(this.#high[axis] as number, middle + half + Math.max(0, by));
    }
  }

  fitSphere(sphere: Sphere): void {
    const [low, high] = [new Vector3(...this.#low), new Vector3(...this.#high)];
    sphere.center.addVectors(low, high).multiplyScalar(0.5);
    sphere.radius = low.distanceTo(high) / 2;
  }
}

/** Adds a range to what is uploaded next, as one range: a batch out of view isn't uploaded for a long time. */
function uploadRange(attribute: InstancedBufferAttribute, start: number, end: number): void {
  let [low, high] = [start, end];
  for (const range of attribute.updateRanges) {
    low = Math.min(low, range.start);
    high = Math.max(high, range.start + range.count);
  }
  attribute.clearUpdateRanges();
  attribute.addUpdateRange(low, high - low);
  attribute.needsUpdate = true;
}

export interface BatchKind {
  shape: BlockShape;
  /** 0 is solid. See-through ones follow in this order. */
  pass: number;
  /** They move by themselves or crumble. */
  isMoving: boolean;
}

export interface BatchOptions {
  object: Group;
  materials: BlockMaterials;
  shapes: Shapes;
  castShadow: boolean;
  /** Of meshes, see-through passes follow it. */
  renderOrder: number;
}

const FIRST_CAPACITY = 16;

/** Instances of blocks that are drawn by one call. They can be changed one by one. */
export class EditableBatch {
  readonly ids: string[] = [];
  readonly blocks: Block[] = [];
  readonly #kind: BatchKind;
  readonly #options: BatchOptions;
  readonly #moving: MovingBlock[] = [];
  #matrices = new Float32Array(FIRST_CAPACITY * 16);
  #tints = new Uint8Array(FIRST_CAPACITY * 4);
  #mesh: InstancedMesh;
  /** The round shapes' geometries from near and far. */
  #near: BufferGeometry | null = null;
  #far: BufferGeometry;
  #first = Number.POSITIVE_INFINITY;
  #last = -1;
  readonly #bounds = new BatchBounds();
  /** Slots that the bounds don't include yet. */
  #outside: number[] = [];
  /** Slots that have left a part of the bounds since they were exact. */
  #loose = 0;

  constructor(kind: BatchKind, options: BatchOptions) {
    this.#kind = kind;
    this.#options = options;
    [this.#mesh, this.#far] = this.#createMesh();
  }

  get count(): number {
    return this.ids.length;
  }

  get bytes(): number {
    return this.#matrices.byteLength + this.#tints.byteLength;
  }

  get triangles(): number {
    return (this.count * (this.#mesh.geometry.index?.count ?? 0)) / 3;
  }

  add(id: string, block: Block, path: readonly Vec3[]): number {
    const slot = this.count;
    this.ids.push(id);
    this.blocks.push(block);
    if ((slot + 1) * 16 > this.#matrices.length) this.#grow();
    this.#write(slot, block, path);
    return slot;
  }

  set(slot: number, block: Block, path: readonly Vec3[]): void {
    const before = this.blocks[slot] as Block;
    this.blocks[slot] = block;
    this.#loose++;
    if (this.#kind.isMoving || !isOnlyMoved(before, block)) {
      this.#write(slot, block, path);
      return;
    }
    this.#matrices.set(block.position, slot * 16 + 12);
    this.#touch(slot);
    this.#outside.push(slot);
  }

  /** Removes a block. The last block takes its slot; returns that block's id, or null if nothing moved. */
  remove(slot: number): string | null {
    const last = this.count - 1;
    const id = this.ids.pop() as string;
    const block = this.blocks.pop() as Block;
    const moving = this.#moving.pop();
    this.#loose++;
    if (slot === last) return null;
    this.ids[slot] = id;
    this.blocks[slot] = block;
    this.#matrices.copyWithin(slot * 16, last * 16, last * 16 + 16);
    this.#tints.copyWithin(slot * 4, last * 4, last * 4 + 4);
    if (moving) {
      moving.offset = slot * 16;
      this.#moving[slot] = moving;
    }
    this.#outside.push(slot);
    this.#touch(slot);
    return id;
  }

  tint(slot: number, path: readonly Vec3[]): void {
    writeBlockTint(this.blocks[slot] as Block, this.#tints, slot, path);
    this.#touch(slot);
  }

  setOrder(indexOf: (id: string) => number): void {
    for (const [slot, one] of this.#moving.entries()) one.index = indexOf(this.ids[slot] as string);
  }

  place(tick: number, alpha: number, crumbleAge: (block: number) => number): void {
    for (const one of this.#moving) placeMovingBlock(one, tick, alpha, crumbleAge);
    this.#touch(0);
    this.#touch(this.count - 1);
  }

  /** Hands over what was written to the graphics card, and fits the sphere that decides whether the batch is in view. */
  flush(): void {
    this.#mesh.count = this.count;
    this.#updateBounds();
    if (this.#mesh.boundingSphere) this.#bounds.fitSphere(this.#mesh.boundingSphere);
    const end = Math.min(this.#last, this.count - 1);
    if (this.#first <= end) {
      uploadRange(this.#mesh.instanceMatrix, this.#first * 16, (end + 1) * 16);
      uploadRange(
        this.#mesh.geometry.getAttribute("tint") as InstancedBufferAttribute,
        this.#first * 4,
        (end + 1) * 4,
      );
    }
    this.#first = Number.POSITIVE_INFINITY;
    this.#last = -1;
  }

  setFocus(focus: Vector3, roundDistance: number): void {
    const sphere = this.#mesh.boundingSphere;
    if (!this.#near || !sphere) return;
    const isNear = sphere.center.distanceTo(focus) - sphere.radius < roundDistance;
    this.#mesh.geometry = isNear ? this.#near : this.#far;
  }

  dispose(): void {
    this.#mesh.removeFromParent();
    this.#mesh.dispose();
    this.#near?.dispose();
    this.#far.dispose();
  }

  #write(slot: number, block: Block, path: readonly Vec3[]): void {
    writeBlockMatrix(block, this.#matrices, slot);
    writeBlockTint(block, this.#tints, slot, path);
    if (this.#kind.isMoving) {
      this.#moving[slot] = {
        index: this.#moving[slot]?.index ?? 0,
        mesh: this.#mesh,
        offset: slot * 16,
        block,
        rest: this.#matrices.slice(slot * 16, slot * 16 + 16),
        wasBroken: false,
        each: ticksEachWay(block.motion?.seconds ?? 0),
      };
    }
    this.#outside.push(slot);
    this.#touch(slot);
  }

  #touch(slot: number): void {
    this.#first = Math.min(this.#first, slot);
    this.#last = Math.max(this.#last, slot);
  }

  #createMesh(): [InstancedMesh, BufferGeometry] {
    const { shape, pass, isMoving } = this.#kind;
    const { object, materials, shapes, castShadow, renderOrder } = this.#options;
    const mesh = createBlockInstances(
      // Blocks that move are drawn with all sides, as in the game.
      shapes.get(shape, isMoving ? NEAR_SIDES : FAR_SIDES),
      materials.get(pass > 0, isMoving),
      { matrices: this.#matrices, tints: this.#tints, isDynamic: true },
      { center: [0, 0, 0], radius: 0 },
    );
    mesh.castShadow = castShadow;
    mesh.receiveShadow = castShadow;
    mesh.customDepthMaterial = materials.depth;
    // Water first and glass last, so what is behind glass is already drawn.
    mesh.renderOrder = renderOrder + pass / 10;
    if (isRound(shape) && !isMoving) {
      const tint = mesh.geometry.getAttribute("tint") as InstancedBufferAttribute;
      this.#near = withTint(shapes.get(shape, NEAR_SIDES), tint);
    }
    object.add(mesh);
    return [mesh, mesh.geometry];
  }

  /** Doubles the capacity. Buffers of the graphics card can't grow, so the mesh is another one. */
  #grow(): void {
    const isNear = this.#mesh.geometry === this.#near;
    const [matrices, tints] = [this.#matrices, this.#tints];
    this.#matrices = new Float32Array(matrices.length * 2);
    this.#matrices.set(matrices);
    this.#tints = new Uint8Array(tints.length * 2);
    this.#tints.set(tints);
    this.dispose();
    [this.#mesh, this.#far] = this.#createMesh();
    if (isNear && this.#near) this.#mesh.geometry = this.#near;
    for (const one of this.#moving) one.mesh = this.#mesh;
  }

  /** Includes what was written. The bounds are exact again after half as many changes as the batch has blocks. */
  #updateBounds(): void {
    if (this.#loose * 2 >= this.count) {
      this.#bounds.reset();
      this.#loose = 0;
      for (let slot = 0; slot < this.count; slot++) this.#include(slot);
    } else for (const slot of this.#outside) if (slot < this.count) this.#include(slot);
    this.#outside = [];
  }

  #include(slot: number): void {
    const block = this.blocks[slot] as Block;
    const moving = this.#moving[slot];
    if (moving) this.#bounds.include(block, moving.rest, 0);
    else this.#bounds.include(block, this.#matrices, slot * 16);
  }
}

/** Whether two blocks differ in nothing but their position, as in most drags. Boosts also depend on where they are. */
const isOnlyMoved = (a: Block, b: Block): boolean =>
  a.size === b.size &&
  a.rotation === b.rotation &&
  a.color === b.color &&
  a.material === b.material &&
  a.effect === b.effect &&
  b.effect !== "boost";
