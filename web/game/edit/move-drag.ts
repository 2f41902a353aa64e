import { addVectors, partsBounds, subtractVectors } from "#domain/build/bounds.ts";
import type { PartId } from "#domain/build/ids.ts";
import { moveFields } from "#domain/build/move-fields.ts";
import type { PlacedPart } from "#domain/build/part.ts";
import type { Vec3 } from "#domain/world/schema.ts";
import type { EditorCore } from "./editor-core.ts";
import { MoveSnap } from "./move-snap.ts";
import { PartDrag } from "./part-drag.ts";
import type { Drag, ToolPointer } from "./pointer-tool.ts";
import { alongAxis, onPlane, type Ray } from "./ray.ts";
import { moveText } from "./size-text.ts";
import { AXES } from "./surface.ts";

/** Where a pointer leads: along an axis, or in the plane across it. */
export interface MovePath {
  axis: 0 | 1 | 2;
  isPlane: boolean;
}

/** No drag goes further in one move, also not towards the horizon. */
const REACH = 1_000;

/** Moves parts with a pointer, from the point where it was pressed. */
export class MoveDrag implements Drag {
  readonly #core: EditorCore;
  readonly #drag: PartDrag;
  readonly #snap: MoveSnap;
  /** The way at a pointer; it can change while the drag goes on. */
  readonly #pathAt: (pointer: ToolPointer) => MovePath;
  /** Where the pointer took hold, and what was moved before that. */
  #hold: { path: MovePath; point: Vec3; start: Vec3 | number | null; moved: Vec3 };
  #by: Vec3 = [0, 0, 0];

  constructor(
    core: EditorCore,
    {
      pointer,
      point,
      pathAt,
    }: { pointer: ToolPointer; point: Vec3; pathAt: (pointer: ToolPointer) => MovePath },
    parts: readonly (readonly [PartId, PlacedPart])[] = core.selectedParts(),
  ) {
    this.#core = core;
    this.#drag = new PartDrag(core, parts);
    this.#pathAt = pathAt;
    const bounds = partsBounds(parts.map(([, part]) => part)) ?? { low: point, high: point };
    this.#snap = new MoveSnap(
      core,
      bounds,
      parts.map(([id]) => id),
    );
    this.#hold = this.#holdAt(pointer, point);
  }

  move(pointer: ToolPointer): void {
    const path = this.#pathAt(pointer);
    // Another way begins where the last one led.
    if (path.axis !== this.#hold.path.axis || path.isPlane !== this.#hold.path.isPlane)
      this.#hold = this.#holdAt(
        pointer,
        addVectors(this.#hold.point, subtractVectors(this.#by, this.#hold.moved)),
      );
    const by = this.#movementAt(pointer);
    if (!by) return;
    this.#by = addVectors(this.#hold.moved, by);
    const snapped = this.#snap.move(this.#by, pointer.alt);
    this.#drag.show((part) => moveFields(part, snapped), moveText(snapped));
  }

  finish(): void {
    this.#drag.finish();
  }

  cancel(): void {
    this.#drag.cancel();
  }

  #holdAt(pointer: ToolPointer, point: Vec3) {
    const path = this.#pathAt(pointer);
    return { path, point, start: followPath(this.#core.camera.rayAt(pointer), point, path), moved: this.#by };
  }

  #movementAt(pointer: ToolPointer): Vec3 | null {
    const { path, point, start } = this.#hold;
    const end = followPath(this.#core.camera.rayAt(pointer), point, path);
    if (start === null || end === null) return null;
    if (typeof start === "number" || typeof end === "number") {
      const by: Vec3 = [0, 0, 0];
      by[path.axis] = limit((end as number) - (start as number));
      return by;
    }
    return subtractVectors(end, start).map(limit) as Vec3;
  }
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
