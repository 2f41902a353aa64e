import type { PartId } from "./ids.ts";
import { type FieldChanges, fieldOf, isEqualField, type Part } from "./part.ts";

/** A change of a level that is being built. Additions come first, then changed fields, then deletions. */
export interface Edit {
  add?: [PartId, Part][];
  set?: [PartId, FieldChanges][];
  del?: PartId[];
}

/** The effect of an edit on one part: `before` is null if it was added, `after` if deleted; null fields are absent. */
export type Change =
  | { id: PartId; field: null; before: Part | null; after: Part | null }
  | { id: PartId; field: string; before: unknown; after: unknown };

export const countParts = ({ add, set, del }: Edit): number =>
  (add?.length ?? 0) + (set?.length ?? 0) + (del?.length ?? 0);

export const isEmptyEdit = (edit: Edit): boolean => countParts(edit) === 0;

export const tidyEdit = ({ add = [], set = [], del = [] }: Edit): Edit => ({
  ...(add.length > 0 && { add }),
  ...(set.length > 0 && { set }),
  ...(del.length > 0 && { del }),
});

/** Puts edits of different parts into one that has the effect of all. */
export const mergeEdits = (edits: readonly Edit[]): Edit =>
  tidyEdit({
    add: edits.flatMap((edit) => edit.add ?? []),
    set: edits.flatMap((edit) => edit.set ?? []),
    del: edits.flatMap((edit) => edit.del ?? []),
  });

/** Splits an edit into edits of at most `most` parts. Together they have the same effect. */
export function splitEdit(edit: Edit, most: number): Edit[] {
  if (countParts(edit) <= most) return isEmptyEdit(edit) ? [] : [tidyEdit(edit)];
  const { add = [], set = [], del = [] } = edit;
  const edits: Edit[] = [];
  for (let i = 0; i < add.length; i += most) edits.push({ add: add.slice(i, i + most) });
  for (let i = 0; i < set.length; i += most) edits.push({ set: set.slice(i, i + most) });
  for (let i = 0; i < del.length; i += most) edits.push({ del: del.slice(i, i + most) });
  return edits;
}

/** Whether a change can be taken back: nothing has touched the same field, or any field of a part that was added, since. */
export type IsUnchanged = (change: Change) => boolean;

/** The result of taking back an edit: the changes that are taken back, as an edit, and those that someone else has changed since. */
export interface Reverted {
  edit: Edit;
  taken: Change[];
  skipped: Change[];
}

/** Takes back changes, except those whose result has changed since. */
export function revert(changes: readonly Change[], isUnchanged: IsUnchanged): Reverted {
  const add: [PartId, Part][] = [];
  const set = new Map<PartId, FieldChanges>();
  const del: PartId[] = [];
  const taken: Change[] = [];
  const skipped: Change[] = [];
  for (const change of [...changes].reverse()) {
    if (!isUnchanged(change)) {
      skipped.push(change);
      continue;
    }
    taken.push(change);
    if (change.field !== null) set.set(change.id, { [change.field]: change.before, ...set.get(change.id) });
    else if (change.before === null) del.push(change.id);
    else add.push([change.id, change.before]);
  }
  return { edit: tidyEdit({ add, set: [...set], del }), taken, skipped };
}

/** Whether a change's result is what a document has now. For predictions: two equal values may have different authors. */
export function isResult(change: Change, get: (id: PartId) => Part | undefined): boolean {
  const part = get(change.id);
  if (change.field !== null)
    return part !== undefined && isEqualField(fieldOf(part, change.field) ?? null, change.after);
  return change.after === null ? part === undefined : part !== undefined && isEqualField(part, change.after);
}
