import type { PartId } from "#domain/build/ids.ts";
import type { LevelEditor } from "#web/game/edit/level-editor.ts";

/** Hides parts or shows them again, and leaves the selection as it is. */
export function setHidden(editor: LevelEditor, ids: readonly PartId[], on: boolean): void {
  const { hidden, selection } = editor.state.get();
  const changed = new Set(ids);
  const next = on ? [...hidden, ...ids] : [...hidden].filter((id) => !changed.has(id));
  editor.showAll();
  editor.select(next, "replace", true);
  editor.hideSelection();
  editor.select(
    selection.filter((id) => !next.includes(id)),
    "replace",
    true,
  );
}
