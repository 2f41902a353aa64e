import { pasteEdit } from "#domain/build/clip.ts";
import { GOAL_ID, type PartId, SPAWN_ID } from "#domain/build/ids.ts";
import type { PlacedPart } from "#domain/build/part.ts";
import type { Vec3 } from "#domain/world/schema.ts";
import type { PartGhost } from "./editable-scene.ts";
import type { EditorCore } from "./editor-core.ts";
import { PlaceDrag } from "./place-drag.ts";
import { clipMove, copyableParts, placedPart } from "./placed-part.ts";
import type { Drag, PointerTool, ToolPointer } from "./pointer-tool.ts";
import { type Surface, surfaceAt } from "./surface.ts";

/** Prefabs show this many of their parts before they are placed. */
const GHOSTS_MAX = 200;

/** Places things on what the pointer is at. */
export class PlaceTool implements PointerTool {
  readonly #core: EditorCore;

  constructor(core: EditorCore) {
    this.#core = core;
  }

  hover(pointer: ToolPointer): void {
    const surface = this.#surfaceAt(pointer);
    this.#core.display.setToolGhosts(surface ? this.#ghostsAt(surface, pointer.alt) : []);
    this.#core.setCursor(surface?.point ?? null);
  }

  leave(): void {
    this.#core.display.setToolGhosts([]);
    this.#core.invalidate();
  }

  tap(pointer: ToolPointer): void {
    const surface = this.#surfaceAt(pointer);
    if (!surface) return;
    this.#core.setCursor(surface.point);
    this.leave();
    this.placeOn(surface, pointer.alt);
  }

  drag(pointer: ToolPointer, isLong: boolean): Drag | null {
    const surface = this.#surfaceAt(pointer);
    if (!surface || (pointer.isTouch && !isLong)) return null;
    const { placing } = this.#core.state.get();
    if (placing.kind !== "block" && placing.kind !== "hazard") return new CarryDrag(this, pointer);
    this.leave();
    return new PlaceDrag(this.#core, placing, surface, (part) => this.add(part));
  }

  /** Places what is chosen. */
  placeOn(surface: Surface, alt = false): void {
    const { placing, brush } = this.#core.state.get();
    const step = this.#stepFor(alt);
    if (placing.kind === "parts") {
      const parts = copyableParts(placing);
      const { newId } = this.#core.model;
      const by = clipMove(parts, surface, step);
      const pasted = pasteEdit({ parts, groups: [] }, { by, newId, name: placing.name });
      if (pasted.isLimited) this.#core.message(this.#core.messages.atLimit);
      if (parts.length > 0 && this.#core.change(pasted.edit)) this.#core.setSelection(pasted.ids);
      return;
    }
    this.add(placedPart(placing, surface, { brush, step }));
  }

  /** Adds a part. The spawn and the goal move if the level has them. */
  add(part: PlacedPart): void {
    const id = this.#idFor(part);
    const { position } = part;
    const exists = this.#core.document.get(id) !== undefined;
    const isMade = this.#core.change(exists ? { set: [[id, { position }]] } : { add: [[id, part]] });
    if (isMade) this.#core.setSelection([id]);
  }

  #idFor({ kind }: PlacedPart): PartId {
    if (kind === "spawn") return SPAWN_ID;
    return kind === "goal" ? GOAL_ID : this.#core.model.newId();
  }

  #surfaceAt(pointer: ToolPointer): Surface | null {
    return surfaceAt(this.#core, this.#core.camera.rayAt(pointer));
  }

  #stepFor(alt: boolean): number {
    const { isOn, grid } = this.#core.snapFor(alt);
    return isOn ? grid : 0;
  }

  #ghostsAt(surface: Surface, alt: boolean): PartGhost[] {
    const { placing, brush } = this.#core.state.get();
    const step = this.#stepFor(alt);
    if (placing.kind !== "parts") {
      const part = placedPart(placing, surface, { brush, step });
      return [{ part, position: part.position }];
    }
    const parts = copyableParts(placing);
    const by = clipMove(parts, surface, step);
    return parts.slice(0, GHOSTS_MAX).map((part) => ({
      part,
      position: part.position.map((value, i) => value + by[i as 0]) as Vec3,
    }));
  }
}

/** Carries something without a size and places it where the pointer is released. */
class CarryDrag implements Drag {
  readonly #tool: PlaceTool;
  #pointer: ToolPointer;

  constructor(tool: PlaceTool, pointer: ToolPointer) {
    this.#tool = tool;
    this.#pointer = pointer;
  }

  move(pointer: ToolPointer): void {
    this.#pointer = pointer;
    this.#tool.hover(pointer);
  }

  finish(): void {
    this.#tool.tap(this.#pointer);
  }

  cancel(): void {
    this.#tool.leave();
  }
}
