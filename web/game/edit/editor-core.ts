import { addVectors, type PartBounds, partsBounds } from "#domain/build/bounds.ts";
import { changesEdit, type PartChanges, placedParts } from "#domain/build/change-parts.ts";
import type { BuildDocument } from "#domain/build/document.ts";
import type { Edit } from "#domain/build/edit.ts";
import { withGroups } from "#domain/build/group.ts";
import type { PartId } from "#domain/build/ids.ts";
import { BUILD_LIMITS } from "#domain/build/limits.ts";
import {
  type FieldChanges,
  isPlaced,
  type Part,
  type PartKind,
  type PlacedPart,
  withFields,
} from "#domain/build/part.ts";
import type { Vec3 } from "#domain/world/schema.ts";
import { createStore, type Store } from "#web/lib/store.ts";
import type { EditableScene, PartGhost } from "./editable-scene.ts";
import type { EditorCamera } from "./editor-camera.ts";
import {
  EDITOR_START,
  type EditModel,
  type EditorMessages,
  type EditorState,
  type Snap,
} from "./editor-state.ts";
import type { PartPicker, SkipPart } from "./part-picker.ts";

type EditorView = Pick<EditableScene, "setDrag" | "setHidden" | "setHighlight" | "setGhosts" | "setCursor">;

/** Shows drags, ghosts and outlines, each of which has several sources. */
class EditorDisplay {
  readonly #options: Pick<EditorCoreOptions, "view" | "model" | "invalidate">;
  #selected: ReadonlySet<PartId> = new Set();
  #hovered: PartId | null = null;
  #drag: ReadonlyMap<PartId, FieldChanges> | null = null;
  #toolGhosts: readonly PartGhost[] = [];
  #motionGhost: PartGhost | null = null;
  #othersSelected: ReadonlyMap<PartId, number> = new Map();
  #othersDrags: ReadonlyMap<PartId, FieldChanges> = new Map();

  constructor(options: Pick<EditorCoreOptions, "view" | "model" | "invalidate">) {
    this.#options = options;
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

  showOthers(): void {
    const selected = new Map<PartId, number>();
    const drags = new Map<PartId, FieldChanges>();
    for (const { color, presence } of this.#options.model.others.get()) {
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
    this.#options.view.setDrag(isEmpty ? null : new Map([...this.#othersDrags, ...(this.#drag ?? [])]));
    this.#options.invalidate();
  }

  #showGhosts(): void {
    this.#options.view.setGhosts([...this.#toolGhosts, ...(this.#motionGhost ? [this.#motionGhost] : [])]);
    this.#options.invalidate();
  }

  #showHighlight(): void {
    const { hovered } = this;
    this.#options.view.setHighlight({ selected: this.#selected, hovered, others: this.#othersSelected });
    this.#options.invalidate();
  }
}

export interface EditorCoreOptions {
  model: EditModel;
  camera: EditorCamera;
  picker: PartPicker;
  view: EditorView;
  messages: EditorMessages;
  invalidate: () => void;
}

/** Selected parts and the box around them, which is null without any. */
export interface ShownSelection {
  parts: readonly (readonly [PartId, PlacedPart])[];
  bounds: PartBounds | null;
}

/** The state of the editor, and the ways in which tools and commands change it. Knows neither the page nor graphics. */
export class EditorCore {
  readonly state: Store<EditorState> = createStore(EDITOR_START);
  readonly model: EditModel;
  readonly camera: EditorCamera;
  readonly picker: PartPicker;
  readonly view: EditorView;
  readonly display: EditorDisplay;
  readonly messages: EditorMessages;
  readonly invalidate: () => void;
  readonly #listeners = new Set<(message: string) => void>();
  /** Ids are looked up at each pointer move. */
  #selected: ReadonlySet<PartId> = new Set();
  #drag: ReadonlyMap<PartId, FieldChanges> | null = null;
  #shown: ShownSelection | null = null;

  constructor({ model, camera, picker, view, messages, invalidate }: EditorCoreOptions) {
    this.model = model;
    this.camera = camera;
    this.picker = picker;
    this.view = view;
    this.messages = messages;
    this.invalidate = invalidate;
    this.display = new EditorDisplay({ view, model, invalidate });
  }

  get document(): BuildDocument {
    return this.model.document;
  }

  patch(change: Partial<EditorState>): void {
    this.state.set({ ...this.state.get(), ...change });
  }

  onMessage(listener: (message: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  message(text: string): void {
    for (const listener of this.#listeners) listener(text);
  }

  nameParts(parts: Iterable<Part>): string {
    const counts: Partial<Record<PartKind, number>> = {};
    for (const { kind } of parts) counts[kind] = (counts[kind] ?? 0) + 1;
    return this.messages.parts(counts);
  }

  nameIds(ids: Iterable<PartId>): string {
    return this.nameParts(placedParts(this.document, ids).map(([, part]) => part));
  }

  /** Makes an edit. Returns false after a message why it can't be made. */
  change(edit: Edit): boolean {
    const problem = this.model.change(edit);
    if (problem === null) return true;
    this.message(problem);
    return false;
  }

  changeParts(changes: PartChanges): boolean {
    if (changes.isLimited) this.message(this.messages.atLimit);
    const edit = changesEdit(this.document, changes);
    return edit !== null && this.change(edit);
  }

  /** Shows changes here and to others, without making them. */
  showDrag(changes: PartChanges | null, measure: string | null): void {
    this.#drag = changes?.changes ?? null;
    this.#shown = null;
    this.display.setDrag(this.#drag);
    this.model.showPresence({ drag: changes ? [...changes.changes].slice(0, BUILD_LIMITS.shownDrag) : null });
    this.patch({ measure, isDragging: changes !== null });
    this.#showMotion();
  }

  get selection(): readonly PartId[] {
    return this.state.get().selection;
  }

  isSelected(id: PartId): boolean {
    return this.#selected.has(id);
  }

  selectedParts(): [PartId, PlacedPart][] {
    return placedParts(this.document, this.selection);
  }

  /** The selected parts; null after a message if nothing is selected. */
  requireSelection(): [PartId, PlacedPart][] | null {
    const parts = this.selectedParts();
    if (parts.length > 0) return parts;
    this.message(this.messages.nothingSelected);
    return null;
  }

  /** The selection as it is shown, also while it is dragged. Only computed again after a change. */
  shownSelection(): ShownSelection {
    if (this.#shown) return this.#shown;
    const drag = this.#drag;
    const parts = this.selectedParts().map(([id, part]): [PartId, PlacedPart] => {
      const fields = drag?.get(id);
      return [id, fields ? (withFields(part, fields) as PlacedPart) : part];
    });
    this.#shown = { parts, bounds: partsBounds(parts.map(([, part]) => part)) };
    return this.#shown;
  }

  isHidden(id: PartId): boolean {
    return this.state.get().hidden.has(id);
  }

  isLocked(part: Part): boolean {
    return "locked" in part && part.locked === true;
  }

  /** Leaves out what can't be selected by pointing at it. */
  readonly skipUnselectable: SkipPart = (id, part) => this.isHidden(id) || this.isLocked(part);
  readonly skipHidden: SkipPart = (id) => this.isHidden(id);

  select(ids: Iterable<PartId>, how: "replace" | "add" | "toggle" = "replace", isExact = false) {
    const chosen = this.#selectable(ids, isExact);
    if (how === "replace") return this.setSelection(chosen);
    const before = this.#selected;
    // A group that is selected in part becomes selected as a whole.
    if (how === "toggle" && chosen.every((id) => before.has(id))) {
      const left = new Set(chosen);
      this.setSelection(this.selection.filter((id) => !left.has(id)));
    } else this.setSelection([...this.selection, ...chosen.filter((id) => !before.has(id))]);
  }

  #selectable(ids: Iterable<PartId>, isExact: boolean): PartId[] {
    const parts = [...new Set(ids)].flatMap((id) => this.#membersOf(id));
    const whole = isExact ? parts : withGroups(this.document, parts);
    return placedParts(this.document, whole)
      .filter(([id, part]) => isExact || !this.skipUnselectable(id, part))
      .map(([id]) => id);
  }

  #membersOf(id: PartId): PartId[] {
    const part = this.document.get(id);
    if (part?.kind !== "group") return part ? [id] : [];
    const members: PartId[] = [];
    for (const [one, member] of this.document.entries())
      if ("group" in member && member.group === id) members.push(one);
    return members;
  }

  setSelection(ids: readonly PartId[]): void {
    this.#selected = new Set(ids);
    this.#shown = null;
    this.patch({ selection: ids });
    this.model.showPresence({ sel: ids.slice(0, BUILD_LIMITS.shownSelection) });
    this.display.setSelected(this.#selected);
    this.#showMotion();
  }

  /** Parts that can be selected by pointing at them, in the order of the document. */
  selectableIds(): PartId[] {
    const ids: PartId[] = [];
    for (const [id, part] of this.document.entries())
      if (isPlaced(part) && !this.skipUnselectable(id, part)) ids.push(id);
    return ids;
  }

  boundsOf(ids: Iterable<PartId>): PartBounds | null {
    return partsBounds(placedParts(this.document, ids).map(([, part]) => part));
  }

  /** Follows a change of the document: forgets what is no longer there. */
  handleChange(): void {
    this.#shown = null;
    const isThere = (id: PartId) => this.document.get(id) !== undefined;
    if (!this.selection.every(isThere)) this.setSelection(this.selection.filter(isThere));
    const { hidden } = this.state.get();
    if (hidden.size > 0 && ![...hidden].every(isThere)) this.setHidden([...hidden].filter(isThere));
    const { hovered } = this.display;
    if (hovered !== null && !isThere(hovered)) this.display.setHovered(null);
    this.#showMotion();
  }

  setHidden(ids: Iterable<PartId>): void {
    const hidden = new Set(ids);
    this.patch({ hidden });
    this.view.setHidden(hidden);
    this.invalidate();
  }

  setCursor(cursor: Vec3 | null): void {
    this.patch({ cursor });
    this.model.showPresence({ at: cursor });
    // A pointer shows the place by itself.
    this.view.setCursor(this.state.get().device === "keys" ? cursor : null);
    this.invalidate();
  }

  setDevice(device: EditorState["device"]): void {
    if (device === this.state.get().device) return;
    this.patch({ device });
    this.view.setCursor(device === "keys" ? this.state.get().cursor : null);
    this.invalidate();
  }

  /** Shows where the motion of a single selected block ends. */
  #showMotion(): void {
    const { parts } = this.shownSelection();
    this.display.setMotionOf(parts.length === 1 ? (parts[0]?.[1] ?? null) : null);
  }

  snapFor(alt: boolean): Snap {
    const { snap } = this.state.get();
    return alt ? { ...snap, isOn: false } : snap;
  }

  /** The step that points snap to; 0 for none. */
  stepFor(alt: boolean): number {
    return this.state.get().snap.isOn && !alt ? this.step : 0;
  }

  /** The grid's step for keys and sizes, which always need one. */
  get step(): number {
    return this.state.get().snap.grid;
  }
}
