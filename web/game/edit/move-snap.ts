import { type PartBounds, partBounds } from "#domain/build/bounds.ts";
import type { PartId } from "#domain/build/ids.ts";
import { isSized } from "#domain/build/move-fields.ts";
import { type BlockPart, isPlaced } from "#domain/build/part.ts";
import { type SnapSides, sidesOf, snapSide, snapToSides } from "#domain/build/snap.ts";
import type { Vec3 } from "#domain/world/schema.ts";
import type { EditorCore } from "./editor-core.ts";

/** Parts further away than this don't attract what is dragged. */
const NEIGHBOR_REACH = 48;
/** How close sides have to be, in CSS pixels. */
const SNAP_PIXELS = 10;

/** Whether the sides of a block are along the axes. */
const isUpright = ({ rotation }: BlockPart): boolean =>
  rotation?.every((degrees) => degrees % 90 === 0) ?? true;

/** Snaps movements of a box to sides of other parts, or else to the grid. */
export class MoveSnap {
  readonly #core: EditorCore;
  readonly #bounds: PartBounds;
  readonly #skipped: ReadonlySet<PartId>;
  #sides: SnapSides | null = null;

  /** `skipped` are the parts in the box. */
  constructor(core: EditorCore, bounds: PartBounds, skipped: Iterable<PartId>) {
    this.#core = core;
    this.#bounds = bounds;
    this.#skipped = new Set(skipped);
  }

  /** The snapped movement. Axes along which nothing moves stay exact. */
  move(by: Vec3, alt: boolean): Vec3 {
    const result: Vec3 = [0, 0, 0];
    for (const axis of [0, 1, 2] as const) if (by[axis] !== 0) result[axis] = this.along(axis, by[axis], alt);
    return result;
  }

  /** The snapped movement along one axis. */
  along(axis: 0 | 1 | 2, by: number, alt: boolean, sides: "both" | "low" | "high" = "both"): number {
    const snap = this.#core.snapFor(alt);
    if (!snap.isOn) return by;
    const low = this.#bounds[sides === "high" ? "high" : "low"][axis];
    const high = this.#bounds[sides === "low" ? "low" : "high"][axis];
    if (snap.toFaces) {
      const reach = this.#core.camera.unitsPerPixel(this.#bounds.high) * SNAP_PIXELS;
      const snapped = snapToSides(
        { low, high },
        by,
        this.#neighborSides()[axis],
        Math.min(reach, snap.grid / 2),
      );
      if (snapped !== null) return snapped;
    }
    return snapSide(low, by, snap.grid);
  }

  /** Of parts that can be seen around the box, when the drag began. */
  #neighborSides(): SnapSides {
    this.#sides ??= sidesOf(this.#neighbors());
    return this.#sides;
  }

  *#neighbors(): Generator<PartBounds> {
    const { low, high } = this.#bounds;
    for (const [id, part] of this.#core.document.entries()) {
      if (!isPlaced(part) || this.#skipped.has(id) || this.#core.isHidden(id)) continue;
      if (!isSized(part) || (part.kind === "block" && !isUpright(part))) continue;
      const bounds = partBounds(part);
      const isNear = [0, 1, 2].every(
        (i) =>
          bounds.low[i as 0] < high[i as 0] + NEIGHBOR_REACH &&
          bounds.high[i as 0] > low[i as 0] - NEIGHBOR_REACH,
      );
      if (isNear) yield bounds;
    }
  }
}
