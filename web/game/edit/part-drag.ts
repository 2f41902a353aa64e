import { changeParts, type PartChanges } from "#domain/build/change-parts.ts";
import type { PartId } from "#domain/build/ids.ts";
import type { FieldChanges, PlacedPart } from "#domain/build/part.ts";
import type { EditorCore } from "./editor-core.ts";

/** Shows changes of parts while they follow a pointer, and makes them one edit at the end. `parts` are as when the drag began. */
export function partDrag(core: EditorCore, parts: readonly (readonly [PartId, PlacedPart])[]) {
  let changes: PartChanges | null = null;
  const cancel = (): void => core.showDrag(null, null);
  return {
    cancel,
    show(change: (part: PlacedPart) => FieldChanges | null, measure: string): void {
      changes = changeParts(parts, change);
      core.showDrag(changes, measure);
    },
    finish(): void {
      // The edit comes first, so nothing jumps back for a frame.
      if (changes) core.changeParts(changes);
      cancel();
    },
  };
}
