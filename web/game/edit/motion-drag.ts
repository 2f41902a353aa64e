import { addVectors, subtractVectors } from "#domain/build/bounds.ts";
import { motionFields } from "#domain/build/move-fields.ts";
import { snapVector } from "#domain/build/snap.ts";
import type { Vec3 } from "#domain/world/schema.ts";
import type { EditorCore } from "./editor-core.ts";
import type { Handle } from "./handle-layout.ts";
import { PartDrag } from "./part-drag.ts";
import type { Drag, ToolPointer } from "./pointer-tool.ts";
import { alongAxis, onPlane } from "./ray.ts";
import { moveText } from "./size-text.ts";
import { AXES } from "./surface.ts";

/** Drags the end of a block's motion on its level; with Shift up and down. */
export class MotionDrag implements Drag {
  readonly #core: EditorCore;
  readonly #drag: PartDrag;
  readonly #grip: Vec3;
  #end: Vec3;
  #hold: { isUp: boolean; start: Vec3 | number | null; end: Vec3 };

  constructor(core: EditorCore, { grip }: Handle, pointer: ToolPointer) {
    this.#core = core;
    this.#drag = new PartDrag(core, core.selectedParts());
    this.#grip = grip;
    this.#end = grip;
    this.#hold = this.#holdAt(pointer);
  }

  move(pointer: ToolPointer): void {
    if (pointer.shift !== this.#hold.isUp) this.#hold = this.#holdAt(pointer);
    const { start, end, isUp } = this.#hold;
    const now = this.#follow(pointer, isUp);
    if (start === null || now === null) return;
    const by: Vec3 =
      typeof now === "number" ? [0, now - (start as number), 0] : subtractVectors(now, start as Vec3);
    this.#end = addVectors(end, by);
    const { isOn, grid } = this.#core.snapFor(pointer.alt);
    const [, block] = this.#drag.parts[0] ?? [];
    if (block?.kind !== "block") return;
    const way = snapVector(subtractVectors(this.#end, block.position), isOn ? grid : 0);
    const target = addVectors(block.position, way);
    this.#drag.show((part) => (part.kind === "block" ? motionFields(part, target) : null), moveText(way));
  }

  finish(): void {
    this.#drag.finish();
  }

  cancel(): void {
    this.#drag.cancel();
  }

  #holdAt(pointer: ToolPointer) {
    return { isUp: pointer.shift, start: this.#follow(pointer, pointer.shift), end: this.#end };
  }

  #follow(pointer: ToolPointer, isUp: boolean): Vec3 | number | null {
    const ray = this.#core.camera.rayAt(pointer);
    return isUp ? alongAxis(ray, this.#grip, AXES[1]) : onPlane(ray, this.#grip, AXES[1]);
  }
}
