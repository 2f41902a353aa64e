import type { ScreenPoint } from "./editor-camera.ts";
import type { EditorCore } from "./editor-core.ts";
import type { Drag, ToolPointer } from "./pointer-tool.ts";
import { rectanglePlanes } from "./rectangle-planes.ts";

/** Shows the rectangle between two points; null hides it. */
export type ShowRectangle = (corners: readonly [ScreenPoint, ScreenPoint] | null) => void;

/** A rectangle that selects what is in it. Shift and Ctrl add to the selection. */
export class BoxDrag implements Drag {
  readonly #core: EditorCore;
  readonly #start: ToolPointer;
  readonly #show: ShowRectangle;
  readonly #size: () => { width: number; height: number };
  #end: ToolPointer;

  constructor(
    core: EditorCore,
    start: ToolPointer,
    { show, size }: { show: ShowRectangle; size: () => { width: number; height: number } },
  ) {
    this.#core = core;
    this.#start = this.#end = start;
    this.#show = show;
    this.#size = size;
    core.patch({ isDragging: true });
  }

  move(pointer: ToolPointer): void {
    this.#end = pointer;
    this.#show([this.#start, pointer]);
  }

  finish(): void {
    this.cancel();
    const { width, height } = this.#size();
    const [a, b] = [this.#start, this.#end];
    const planes = rectanglePlanes(this.#core.camera.viewProjection(), {
      left: (2 * Math.min(a.x, b.x)) / width - 1,
      right: (2 * Math.max(a.x, b.x)) / width - 1,
      bottom: 1 - (2 * Math.max(a.y, b.y)) / height,
      top: 1 - (2 * Math.min(a.y, b.y)) / height,
    });
    const found = this.#core.picker.inFrustum(planes, this.#core.skipUnselectable);
    const isAdded = a.shift || b.shift || a.ctrl || b.ctrl;
    this.#core.select(found, isAdded ? "add" : "replace", b.alt);
  }

  cancel(): void {
    this.#show(null);
    this.#core.patch({ isDragging: false });
  }
}
