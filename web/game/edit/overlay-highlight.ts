import type { Object3D } from "three";
import type { PartId } from "#domain/build/ids.ts";
import type { BlockPart, PlacedPart } from "#domain/build/part.ts";
import type { Block } from "#domain/world/block.ts";
import type { Shapes } from "#web/game/world/static-blocks.ts";
import { EditableBlocks } from "./editable-blocks.ts";
import { OTHER_COLORS } from "./other-colors.ts";
import { createOverlayMaterials, FRAME_MATERIAL } from "./overlay-materials.ts";
import { shapeOfPart } from "./part-bounds.ts";

/** Outlines parts in colors. A part that is in several of these is shown as selected before hovered before another builder's. */
export interface Highlight {
  selected: ReadonlySet<PartId>;
  hovered: PartId | null;
  /** Selections of others, with the index (0–7) of their color. */
  others: ReadonlyMap<PartId, number>;
}

const SELECTED = "f99205";
const HOVERED = "ffffff";
/** See-through copies of highlighted parts, a bit larger than the parts. */
export class OverlayHighlight {
  readonly blocks: EditableBlocks;
  readonly #materials = createOverlayMaterials("highlight");
  #highlight: Highlight = { selected: new Set(), hovered: null, others: new Map() };

  constructor(shapes: Shapes) {
    this.blocks = new EditableBlocks({
      materials: this.#materials,
      shapes,
      castShadow: false,
      renderOrder: 8,
    });
  }

  get object(): Object3D {
    return this.blocks.object;
  }

  /** Sets what is highlighted. Returns the parts for which `show` must be called. Sets that stay the same object cost nothing. */
  set(next: Highlight): Set<PartId> {
    const { selected, hovered, others } = this.#highlight;
    const changed = new Set<PartId>();
    if (selected !== next.selected) addDifference(changed, selected, next.selected);
    if (hovered !== next.hovered) for (const id of [hovered, next.hovered]) if (id !== null) changed.add(id);
    if (others !== next.others)
      for (const id of [...others.keys(), ...next.others.keys()])
        if (others.get(id) !== next.others.get(id)) changed.add(id);
    this.#highlight = next;
    return changed;
  }

  /** Shows or hides the highlight of a part as it is now, or of one that isn't shown. */
  show(id: PartId, part: PlacedPart | null): void {
    const color = this.#colorOf(id);
    if (!part || color === null) {
      this.blocks.delete(id);
      return;
    }
    this.blocks.set(id, part.kind === "block" ? highlightedBlock(part, color) : frameAround(part, color));
  }

  dispose(): void {
    this.blocks.dispose();
    this.#materials.dispose();
  }

  #colorOf(id: PartId): string | null {
    const { selected, hovered, others } = this.#highlight;
    if (selected.has(id)) return SELECTED;
    if (hovered === id) return HOVERED;
    const other = others.get(id);
    return other === undefined ? null : (OTHER_COLORS[other % OTHER_COLORS.length] ?? null);
  }
}

/** A copy of a block that moves like it. */
const highlightedBlock = (
  { shape, position, size, rotation, motion, effect }: BlockPart,
  color: string,
): Block => ({
  shape,
  position,
  size,
  color,
  ...(rotation && { rotation }),
  ...(motion && { motion }),
  ...(effect && { effect }),
});

const frameAround = (part: PlacedPart, color: string): Block => ({
  ...shapeOfPart(part),
  shape: "box",
  color,
  material: FRAME_MATERIAL,
});

/** Adds what is in only one of two sets. */
export function addDifference(to: Set<PartId>, a: ReadonlySet<PartId>, b: ReadonlySet<PartId>): void {
  for (const id of a) if (!b.has(id)) to.add(id);
  for (const id of b) if (!a.has(id)) to.add(id);
}
