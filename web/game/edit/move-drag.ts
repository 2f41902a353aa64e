import {
  addVectors,
  type PartBounds,
  partBounds,
  partsBounds,
  subtractVectors,
} from "#domain/build/bounds.ts";
import { changeParts, type PartChanges } from "#domain/build/change-parts.ts";
import type { PartId } from "#domain/build/ids.ts";
import { isSized, moveFields } from "#domain/build/move-fields.ts";
import { type BlockPart, type FieldChanges, isPlaced, type PlacedPart } from "#domain/build/part.ts";
import { type SnapSides, sidesOf, snapSide, snapToSides } from "#domain/build/snap.ts";
import type { Vec3 } from "#domain/world/schema.ts";
import type { EditorCore } from "./editor-core.ts";
import type { Drag, ToolPointer } from "./pointer-tool.ts";
import { alongAxis, onPlane, type Ray } from "./ray.ts";
import { moveText } from "./size-text.ts";
import { AXES } from "./surface.ts";

/** Shows changes of parts while they follow a pointer, and makes them one edit at the end. `parts` are as when the drag began. */
export function partDrag(core: EditorCore, parts: readonly (readonly [PartId, PlacedPart])[]) {
  let changes: PartChanges | null = null;
  const cancel = (): void => core.showDrag(null, null);
  return {
    cancel,
    show(change: (part: PlacedPart) => FieldChanges | null, measure: string): void {
      changes = changeParts(parts, change);
      core.showDrag(changes, measure);
    },
    finish(): void {
      // The edit comes first, so nothing jumps back for a frame.
      if (changes) core.changeParts(changes);
      cancel();
    },
  };
}

/** Parts further away than this don't attract what is dragged. */
const NEIGHBOR_REACH = 48;
/** How close sides have to be, in CSS pixels. */
const SNAP_PIXELS = 10;

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

  along(axis: 0 | 1 | 2, by: number, alt: boolean, sides: "both" | "low" | "high" = "both"): number {
    const snap = this.#core.snapFor(alt);
    if (!snap.isOn) return by;
    const low = this.#bounds[sides === "high" ? "high" : "low"][axis];
    const high = this.#bounds[sides === "low" ? "low" : "high"][axis];
    if (snap.toFaces) {
      const pixels = this.#core.camera.unitsPerPixel(this.#bounds.high) * SNAP_PIXELS;
      // Of parts that can be seen around the box, when the drag began.
      this.#sides ??= sidesOf(this.#neighbors());
      const snapped = snapToSides({ low, high }, by, this.#sides[axis], Math.min(pixels, snap.grid / 2));
      if (snapped !== null) return snapped;
    }
    return snapSide(low, by, snap.grid);
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

/** Where a pointer leads: along an axis, or in the plane across it. */
export interface MovePath {
  axis: 0 | 1 | 2;
  isPlane: boolean;
}

/** No drag goes further in one move, also not towards the horizon. */
const REACH = 1_000;

/** Moves parts with a pointer, from the point where it was pressed. The way at a pointer can change while the drag goes on. */
export function moveDrag(
  core: EditorCore,
  pressed: ToolPointer,
  point: Vec3,
  pathAt: (pointer: ToolPointer) => MovePath,
): Drag {
  const parts = core.selectedParts();
  const drag = partDrag(core, parts);
  const bounds = partsBounds(parts.map(([, part]) => part)) ?? { low: point, high: point };
  const snap = new MoveSnap(core, bounds, core.selection);
  let by: Vec3 = [0, 0, 0];
  /** Where the pointer took hold, and what was moved before that. */
  const holdAt = (pointer: ToolPointer, point: Vec3) => {
    const path = pathAt(pointer);
    return { path, point, start: followPath(core.camera.rayAt(pointer), point, path), moved: by };
  };
  let hold = holdAt(pressed, point);

  function movementAt(pointer: ToolPointer): Vec3 | null {
    const { path, point, start } = hold;
    const end = followPath(core.camera.rayAt(pointer), point, path);
    if (start === null || end === null) return null;
    if (typeof start === "number" || typeof end === "number") {
      const way: Vec3 = [0, 0, 0];
      way[path.axis] = limit((end as number) - (start as number));
      return way;
    }
    return subtractVectors(end, start).map(limit) as Vec3;
  }

  return {
    ...drag,
    move(pointer) {
      const { axis, isPlane } = pathAt(pointer);
      // Another way begins where the last one led.
      if (axis !== hold.path.axis || isPlane !== hold.path.isPlane)
        hold = holdAt(pointer, addVectors(hold.point, subtractVectors(by, hold.moved)));
      const movement = movementAt(pointer);
      if (!movement) return;
      by = addVectors(hold.moved, movement);
      const snapped = snap.move(by, pointer.alt);
      drag.show((part) => moveFields(part, snapped), moveText(snapped));
    },
  };
}

const limit = (by: number) => Math.min(REACH, Math.max(-REACH, by));

/** How far along an axis, or where in a plane, a ray leads. */
function followPath(ray: Ray, point: Vec3, { axis, isPlane }: MovePath): Vec3 | number | null {
  if (!isPlane) return alongAxis(ray, point, AXES[axis]);
  const found = onPlane(ray, point, AXES[axis]);
  // Rounding mustn't move anything out of the plane.
  if (found) found[axis] = point[axis];
  return found;
}
