import { addVectors, scaleVector } from "#domain/build/bounds.ts";
import {
  type Clip,
  clipFoot,
  copyParts,
  isCopyable,
  type Pasted,
  parseClip,
  pasteEdit,
  repeatEdit,
} from "#domain/build/clip.ts";
import { deleteEdit } from "#domain/build/group.ts";
import { snapVector } from "#domain/build/snap.ts";
import type { Vec3 } from "#domain/world/schema.ts";
import { tabStorage } from "#web/lib/storage.ts";
import type { EditorCore } from "./editor-core.ts";

const KEY = "bopolis-builder-clip";

/** The copied parts of this tab, also for other levels' pages. */
export class ClipStore {
  #clip: Clip | null = null;

  get(): Clip | null {
    return this.#clip ?? parseClip(tabStorage.get(KEY));
  }

  set(clip: Clip): void {
    this.#clip = clip;
    tabStorage.set(KEY, JSON.stringify(clip));
  }
}

export class ClipCommands {
  readonly #core: EditorCore;
  readonly #clips: ClipStore;

  constructor(core: EditorCore, clips: ClipStore) {
    this.#core = core;
    this.#clips = clips;
    core.patch({ hasClipboard: clips.get() !== null });
  }

  delete(): void {
    this.#delete((parts) => this.#core.messages.deleted(parts));
  }

  copy(): boolean {
    const parts = this.#core.requireSelection();
    if (!parts) return false;
    const clip = copyParts(
      this.#core.document,
      parts.map(([id]) => id),
    );
    if (clip.parts.length === 0) {
      this.#core.message(this.#core.messages.cantCopy);
      return false;
    }
    this.#clips.set(clip);
    this.#core.patch({ hasClipboard: true });
    this.#core.message(this.#core.messages.copied(this.#core.nameParts(clip.parts)));
    return true;
  }

  cut(): void {
    // Only what can be pasted again is cut.
    const copied = this.#core.selectedParts().filter(([, part]) => isCopyable(part));
    if (copied.length > 0) this.#core.setSelection(copied.map(([id]) => id));
    if (this.copy()) this.#delete((parts) => this.#core.messages.cut(parts));
  }

  /** Pastes with the middle of the underside at a point. */
  paste(at: Vec3): void {
    const clip = this.#clips.get();
    if (!clip) {
      this.#core.message(this.#core.messages.nothingCopied);
      return;
    }
    const { isOn, grid } = this.#core.state.get().snap;
    const by = addVectors(at, scaleVector(clipFoot(clip), -1));
    // By whole steps, so what was on the grid is on it again.
    const move = isOn ? snapVector(by, grid) : by;
    const pasted = pasteEdit(clip, { by: [move[0], by[1], move[2]], newId: () => this.#core.model.newId() });
    this.#add(pasted, this.#core.messages.pasted(this.#core.nameParts(clip.parts)));
  }

  duplicate(): void {
    const clip = this.#copySelected();
    if (!clip) return;
    const pasted = pasteEdit(clip, { by: [0, 0, 0], newId: () => this.#core.model.newId() });
    this.#add(pasted, this.#core.messages.duplicated(this.#core.nameParts(clip.parts)));
  }

  repeat(count: number, by: Vec3): void {
    const clip = this.#copySelected();
    if (!clip) return;
    const before = this.#core.selection;
    const pasted = repeatEdit(clip, count, by, () => this.#core.model.newId());
    const { ids } = pasted;
    this.#add({ ...pasted, ids: [...before, ...ids] }, null);
  }

  #delete(sentence: (parts: string) => string): void {
    const parts = this.#core.requireSelection();
    if (!parts) return;
    const edit = deleteEdit(
      this.#core.document,
      parts.map(([id]) => id),
    );
    if (!edit) {
      this.#core.message(this.#core.messages.cantDelete);
      return;
    }
    const deleted = parts.filter(([, part]) => part.kind !== "spawn");
    if (!this.#core.change(edit)) return;
    this.#core.message(sentence(this.#core.nameParts(deleted.map(([, part]) => part))));
  }

  #copySelected(): Clip | null {
    const parts = this.#core.requireSelection();
    if (!parts) return null;
    const clip = copyParts(
      this.#core.document,
      parts.map(([id]) => id),
    );
    if (clip.parts.length > 0) return clip;
    this.#core.message(this.#core.messages.cantCopy);
    return null;
  }

  #add({ edit, ids, isLimited }: Pasted, sentence: string | null): void {
    if (!this.#core.change(edit)) return;
    this.#core.setSelection(ids);
    if (isLimited) this.#core.message(this.#core.messages.atLimit);
    else if (sentence !== null) this.#core.message(sentence);
  }
}
