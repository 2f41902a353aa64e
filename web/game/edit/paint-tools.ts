import type { PartId } from "#domain/build/ids.ts";
import type { FieldChanges, PlacedPart } from "#domain/build/part.ts";
import type { EditorCore } from "./editor-core.ts";
import type { Brush } from "./editor-state.ts";
import { moveDrag, partDrag } from "./move-drag.ts";
import type { PickedPart } from "./part-picker.ts";
import type { Drag, PointerTool, ToolPointer } from "./pointer-tool.ts";
import { surfaceAt } from "./surface.ts";

function pickAt(core: EditorCore, pointer: ToolPointer, skip = core.skipUnselectable): PickedPart | null {
  const { origin, direction } = core.camera.rayAt(pointer);
  return core.picker.pick(origin, direction, skip);
}

/** Shows what the pointer is over. */
abstract class HoverTool implements PointerTool {
  protected readonly core: EditorCore;

  constructor(core: EditorCore) {
    this.core = core;
  }

  hover(pointer: ToolPointer): void {
    this.core.display.setHovered(pickAt(this.core, pointer)?.id ?? null);
  }

  leave(): void {
    this.core.display.setHovered(null);
  }

  abstract tap(pointer: ToolPointer, isDouble: boolean): void;
  abstract drag(pointer: ToolPointer, isLong: boolean): Drag | null;
}

/** Selects parts, and moves those that are selected. `makeBox` begins a box that selects what is in it. */
export class SelectTool extends HoverTool {
  readonly #makeBox: (pointer: ToolPointer) => Drag;

  constructor(core: EditorCore, makeBox: (pointer: ToolPointer) => Drag) {
    super(core);
    this.#makeBox = makeBox;
  }

  override hover(pointer: ToolPointer): void {
    super.hover(pointer);
    this.#moveCursor(pointer);
  }

  tap(pointer: ToolPointer, isDouble: boolean): void {
    const picked = pickAt(this.core, pointer);
    const isToggled = pointer.shift || pointer.ctrl;
    if (picked) this.core.select([picked.id], isToggled ? "toggle" : "replace", pointer.alt || isDouble);
    else if (!isToggled) this.core.setSelection([]);
    this.#moveCursor(pointer);
  }

  drag(pointer: ToolPointer, isLong: boolean): Drag | null {
    const picked = pickAt(this.core, pointer);
    if (picked && this.core.isSelected(picked.id) && !pointer.ctrl) {
      // Shift moves up and down.
      const pathAt = ({ shift }: ToolPointer) => ({ axis: 1, isPlane: !shift }) as const;
      return moveDrag(this.core, pointer, picked.point, pathAt);
    }
    return pointer.isTouch && !isLong ? null : this.#makeBox(pointer);
  }

  #moveCursor(pointer: ToolPointer): void {
    this.core.setCursor(surfaceAt(this.core, this.core.camera.rayAt(pointer))?.point ?? null);
  }
}

/** The fields of a block that a brush sets. Plastic is the default. */
export const brushFields = ({ color, material }: Brush): FieldChanges => ({
  color,
  material: material === "plastic" ? null : material,
});

/** Colors blocks that the pointer is pressed at or drawn over. */
export class PaintTool extends HoverTool {
  tap(pointer: ToolPointer): void {
    const stroke = paintDrag(this.core);
    stroke.move(pointer);
    if (stroke.isEmpty()) this.core.message(this.core.messages.nothingToPaint);
    stroke.finish();
  }

  drag(pointer: ToolPointer): Drag | null {
    // Fingers turn the camera, except from a block.
    if (pointer.isTouch && !pickAt(this.core, pointer)) return null;
    const stroke = paintDrag(this.core);
    stroke.move(pointer);
    return stroke;
  }
}

function paintDrag(core: EditorCore) {
  const blocks = new Map<PartId, PlacedPart>();
  let drag: ReturnType<typeof partDrag> | null = null;
  return {
    isEmpty: () => blocks.size === 0,
    move(pointer: ToolPointer): void {
      const picked = pickAt(core, pointer);
      const part = picked ? core.document.get(picked.id) : undefined;
      if (!picked || part?.kind !== "block" || blocks.has(picked.id)) return;
      blocks.set(picked.id, part);
      drag = partDrag(core, [...blocks]);
      const fields = brushFields(core.state.get().brush);
      drag.show(() => fields, "");
      core.patch({ measure: null });
    },
    finish: () => drag?.finish(),
    cancel: () => drag?.cancel(),
  };
}

export class PickTool extends HoverTool {
  tap(pointer: ToolPointer) {
    // Locked blocks have a color, too.
    const picked = pickAt(this.core, pointer, this.core.skipHidden);
    const part = picked ? this.core.document.get(picked.id) : undefined;
    if (part?.kind !== "block") return this.core.message(this.core.messages.nothingToPaint);
    this.core.patch({ brush: { color: part.color, material: part.material ?? "plastic" } });
    this.core.message(this.core.messages.picked);
  }

  drag(): Drag | null {
    return null;
  }
}
