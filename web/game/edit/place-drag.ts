import type { PlacedPart } from "#domain/build/part.ts";
import type { EditorCore } from "./editor-core.ts";
import { type DrawnCorner, defaultSize, drawnBox, type SizedPlacing, sizedPart } from "./placed-part.ts";
import type { Drag, ToolPointer } from "./pointer-tool.ts";
import { onPlane } from "./ray.ts";
import { sizeText } from "./size-text.ts";
import { AXES, mainAxis, type Surface } from "./surface.ts";

/** How close a corner has to be, in CSS pixels. */
const SNAP_PIXELS = 10;

/** Draws a block or a hazard out on a surface, from one corner to the opposite one. */
export class PlaceDrag implements Drag {
  readonly #core: EditorCore;
  readonly #placing: SizedPlacing;
  readonly #surface: Surface;
  readonly #add: (part: PlacedPart) => void;
  #part: PlacedPart | null = null;

  constructor(core: EditorCore, placing: SizedPlacing, surface: Surface, add: (part: PlacedPart) => void) {
    this.#core = core;
    this.#placing = placing;
    this.#surface = surface;
    this.#add = add;
  }

  move(pointer: ToolPointer): void {
    const { point, normal } = this.#surface;
    const { axis } = mainAxis(normal);
    const end = onPlane(this.#core.camera.rayAt(pointer), point, AXES[axis]);
    if (!end) return;
    const { isOn, grid } = this.#core.snapFor(pointer.alt);
    const step = isOn ? grid : 0;
    const corners = [this.#cornerAt(point, pointer.alt), this.#cornerAt(end, pointer.alt)] as const;
    const size = defaultSize(this.#placing, step);
    const box = drawnBox(normal, corners, { size, step });
    this.#part = sizedPart(this.#placing, box, this.#core.state.get().brush);
    this.#core.display.setToolGhosts([{ part: this.#part, position: this.#part.position }]);
    this.#core.patch({ measure: sizeText(box.size), isDragging: true });
    this.#core.invalidate();
  }

  finish(): void {
    const part = this.#part;
    this.cancel();
    if (part) this.#add(part);
  }

  cancel(): void {
    this.#core.display.setToolGhosts([]);
    this.#core.patch({ measure: null, isDragging: false });
    this.#core.invalidate();
  }

  /** A corner of another block wins over the grid. */
  #cornerAt(point: DrawnCorner["point"], alt: boolean): DrawnCorner {
    const { isOn, toFaces, grid } = this.#core.snapFor(alt);
    if (!isOn || !toFaces) return { point, isExact: false };
    const reach = Math.min(grid / 2, this.#core.camera.unitsPerPixel(point) * SNAP_PIXELS);
    const found = this.#core.picker
      .snapPoints(point, reach, this.#core.skipHidden)
      .find(({ kind }) => kind === "corner");
    return found ? { point: found.point, isExact: true } : { point, isExact: false };
  }
}
