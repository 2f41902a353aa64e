import { changeParts } from "#domain/build/change-parts.ts";
import { groupEdit, ungroupEdit } from "#domain/build/group.ts";
import type { PartId } from "#domain/build/ids.ts";
import { fieldOf, isPlaced, PART_FIELDS, type PlacedPart } from "#domain/build/part.ts";
import type { EditorCore } from "./editor-core.ts";

export class GroupCommands {
  readonly #core: EditorCore;

  constructor(core: EditorCore) {
    this.#core = core;
  }

  group(name: string): void {
    const parts = this.#core.requireSelection();
    if (!parts) return;
    const ids = parts.map(([id]) => id);
    const edit = groupEdit(this.#core.document, ids, { id: this.#core.model.newId(), name });
    if (edit && this.#core.change(edit)) this.#core.message(this.#core.messages.grouped(name));
    else if (!edit) this.#core.message(this.#core.messages.cantCopy);
  }

  ungroup(): void {
    const parts = this.#core.requireSelection();
    if (!parts) return;
    const edit = ungroupEdit(
      this.#core.document,
      parts.map(([id]) => id),
    );
    if (!edit) this.#core.message(this.#core.messages.noGroup);
    else if (this.#core.change(edit)) this.#core.message(this.#core.messages.ungrouped);
  }

  hide(): void {
    const parts = this.#core.requireSelection();
    if (!parts) return;
    this.#core.setHidden([...this.#core.state.get().hidden, ...parts.map(([id]) => id)]);
    this.#core.message(this.#core.messages.hidden(this.#core.nameParts(parts.map(([, part]) => part))));
    this.#core.setSelection([]);
  }

  showAll(): void {
    const { hidden } = this.#core.state.get();
    if (hidden.size === 0) {
      this.#core.message(this.#core.messages.nothingHidden);
      return;
    }
    this.#core.message(this.#core.messages.shown(this.#core.nameIds(hidden)));
    this.#core.setHidden([]);
  }

  setHidden(on: boolean, ids: readonly PartId[]): void {
    const changed = new Set(ids);
    const { hidden } = this.#core.state.get();
    this.#core.setHidden(on ? [...hidden, ...ids] : [...hidden].filter((id) => !changed.has(id)));
    if (on) this.#core.setSelection(this.#core.selection.filter((id) => !changed.has(id)));
    const name = this.#core.nameIds(changed);
    this.#core.message(on ? this.#core.messages.hidden(name) : this.#core.messages.shown(name));
  }

  setLocked(on: boolean, ids: readonly PartId[] = this.#core.selection): void {
    const parts = ids.flatMap((id): [PartId, PlacedPart][] => {
      const part = this.#core.document.get(id);
      const canLock =
        part && isPlaced(part) && (PART_FIELDS[part.kind] as readonly string[]).includes("locked");
      return canLock ? [[id, part]] : [];
    });
    if (parts.length === 0) {
      this.#core.message(this.#core.messages.nothingSelected);
      return;
    }
    const changed = parts.filter(([, part]) => (fieldOf(part, "locked") === true) !== on);
    if (changed.length > 0 && !this.#core.changeParts(changeParts(changed, () => ({ locked: on || null }))))
      return;
    const name = this.#core.nameParts(parts.map(([, part]) => part));
    this.#core.message(on ? this.#core.messages.locked(name) : this.#core.messages.unlocked(name));
  }
}
