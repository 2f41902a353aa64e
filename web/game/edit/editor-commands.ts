import { addVectors, centerOf, partsBounds, scaleVector, subtractVectors } from "#domain/build/bounds.ts";
import { changeParts } from "#domain/build/change-parts.ts";
import { clipFoot, copyParts, isCopyable, type Pasted, pasteEdit, repeatEdit } from "#domain/build/clip.ts";
import { deleteEdit, groupEdit, ungroupEdit } from "#domain/build/group.ts";
import { type PartId, SKY_ID } from "#domain/build/ids.ts";
import {
  growFields,
  isSized,
  mirrorFields,
  motionFields,
  moveFields,
  resizeFields,
  rotateFields,
  type SizedPart,
  scaleFields,
} from "#domain/build/move-fields.ts";
import { type FieldChanges, fieldOf, isPlaced, PART_FIELDS, type PlacedPart } from "#domain/build/part.ts";
import { axisRotation } from "#domain/build/rotation.ts";
import { snapVector } from "#domain/build/snap.ts";
import { WORLD_LIMITS } from "#domain/world/limits.ts";
import type { Ambience, Vec3 } from "#domain/world/schema.ts";
import type { ClipStore } from "./clip-store.ts";
import type { EditorCore } from "./editor-core.ts";
import type { Axis } from "./level-editor.ts";
import { brushFields } from "./paint-tools.ts";

export const AXIS_INDEX = { x: 0, y: 1, z: 2 } as const satisfies Record<Axis, number>;

/** Changes of the selection. Each is one edit. */
export class EditorCommands {
  readonly #core: EditorCore;
  readonly #clips: ClipStore;

  constructor(core: EditorCore, clips: ClipStore) {
    this.#core = core;
    this.#clips = clips;
    core.patch({ hasClipboard: clips.get() !== null });
  }

  // Places and sizes.

  move(by: Vec3): void {
    this.#change((part) => moveFields(part, by));
  }

  turn(axis: Axis, steps: number): void {
    const parts = this.#selected();
    if (!parts) return;
    const turns = (part: PlacedPart) => !["star", "goal"].includes(part.kind);
    if (parts.length === 1 && !parts.some(([, part]) => turns(part))) {
      this.#core.message(this.#core.messages.cantRotate);
      return;
    }
    const rotation = axisRotation(AXIS_INDEX[axis], steps * this.#core.state.get().snap.angle);
    const pivot = pivotOf(parts.map(([, part]) => part));
    this.#core.changeParts(changeParts(parts, (part) => rotateFields(part, pivot, rotation)));
  }

  /** `side` is the one that moves. */
  resize(axis: Axis, steps: number, side: 1 | -1 = 1): void {
    const parts = this.#selected();
    if (!parts) return;
    const sized = parts.filter(([, part]) => isSized(part));
    if (sized.length === 0) {
      this.#core.message(this.#core.messages.cantResize);
      return;
    }
    const index = AXIS_INDEX[axis];
    const by = steps * this.#core.step;
    const single = singleSized(parts);
    if (single) {
      const length = Math.max(least(single.size[index], by), single.size[index] + by);
      this.#core.changeParts(
        changeParts(sized, (part) =>
          isSized(part) ? resizeFields(part, { axis: index, side, length }) : null,
        ),
      );
      return;
    }
    const bounds = partsBounds(parts.map(([, part]) => part));
    if (!bounds) return;
    const length = bounds.high[index] - bounds.low[index];
    const factors: Vec3 = [1, 1, 1];
    factors[index] = Math.max(least(length, by), length + by) / length;
    const anchor = side > 0 ? bounds.low : bounds.high;
    this.#core.changeParts(changeParts(parts, (part) => scaleFields(part, anchor, factors)));
  }

  /** Makes everything larger or smaller around its center, by a grid step of its longest side. */
  resizeEvenly(steps: number): void {
    const parts = this.#selected();
    const bounds = parts && partsBounds(parts.map(([, part]) => part));
    if (!parts || !bounds) return;
    const single = singleSized(parts);
    const longest = Math.max(...(single?.size ?? subtractVectors(bounds.high, bounds.low)));
    const by = steps * this.#core.step;
    const factor = Math.max(least(longest, by), longest + by) / longest;
    const center = pivotOf(parts.map(([, part]) => part));
    this.#core.changeParts(changeParts(parts, (part) => evenFields(part, { single, center, factor })));
  }

  /** Moves the end of a single block's motion. */
  moveMotion(by: Vec3): void {
    this.#change((part) =>
      part.kind === "block" && part.motion
        ? motionFields(part, addVectors(addVectors(part.position, part.motion.by), by))
        : {},
    );
  }

  setFields(fields: FieldChanges): void {
    this.#change((part) => {
      const known: readonly string[] = PART_FIELDS[part.kind];
      return Object.fromEntries(Object.entries(fields).filter(([field]) => known.includes(field)));
    });
  }

  mirror(axis: "x" | "z"): void {
    const parts = this.#selected();
    if (!parts) return;
    const bounds = partsBounds(parts.map(([, part]) => part));
    if (!bounds) return;
    const at = parts.length === 1 ? pivotOf(parts.map(([, part]) => part)) : centerOf(bounds);
    this.#core.changeParts(changeParts(parts, (part) => mirrorFields(part, axis === "x" ? 0 : 2, at)));
  }

  paint(): void {
    const blocks = this.#selected()?.filter(([, part]) => part.kind === "block");
    if (!blocks) return;
    if (blocks.length === 0) {
      this.#core.message(this.#core.messages.nothingToPaint);
      return;
    }
    const fields = brushFields(this.#core.state.get().brush);
    this.#core.changeParts(changeParts(blocks, () => fields));
    this.#core.message(this.#core.messages.colored(this.#core.nameParts(blocks.map(([, part]) => part))));
  }

  // Deleting and copying.

  delete(): void {
    this.#delete((parts) => this.#core.messages.deleted(parts));
  }

  /** Returns whether something was copied. */
  copy(): boolean {
    const parts = this.#selected();
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

  // Groups, hiding and locking.

  group(name: string): void {
    const parts = this.#selected();
    if (!parts) return;
    const ids = parts.map(([id]) => id);
    const edit = groupEdit(this.#core.document, ids, { id: this.#core.model.newId(), name });
    if (edit && this.#core.change(edit)) this.#core.message(this.#core.messages.grouped(name));
    else if (!edit) this.#core.message(this.#core.messages.cantCopy);
  }

  ungroup(): void {
    const parts = this.#selected();
    if (!parts) return;
    const edit = ungroupEdit(
      this.#core.document,
      parts.map(([id]) => id),
    );
    if (!edit) this.#core.message(this.#core.messages.noGroup);
    else if (this.#core.change(edit)) this.#core.message(this.#core.messages.ungrouped);
  }

  hide(): void {
    const parts = this.#selected();
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

  setAmbience(ambience: Ambience): void {
    this.#core.change({ set: [[SKY_ID, { ambience }]] });
  }

  // Shared steps.

  #selected(): [PartId, PlacedPart][] | null {
    const parts = this.#core.selectedParts();
    if (parts.length > 0) return parts;
    this.#core.message(this.#core.messages.nothingSelected);
    return null;
  }

  #change(change: (part: PlacedPart) => FieldChanges): void {
    const parts = this.#selected();
    if (parts) this.#core.changeParts(changeParts(parts, change));
  }

  #delete(sentence: (parts: string) => string): void {
    const parts = this.#selected();
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
    this.#core.dropMissing();
    this.#core.message(sentence(this.#core.nameParts(deleted.map(([, part]) => part))));
  }

  #copySelected() {
    const parts = this.#selected();
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

/** The point around which parts are turned: a single part's own place. */
export function pivotOf(parts: readonly PlacedPart[]): Vec3 {
  const [first, second] = parts;
  if (first && !second) return first.position;
  const bounds = partsBounds(parts);
  return bounds ? centerOf(bounds) : [0, 0, 0];
}

/** The smallest length after a step: a part that is thinner than a step isn't made thicker by making it smaller. */
const least = (length: number, by: number): number =>
  by > 0 ? WORLD_LIMITS.sizeMin : Math.min(length, Math.max(WORLD_LIMITS.sizeMin, -by));

/** The only part of a list, if it has a size. */
export function singleSized(parts: readonly (readonly [PartId, PlacedPart])[]): SizedPart | null {
  const [first] = parts;
  return parts.length === 1 && first && isSized(first[1]) ? first[1] : null;
}

/** Scales evenly around a center. A single part keeps its motion. */
export function evenFields(
  part: PlacedPart,
  { single, center, factor }: { single: SizedPart | null; center: Vec3; factor: number },
): FieldChanges {
  return single && isSized(part)
    ? growFields(part, factor)
    : scaleFields(part, center, [factor, factor, factor]);
}
