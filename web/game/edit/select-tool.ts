import type { EditorCore } from "./editor-core.ts";
import { moveDrag } from "./move-drag.ts";
import type { PickedPart } from "./part-picker.ts";
import type { Drag, PointerTool, ToolPointer } from "./pointer-tool.ts";
import { surfaceAt } from "./surface.ts";

/** Selects parts, and moves those that are selected. `makeBox` begins a box that selects what is in it. */
export class SelectTool implements PointerTool {
  readonly #core: EditorCore;
  readonly #makeBox: (pointer: ToolPointer) => Drag;

  constructor(core: EditorCore, makeBox: (pointer: ToolPointer) => Drag) {
    this.#core = core;
    this.#makeBox = makeBox;
  }

  hover(pointer: ToolPointer): void {
    this.#core.display.setHovered(this.#pick(pointer)?.id ?? null);
    this.#core.setCursor(surfaceAt(this.#core, this.#core.camera.rayAt(pointer))?.point ?? null);
  }

  leave(): void {
    this.#core.display.setHovered(null);
  }

  tap(pointer: ToolPointer, isDouble: boolean): void {
    const picked = this.#pick(pointer);
    const isToggled = pointer.shift || pointer.ctrl;
    if (picked) this.#core.select([picked.id], isToggled ? "toggle" : "replace", pointer.alt || isDouble);
    else if (!isToggled) this.#core.setSelection([]);
    this.#core.setCursor(surfaceAt(this.#core, this.#core.camera.rayAt(pointer))?.point ?? null);
  }

  drag(pointer: ToolPointer, isLong: boolean): Drag | null {
    const picked = this.#pick(pointer);
    if (picked && this.#core.isSelected(picked.id) && !pointer.ctrl) {
      // Shift moves up and down.
      const pathAt = ({ shift }: ToolPointer) => ({ axis: 1, isPlane: !shift }) as const;
      return moveDrag(this.#core, pointer, picked.point, pathAt);
    }
    return pointer.isTouch && !isLong ? null : this.#makeBox(pointer);
  }

  #pick(pointer: ToolPointer): PickedPart | null {
    const { origin, direction } = this.#core.camera.rayAt(pointer);
    return this.#core.picker.pick(origin, direction, this.#core.skipUnselectable);
  }
}
