import type { Object3D, Vector3 } from "three";
import type { PlacedPart } from "#domain/build/part.ts";
import type { Block, BlockShape } from "#domain/world/block.ts";
import { canonicalBlock } from "#domain/world/canonical-block.ts";
import { rotationMatrix } from "#domain/world/rotation.ts";
import type { Hazard, Vec3 } from "#domain/world/schema.ts";
import type { Shapes } from "#web/game/world/static-blocks.ts";
import { EditableBlocks } from "./editable-blocks.ts";
import { createOverlayMaterials } from "./overlay-materials.ts";

const HAZARD_COLORS: Record<Hazard["kind"], string> = {
  lava: "f0501a",
  spikes: "c9cedb",
  saw: "aab0bd",
  laser: "ff2b4a",
  poison: "8ee53c",
};

/** A shape around a part's position. */
type Sketch = readonly [shape: BlockShape, center: Vec3, size: Vec3, color: string];

const SKETCHES: Record<"star" | "checkpoint" | "goal" | "spawn", readonly Sketch[]> = {
  star: [
    ["sphere", [0, 0, 0], [2.6, 2.6, 1.2], "ffd34d"],
    ["sphere", [0, 0, 0], [1.2, 1.2, 1.8], "ffb800"],
  ],
  checkpoint: [
    ["cylinder", [0, 2.8, 0], [0.4, 5.6, 0.4], "f4f4f8"],
    ["box", [1.4, 4.3, 0], [2.4, 1.2, 0.15], "2fd6a8"],
  ],
  goal: [
    ["cylinder", [-3.5, 4, 0], [0.9, 8, 0.9], "ffffff"],
    ["cylinder", [3.5, 4, 0], [0.9, 8, 0.9], "ffffff"],
    ["box", [0, 6.7, 0], [6.6, 2, 0.3], "f99205"],
  ],
  // A bopi that looks along its yaw, which is +Z.
  spawn: [
    ["cylinder", [0, 1.5, 0], [1.6, 3, 1.1], "f99205"],
    ["sphere", [0, 3.6, 0], [1.3, 1.3, 1.3], "f99205"],
    ["box", [0, 0.12, 1.9], [0.5, 0.1, 1.4], "ffffff"],
    ["wedge", [0, 0.12, 2.9], [1.3, 0.1, 0.7], "ffffff"],
  ],
};

/** Blocks that stand for a part where it isn't, or whose look doesn't show enough. */
function markerBlocks(part: PlacedPart): Block[] {
  if (part.kind === "block") return [canonicalBlock(part)];
  const { position } = part;
  if (part.kind === "hazard")
    return [{ shape: "box", position, size: part.size, color: HAZARD_COLORS[part.hazard] }];
  const yaw = "yaw" in part ? (part.yaw ?? 0) : 0;
  return SKETCHES[part.kind].map((sketch) => placeSketch(sketch, position, yaw));
}

function placeSketch([shape, [cx, cy, cz], size, color]: Sketch, [x, y, z]: Vec3, yaw: number): Block {
  const m = rotationMatrix([0, yaw, 0]);
  const [dx, dz] = m
    ? [(m[0] as number) * cx + (m[2] as number) * cz, (m[6] as number) * cx + (m[8] as number) * cz]
    : [cx, cz];
  return {
    shape,
    position: [x + dx, y + cy, z + dz],
    size,
    color,
    ...(yaw !== 0 && { rotation: [0, yaw, 0] }),
  };
}

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
