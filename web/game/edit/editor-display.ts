import { addVectors } from "#domain/build/bounds.ts";
import type { PartId } from "#domain/build/ids.ts";
import type { FieldChanges, PlacedPart } from "#domain/build/part.ts";
import type { EditModel } from "./edit-model.ts";
import type { EditableScene, PartGhost } from "./editable-scene.ts";

/** The parts of the scene that tools use. */
export type EditorView = Pick<
  EditableScene,
  "setDrag" | "setHidden" | "setHighlight" | "setGhosts" | "setCursor"
>;

export interface EditorDisplayOptions {
  view: EditorView;
  model: EditModel;
  /** Something has to be drawn. */
  invalidate: () => void;
}

/** Shows drags, ghosts and outlines, each of which has several sources. */
export class EditorDisplay {
  readonly #view: EditorView;
  readonly #model: EditModel;
  readonly #invalidate: () => void;
  #selected: ReadonlySet<PartId> = new Set();
  #hovered: PartId | null = null;
  #drag: ReadonlyMap<PartId, FieldChanges> | null = null;
  #toolGhosts: readonly PartGhost[] = [];
  #motionGhost: PartGhost | null = null;
  #othersSelected: ReadonlyMap<PartId, number> = new Map();
  #othersDrags: ReadonlyMap<PartId, FieldChanges> = new Map();

  constructor({ view, model, invalidate }: EditorDisplayOptions) {
    this.#view = view;
    this.#model = model;
    this.#invalidate = invalidate;
  }

  get hovered(): PartId | null {
    return this.#hovered;
  }

  setSelected(selected: ReadonlySet<PartId>): void {
    this.#selected = selected;
    this.#showHighlight();
  }

  setHovered(id: PartId | null): void {
    if (id === this.#hovered) return;
    this.#hovered = id;
    this.#showHighlight();
  }

  setDrag(drag: ReadonlyMap<PartId, FieldChanges> | null): void {
    this.#drag = drag;
    this.#showDrags();
  }

  /** Shows what a tool would place. */
  setToolGhosts(ghosts: readonly PartGhost[]): void {
    this.#toolGhosts = ghosts;
    this.#showGhosts();
  }

  /** Shows where the motion of a part ends; null for none. */
  setMotionOf(part: PlacedPart | null): void {
    this.#motionGhost =
      part?.kind === "block" && part.motion
        ? { part, position: addVectors(part.position, part.motion.by) }
        : null;
    this.#showGhosts();
  }

  /** Shows the selections and drags of others. */
  showOthers(): void {
    const selected = new Map<PartId, number>();
    const drags = new Map<PartId, FieldChanges>();
    for (const { color, presence } of this.#model.others.get()) {
      for (const id of presence.sel ?? []) selected.set(id, color);
      for (const [id, fields] of presence.drag ?? []) drags.set(id, fields);
    }
    const hadDrags = this.#othersDrags.size > 0;
    this.#othersSelected = selected;
    this.#othersDrags = drags;
    if (hadDrags || drags.size > 0) this.#showDrags();
    this.#showHighlight();
  }

  /** Drags of this page win over those of others. */
  #showDrags(): void {
    const isEmpty = !this.#drag && this.#othersDrags.size === 0;
    this.#view.setDrag(isEmpty ? null : new Map([...this.#othersDrags, ...(this.#drag ?? [])]));
    this.#invalidate();
  }

  #showGhosts(): void {
    this.#view.setGhosts([...this.#toolGhosts, ...(this.#motionGhost ? [this.#motionGhost] : [])]);
    this.#invalidate();
  }

  #showHighlight(): void {
    const { hovered } = this;
    this.#view.setHighlight({ selected: this.#selected, hovered, others: this.#othersSelected });
    this.#invalidate();
  }
}
