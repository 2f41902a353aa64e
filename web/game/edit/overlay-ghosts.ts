import type { Object3D, Vector3 } from "three";
import type { PlacedPart } from "#domain/build/part.ts";
import type { Block } from "#domain/world/block.ts";
import type { Vec3 } from "#domain/world/schema.ts";
import type { Shapes } from "#web/game/world/static-blocks.ts";
import { EditableBlocks } from "./editable-blocks.ts";
import { markerBlocks } from "./marker-blocks.ts";
import { createOverlayMaterials } from "./overlay-materials.ts";

/** A see-through copy of a part somewhere else. */
export interface PartGhost {
  part: PlacedPart;
  position: Vec3;
}

/** See-through copies of parts, and the bopi that stands at the spawn. */
export class OverlayGhosts {
  readonly #materials = createOverlayMaterials("ghost");
  readonly #blocks: EditableBlocks;
  #count = 0;
  #spawnCount = 0;

  constructor(shapes: Shapes) {
    this.#blocks = new EditableBlocks({
      materials: this.#materials,
      shapes,
      castShadow: false,
      renderOrder: 6,
    });
  }

  get object(): Object3D {
    return this.#blocks.object;
  }

  set(ghosts: readonly PartGhost[]): void {
    const blocks = ghosts.flatMap(({ part, position }) => markerBlocks({ ...part, position }));
    this.#count = this.#show("ghost", blocks, this.#count);
  }

  /** Shows where players start; null hides it. */
  setSpawn(part: PlacedPart | null): void {
    this.#spawnCount = this.#show("spawn", part ? markerBlocks(part) : [], this.#spawnCount);
  }

  flush(): void {
    this.#blocks.flush();
  }

  /** Chooses the sides of round blocks. */
  setFocus(focus: Vector3, roundDistance: number): void {
    this.#blocks.setFocus(focus, roundDistance);
  }

  dispose(): void {
    this.#blocks.dispose();
    this.#materials.dispose();
  }

  #show(name: string, blocks: readonly Block[], before: number): number {
    for (const [i, block] of blocks.entries()) {
      const { motion: _, effect: __, material: ___, ...plain } = block;
      this.#blocks.set(`${name} ${i}`, plain);
    }
    for (let i = blocks.length; i < before; i++) this.#blocks.delete(`${name} ${i}`);
    return blocks.length;
  }
}
