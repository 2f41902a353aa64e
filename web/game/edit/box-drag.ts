import styles from "./edit-overlay.module.css";
import type { ScreenPoint } from "./editor-camera.ts";
import type { EditorCore } from "./editor-core.ts";
import type { FrustumPlanes } from "./part-picker.ts";
import type { Drag, ToolPointer } from "./pointer-tool.ts";

export function createSelectionBox(overlay: HTMLElement) {
  const element = document.createElement("div");
  element.className = styles.rectangle ?? "";
  element.hidden = true;
  overlay.append(element);
  return {
    show: (corners: readonly [ScreenPoint, ScreenPoint] | null): void => {
      element.hidden = corners === null;
      if (!corners) return;
      const [a, b] = corners;
      element.style.transform = `translate(${Math.min(a.x, b.x)}px,${Math.min(a.y, b.y)}px)`;
      element.style.width = `${Math.abs(a.x - b.x)}px`;
      element.style.height = `${Math.abs(a.y - b.y)}px`;
    },
    dispose: () => element.remove(),
  };
}

/** A rectangle on the screen in normalized coordinates: −1 to 1, Y up. */
type ScreenRectangle = Record<"left" | "right" | "bottom" | "top", number>;

/** The planes around what a camera shows in a rectangle. `viewProjection` is in the order of `Matrix4.elements`. */
export function rectanglePlanes(
  viewProjection: ArrayLike<number>,
  { left, right, bottom, top }: ScreenRectangle,
): FrustumPlanes {
  const at = (row: number, column: number) => viewProjection[column * 4 + row] as number;
  /** Inside where the sum of the rows with these factors is positive. */
  const plane = (row: number, sign: number, limit: number): FrustumPlanes[number] => {
    const [x = 0, y = 0, z = 0, d = 0] = [0, 1, 2, 3].map((i) => sign * at(row, i) + limit * at(3, i));
    const length = Math.hypot(x, y, z) || 1;
    return [x / length, y / length, z / length, d / length];
  };
  return [
    plane(0, 1, -left),
    plane(0, -1, right),
    plane(1, 1, -bottom),
    plane(1, -1, top),
    plane(2, 1, 1),
    plane(2, -1, 1),
  ];
}

/** Shows the rectangle between two points; null hides it. */
export type ShowRectangle = (corners: readonly [ScreenPoint, ScreenPoint] | null) => void;

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
