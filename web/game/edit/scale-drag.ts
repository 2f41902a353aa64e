import { centerOf, type PartBounds, partsBounds, subtractVectors } from "#domain/build/bounds.ts";
import { isSized, resizeFields, type SizedPart, scaleFields } from "#domain/build/move-fields.ts";
import { snapTo } from "#domain/build/snap.ts";
import { WORLD_LIMITS } from "#domain/world/limits.ts";
import type { Vec3 } from "#domain/world/schema.ts";
import { AXIS_INDEX, singleSized } from "./editor-commands.ts";
import type { EditorCore } from "./editor-core.ts";
import type { Handle } from "./handle-layout.ts";
import { MoveSnap } from "./move-snap.ts";
import { PartDrag } from "./part-drag.ts";
import type { Drag, ToolPointer } from "./pointer-tool.ts";
import { alongAxis } from "./ray.ts";
import { sizeText } from "./size-text.ts";

/** Moves one side of a part, or of the box around several. The opposite side stays; with Shift the proportions do, too. */
export class ScaleDrag implements Drag {
  readonly #core: EditorCore;
  readonly #drag: PartDrag;
  readonly #handle: Handle;
  readonly #axis: 0 | 1 | 2;
  readonly #bounds: PartBounds;
  readonly #snap: MoveSnap;
  readonly #single: SizedPart | null;
  readonly #length: number;
  readonly #start: number | null;

  constructor(core: EditorCore, handle: Handle, pointer: ToolPointer) {
    this.#core = core;
    this.#handle = handle;
    const parts = core.selectedParts();
    this.#drag = new PartDrag(core, parts);
    this.#axis = AXIS_INDEX[handle.axis];
    this.#single = singleSized(parts);
    this.#bounds = partsBounds(parts.map(([, part]) => part)) ?? { low: handle.grip, high: handle.grip };
    this.#snap = new MoveSnap(
      core,
      this.#bounds,
      parts.map(([id]) => id),
    );
    const axis = this.#axis;
    this.#length = this.#single ? this.#single.size[axis] : this.#bounds.high[axis] - this.#bounds.low[axis];
    this.#start = alongAxis(core.camera.rayAt(pointer), handle.grip, handle.direction);
  }

  move(pointer: ToolPointer): void {
    const along = alongAxis(this.#core.camera.rayAt(pointer), this.#handle.grip, this.#handle.direction);
    if (along === null || this.#start === null) return;
    const length = this.#lengthAfter(along - this.#start, pointer.alt);
    const { side } = this.#handle;
    const axis = this.#axis;
    const single = this.#single;
    if (single) {
      const resizing = { axis, side, length, isEven: pointer.shift };
      const { size } = resizeFields(single, resizing) as { size: Vec3 };
      this.#drag.show((part) => (isSized(part) ? resizeFields(part, resizing) : null), sizeText(size));
      return;
    }
    const factor = length / this.#length;
    const factors: Vec3 = pointer.shift ? [factor, factor, factor] : [1, 1, 1];
    factors[axis] = factor;
    const anchor = centerOf(this.#bounds);
    anchor[axis] = side > 0 ? this.#bounds.low[axis] : this.#bounds.high[axis];
    const size = subtractVectors(this.#bounds.high, this.#bounds.low).map(
      (v, i) => v * factors[i as 0],
    ) as Vec3;
    this.#drag.show((part) => scaleFields(part, anchor, factors), sizeText(size));
  }

  finish(): void {
    this.#drag.finish();
  }

  cancel(): void {
    this.#drag.cancel();
  }

  #lengthAfter(by: number, alt: boolean): number {
    const { isOn, grid } = this.#core.snapFor(alt);
    const { side } = this.#handle;
    if (!isOn) return Math.max(WORLD_LIMITS.sizeMin, this.#length + by);
    // Sides of a turned block aren't along the grid: its length is.
    const isTurned = this.#single?.kind === "block" && this.#single.rotation !== undefined;
    const length = isTurned
      ? snapTo(this.#length + by, grid)
      : this.#length + side * this.#snap.along(this.#axis, side * by, alt, side > 0 ? "high" : "low");
    return Math.max(Math.min(grid, this.#length), WORLD_LIMITS.sizeMin, length);
  }
}
