import { partsBounds, subtractVectors } from "#domain/build/bounds.ts";
import type { SizedPart } from "#domain/build/move-fields.ts";
import { snapTo } from "#domain/build/snap.ts";
import type { Vec3 } from "#domain/world/schema.ts";
import { AXIS_INDEX, evenFields, singleSized } from "./editor-commands.ts";
import type { EditorCore } from "./editor-core.ts";
import { ARROW_PIXELS, type Handle } from "./handle-layout.ts";
import { MotionDrag } from "./motion-drag.ts";
import { MoveDrag } from "./move-drag.ts";
import { PartDrag } from "./part-drag.ts";
import type { Drag, ToolPointer } from "./pointer-tool.ts";
import { RotateDrag } from "./rotate-drag.ts";
import { ScaleDrag } from "./scale-drag.ts";
import { sizeText } from "./size-text.ts";

/** Scales evenly around the center, by the distance of the pointer from it. */
class EvenScaleDrag implements Drag {
  readonly #core: EditorCore;
  readonly #drag: PartDrag;
  readonly #center: Vec3;
  readonly #single: SizedPart | null;
  readonly #size: Vec3;
  readonly #start: number;

  constructor(core: EditorCore, { grip }: Handle, pointer: ToolPointer) {
    this.#core = core;
    const parts = core.selectedParts();
    this.#drag = new PartDrag(core, parts);
    this.#center = grip;
    const bounds = partsBounds(parts.map(([, part]) => part)) ?? { low: grip, high: grip };
    this.#single = singleSized(parts);
    this.#size = this.#single?.size ?? subtractVectors(bounds.high, bounds.low);
    this.#start = pointer.x - pointer.y;
  }

  move(pointer: ToolPointer): void {
    // To the right and up is larger: twice as large after as many pixels as an arrow has.
    const factor = 2 ** ((pointer.x - pointer.y - this.#start) / ARROW_PIXELS);
    const { isOn, grid } = this.#core.snapFor(pointer.alt);
    const widest = Math.max(...this.#size);
    const snapped = isOn ? Math.max(Math.min(grid, widest), snapTo(widest * factor, grid)) / widest : factor;
    const size = this.#size.map((length) => length * snapped) as Vec3;
    const change = { single: this.#single, center: this.#center, factor: snapped };
    this.#drag.show((part) => evenFields(part, change), sizeText(size));
  }

  finish(): void {
    this.#drag.finish();
  }

  cancel(): void {
    this.#drag.cancel();
  }
}

/** Begins to drag a handle. */
export function dragHandle(core: EditorCore, handle: Handle, pointer: ToolPointer): Drag {
  const axis = AXIS_INDEX[handle.axis];
  switch (handle.kind) {
    case "move":
    case "plane": {
      const path = { axis, isPlane: handle.kind === "plane" };
      return new MoveDrag(core, { pointer, point: handle.grip, pathAt: () => path });
    }
    case "rotate":
      return new RotateDrag(core, handle, pointer);
    case "scale":
      return new ScaleDrag(core, handle, pointer);
    case "size":
      return new EvenScaleDrag(core, handle, pointer);
    case "motion":
      return new MotionDrag(core, handle, pointer);
  }
}
