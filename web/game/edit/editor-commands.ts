import {
  addVectors,
  axisRotation,
  centerOf,
  partsBounds,
  scaleVector,
  subtractVectors,
} from "#domain/build/bounds.ts";
import { changeParts } from "#domain/build/change-parts.ts";
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
import { snapVector } from "#domain/build/snap.ts";
import { WORLD_LIMITS } from "#domain/world/limits.ts";
import type { Ambience, Vec3 } from "#domain/world/schema.ts";
import { tabStorage } from "#web/lib/storage.ts";
import type { EditorCore } from "./editor-core.ts";
import type { Axis } from "./editor-state.ts";
import { brushFields } from "./paint-tools.ts";

export const AXIS_INDEX = { x: 0, y: 1, z: 2 } as const satisfies Record<Axis, number>;

const KEY = "bopolis-builder-clip";

type Selected = readonly [PartId, PlacedPart];

const idsOf = (parts: readonly Selected[]): PartId[] => parts.map(([id]) => id);
const partsOf = (parts: readonly Selected[]): PlacedPart[] => parts.map(([, part]) => part);

export type EditorCommands = ReturnType<typeof createEditorCommands>;

/** Commands for the selection. Each is one edit. */
export function createEditorCommands(core: EditorCore) {
  const { messages, document } = core;
  const newId = () => core.model.newId();
  const notify = (sentence: string) => core.message(sentence);
  /** The parts that this tab has copied, also for other levels' pages. */
  let copied: Clip | null = null;
  const clipboard = () => copied ?? parseClip(tabStorage.get(KEY));
  core.patch({ hasClipboard: clipboard() !== null });

  /** Says so if nothing is selected. */
  function withSelection<T>(action: (parts: Selected[]) => T): T | undefined {
    const parts = core.requireSelection();
    return parts ? action(parts) : undefined;
  }

  const change = (fields: (part: PlacedPart) => FieldChanges) =>
    withSelection((parts) => core.changeParts(changeParts(parts, fields)));

  const copySelected = () =>
    withSelection((parts) => {
      const clip = copyParts(document, idsOf(parts));
      if (clip.parts.length > 0) return clip;
      notify(messages.cantCopy);
      return null;
    });

  function add({ edit, ids, isLimited }: Pasted, sentence: string | null): void {
    if (!core.change(edit)) return;
    core.setSelection(ids);
    if (isLimited) notify(messages.atLimit);
    else if (sentence !== null) notify(sentence);
  }

  const deleteParts = (sentence: (parts: string) => string) =>
    withSelection((parts) => {
      const edit = deleteEdit(document, idsOf(parts));
      const deleted = partsOf(parts).filter(({ kind }) => kind !== "spawn");
      if (!edit) notify(messages.cantDelete);
      else if (core.change(edit)) notify(sentence(core.nameParts(deleted)));
    });

  /** Returns whether something was copied. */
  function copy(): boolean {
    const clip = copySelected();
    if (!clip) return false;
    copied = clip;
    tabStorage.set(KEY, JSON.stringify(clip));
    core.patch({ hasClipboard: true });
    notify(messages.copied(core.nameParts(clip.parts)));
    return true;
  }

  return {
    copy,

    delete: () => deleteParts(messages.deleted),

    cut(): void {
      // Only what can be pasted again is cut.
      const parts = core.selectedParts().filter(([, part]) => isCopyable(part));
      if (parts.length > 0) core.setSelection(idsOf(parts));
      if (copy()) deleteParts(messages.cut);
    },

    /** Pastes with the middle of the underside at a point. */
    paste(at: Vec3) {
      const clip = clipboard();
      if (!clip) return notify(messages.nothingCopied);
      const { isOn, grid } = core.state.get().snap;
      const by = addVectors(at, scaleVector(clipFoot(clip), -1));
      // By whole steps, so what was on the grid is on it again.
      const move = isOn ? snapVector(by, grid) : by;
      const pasted = pasteEdit(clip, { by: [move[0], by[1], move[2]], newId });
      add(pasted, messages.pasted(core.nameParts(clip.parts)));
    },

    duplicate(): void {
      const clip = copySelected();
      if (!clip) return;
      add(pasteEdit(clip, { by: [0, 0, 0], newId }), messages.duplicated(core.nameParts(clip.parts)));
    },

    /** Adds `count` copies, each `by` further. */
    repeat(count: number, by: Vec3): void {
      const clip = copySelected();
      if (!clip) return;
      const pasted = repeatEdit(clip, count, by, newId);
      add({ ...pasted, ids: [...core.selection, ...pasted.ids] }, null);
    },

    group: (name: string) =>
      withSelection((parts) => {
        const edit = groupEdit(document, idsOf(parts), { id: newId(), name });
        if (!edit) notify(messages.cantCopy);
        else if (core.change(edit)) notify(messages.grouped(name));
      }),

    ungroup: () =>
      withSelection((parts) => {
        const edit = ungroupEdit(document, idsOf(parts));
        if (!edit) notify(messages.noGroup);
        else if (core.change(edit)) notify(messages.ungrouped);
      }),

    hide: () =>
      withSelection((parts) => {
        core.setHidden([...core.state.get().hidden, ...idsOf(parts)]);
        notify(messages.hidden(core.nameParts(partsOf(parts))));
        core.setSelection([]);
      }),

    showAll() {
      const { hidden } = core.state.get();
      if (hidden.size === 0) return notify(messages.nothingHidden);
      notify(messages.shown(core.nameIds(hidden)));
      core.setHidden([]);
    },

    /** Hides parts or shows them again, whether they are selected or not. */
    setHidden(on: boolean, ids: readonly PartId[]): void {
      const changed = new Set(ids);
      const { hidden } = core.state.get();
      core.setHidden(on ? [...hidden, ...ids] : [...hidden].filter((id) => !changed.has(id)));
      if (on) core.setSelection(core.selection.filter((id) => !changed.has(id)));
      const name = core.nameIds(changed);
      notify(on ? messages.hidden(name) : messages.shown(name));
    },

    setLocked(on: boolean, ids: readonly PartId[] = core.selection) {
      const parts = ids.flatMap((id): Selected[] => {
        const part = document.get(id);
        const canLock =
          part && isPlaced(part) && (PART_FIELDS[part.kind] as readonly string[]).includes("locked");
        return canLock ? [[id, part]] : [];
      });
      if (parts.length === 0) return notify(messages.nothingSelected);
      const changed = parts.filter(([, part]) => (fieldOf(part, "locked") === true) !== on);
      if (changed.length > 0 && !core.changeParts(changeParts(changed, () => ({ locked: on || null }))))
        return;
      const name = core.nameParts(partsOf(parts));
      notify(on ? messages.locked(name) : messages.unlocked(name));
    },

    move: (by: Vec3) => change((part) => moveFields(part, by)),

    turn: (axis: Axis, steps: number) =>
      withSelection((parts) => {
        const list = partsOf(parts);
        if (list.length === 1 && list.every(({ kind }) => kind === "star" || kind === "goal"))
          return notify(messages.cantRotate);
        const rotation = axisRotation(AXIS_INDEX[axis], steps * core.state.get().snap.angle);
        const pivot = pivotOf(list);
        core.changeParts(changeParts(parts, (part) => rotateFields(part, pivot, rotation)));
      }),

    /** `side` is the one that moves. */
    resize: (axis: Axis, steps: number, side: 1 | -1 = 1) =>
      withSelection((parts) => {
        if (!partsOf(parts).some(isSized)) return notify(messages.cantResize);
        const index = AXIS_INDEX[axis];
        const by = steps * core.step;
        const single = singleSized(parts);
        if (single) {
          const length = Math.max(least(single.size[index], by), single.size[index] + by);
          change((part) => (isSized(part) ? resizeFields(part, { axis: index, side, length }) : {}));
          return;
        }
        const bounds = partsBounds(partsOf(parts));
        if (!bounds) return;
        const length = bounds.high[index] - bounds.low[index];
        const factors: Vec3 = [1, 1, 1];
        factors[index] = Math.max(least(length, by), length + by) / length;
        const anchor = side > 0 ? bounds.low : bounds.high;
        core.changeParts(changeParts(parts, (part) => scaleFields(part, anchor, factors)));
      }),

    /** Makes everything larger or smaller around its center, by a grid step of its longest side. */
    resizeEvenly: (steps: number) =>
      withSelection((parts) => {
        const bounds = partsBounds(partsOf(parts));
        if (!bounds) return;
        const single = singleSized(parts);
        const longest = Math.max(...(single?.size ?? subtractVectors(bounds.high, bounds.low)));
        const by = steps * core.step;
        const factor = Math.max(least(longest, by), longest + by) / longest;
        const center = pivotOf(partsOf(parts));
        core.changeParts(changeParts(parts, (part) => evenFields(part, { single, center, factor })));
      }),

    moveMotion: (by: Vec3) =>
      change((part) =>
        part.kind === "block" && part.motion
          ? motionFields(part, addVectors(addVectors(part.position, part.motion.by), by))
          : {},
      ),

    mirror: (axis: "x" | "z") =>
      withSelection((parts) => {
        const list = partsOf(parts);
        const bounds = partsBounds(list);
        if (!bounds) return;
        const at = list.length === 1 ? pivotOf(list) : centerOf(bounds);
        core.changeParts(changeParts(parts, (part) => mirrorFields(part, axis === "x" ? 0 : 2, at)));
      }),

    /** Applies the brush to the selected blocks. */
    paint: () =>
      withSelection((parts) => {
        const blocks = parts.filter(([, part]) => part.kind === "block");
        if (blocks.length === 0) return notify(messages.nothingToPaint);
        const fields = brushFields(core.state.get().brush);
        core.changeParts(changeParts(blocks, () => fields));
        notify(messages.colored(core.nameParts(partsOf(blocks))));
      }),

    setAmbience: (ambience: Ambience) => core.change({ set: [[SKY_ID, { ambience }]] }),
  };
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
