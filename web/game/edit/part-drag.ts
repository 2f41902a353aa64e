import { changeParts, type PartChanges } from "#domain/build/change-parts.ts";
import type { PartId } from "#domain/build/ids.ts";
import type { FieldChanges, PlacedPart } from "#domain/build/part.ts";
import type { EditorCore } from "./editor-core.ts";

/** Changes of parts that are shown while they follow a pointer, and become one edit at the end. */
export class PartDrag {
  readonly core: EditorCore;
  /** As they were when the drag began. */
  readonly parts: readonly (readonly [PartId, PlacedPart])[];
  #changes: PartChanges | null = null;

  constructor(core: EditorCore, parts: readonly (readonly [PartId, PlacedPart])[]) {
    this.core = core;
    this.parts = parts;
  }

  show(change: (part: PlacedPart) => FieldChanges | null, measure: string): void {
    this.#changes = changeParts(this.parts, change);
    this.core.showDrag(this.#changes, measure);
  }

  finish(): void {
    const changes = this.#changes;
    // The edit comes first, so nothing jumps back for a frame.
    if (changes) this.core.changeParts(changes);
    this.core.showDrag(null, null);
  }

  cancel(): void {
    this.core.showDrag(null, null);
  }
}
