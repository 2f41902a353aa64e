import { Group, Vector3 } from "three";
import type { Block } from "#domain/world/block.ts";
import { SHAPES } from "#domain/world/materials.ts";
import type { Vec3 } from "#domain/world/schema.ts";
import { type BatchOptions, EditableBatch } from "./editable-batch.ts";

/** Side of the cells whose blocks are drawn together, in units. Doubled while there are too many batches. */
const SMALLEST_CELL = 160;
const LARGEST_CELL = SMALLEST_CELL * 64;
/** From here on, cells are doubled as long as they can be. */
export const MOST_BATCHES = 160;
/** Cells along each axis of the number of a batch. */
const CELLS = 128;
/** See-through materials in the order in which they are drawn. */
const PASSES = ["water", "ice", "glass"];

interface Slot {
  batch: EditableBatch;
  key: number;
  slot: number;
}

export interface BlockCounts {
  draws: number;
  geometryBytes: number;
  triangles: number;
  /** Instances that were written so far. */
  writes: number;
}

/** Blocks of a level by id, in batches of nearby blocks with the same shape. Changing one costs the same in any level. */
export class EditableBlocks {
  readonly object = new Group();
  readonly #options: BatchOptions;
  readonly #batches = new Map<number, EditableBatch>();
  readonly #slots = new Map<string, Slot>();
  /** Batches that have changed since the last flush. */
  readonly #changed = new Set<EditableBatch>();
  /** Boosts, whose arrows follow the path through the level. */
  readonly #boosts = new Set<string>();
  #path: readonly Vec3[] = [];
  #cell = SMALLEST_CELL;
  readonly #focus = new Vector3();
  #roundDistance = 0;
  #writes = 0;

  constructor(options: Omit<BatchOptions, "object">) {
    this.#options = { ...options, object: this.object };
  }

  get counts(): BlockCounts {
    const counts = { draws: this.#batches.size, geometryBytes: 0, triangles: 0, writes: this.#writes };
    counts.geometryBytes = this.#options.shapes.bytes();
    for (const batch of this.#batches.values()) {
      counts.geometryBytes += batch.bytes;
      counts.triangles += batch.triangles;
    }
    return counts;
  }

  ids(): Iterable<string> {
    return this.#slots.keys();
  }

  set(id: string, block: Block): void {
    if (block.effect === "boost") this.#boosts.add(id);
    else if (this.#boosts.size > 0) this.#boosts.delete(id);
    const key = keyOf(block, this.#cell);
    const known = this.#slots.get(id);
    if (known?.key === key) {
      this.#writes++;
      known.batch.set(known.slot, block, this.#path);
      this.#changed.add(known.batch);
      return;
    }
    if (known) this.#leave(known);
    this.#join(id, block, key);
  }

  delete(id: string): void {
    const known = this.#slots.get(id);
    if (!known) return;
    this.#slots.delete(id);
    this.#boosts.delete(id);
    this.#leave(known);
  }

  setPath(path: readonly Vec3[]): void {
    this.#path = path;
    for (const id of this.#boosts) {
      const { batch, slot } = this.#slots.get(id) as Slot;
      batch.tint(slot, path);
      this.#changed.add(batch);
    }
  }

  setOrder(indexOf: (id: string) => number): void {
    for (const batch of this.#batches.values()) batch.setOrder(indexOf);
  }

  place(tick: number, alpha: number, crumbleAge: (block: number) => number): void {
    for (const [key, batch] of this.#batches) {
      if (!isMovingKey(key)) continue;
      batch.place(tick, alpha, crumbleAge);
      this.#changed.add(batch);
    }
  }

  flush(): void {
    for (const batch of this.#changed) {
      batch.flush();
      batch.setFocus(this.#focus, this.#roundDistance);
    }
    this.#changed.clear();
  }

  setFocus(focus: Vector3, roundDistance: number): void {
    this.#focus.copy(focus);
    this.#roundDistance = roundDistance;
    for (const batch of this.#batches.values()) batch.setFocus(focus, roundDistance);
  }

  dispose(): void {
    for (const batch of this.#batches.values()) batch.dispose();
    this.#batches.clear();
    this.#slots.clear();
    this.#changed.clear();
  }

  #join(id: string, block: Block, key: number): void {
    const known = this.#batches.get(key);
    if (!known && this.#batches.size >= MOST_BATCHES && this.#cell < LARGEST_CELL) {
      this.#slots.delete(id);
      this.#doubleCells();
      this.#join(id, block, keyOf(block, this.#cell));
      return;
    }
    const batch = known ?? this.#createBatch(key, block);
    this.#writes++;
    this.#slots.set(id, { batch, key, slot: batch.add(id, block, this.#path) });
    this.#changed.add(batch);
  }

  /** Puts all blocks into batches of larger cells. Happens a few times at most. */
  #doubleCells(): void {
    this.#cell *= 2;
    const all = [...this.#slots].map(([id, { batch, slot }]) => [id, batch.blocks[slot] as Block] as const);
    this.dispose();
    for (const [id, block] of all) this.#join(id, block, keyOf(block, this.#cell));
  }

  #createBatch(key: number, block: Block): EditableBatch {
    const { shape } = block;
    const batch = new EditableBatch({ shape, pass: passOf(block), isMoving: isMoving(block) }, this.#options);
    this.#batches.set(key, batch);
    return batch;
  }

  #leave({ batch, key, slot }: Slot): void {
    const moved = batch.remove(slot);
    if (moved !== null) (this.#slots.get(moved) as Slot).slot = slot;
    this.#changed.add(batch);
    if (batch.count > 0) return;
    batch.dispose();
    this.#batches.delete(key);
    this.#changed.delete(batch);
  }
}

const isMoving = ({ motion, effect }: Block): boolean => motion !== undefined || effect === "crumble";

const passOf = ({ material }: Block): number => PASSES.indexOf(material ?? "plastic") + 1;

function keyOf(block: Block, cellSide: number): number {
  const [x, y, z] = block.position;
  const along = (value: number) => Math.max(0, Math.min(CELLS - 1, Math.round(value / cellSide) + CELLS / 2));
  const cell = (along(x) * CELLS + along(y)) * CELLS + along(z);
  const kind = SHAPES.indexOf(block.shape) * (PASSES.length + 1) + passOf(block);
  return (cell * SHAPES.length * (PASSES.length + 1) + kind) * 2 + (isMoving(block) ? 1 : 0);
}

const isMovingKey = (key: number): boolean => key % 2 === 1;
