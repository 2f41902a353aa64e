import type { BuildDocument } from "#domain/build/document.ts";
import type { Edit } from "#domain/build/edit.ts";
import type { PartId } from "#domain/build/ids.ts";
import { type FieldChanges, fieldOf, isEqualField, PART_FIELDS, type Part } from "#domain/build/part.ts";

/** Returns the edit that turns a document into another one with the same ids. */
export function editBetween(from: BuildDocument, to: BuildDocument): Edit {
  const add: [PartId, Part][] = [];
  const set: [PartId, FieldChanges][] = [];
  const del: PartId[] = [];
  for (const [id, part] of to.entries()) {
    const old = from.get(id);
    if (!old) add.push([id, part]);
    else {
      const changes = changedFields(old, part);
      if (changes) set.push([id, changes]);
    }
  }
  for (const [id] of from.entries()) if (!to.get(id)) del.push(id);
  return { ...(add.length > 0 && { add }), ...(set.length > 0 && { set }), ...(del.length > 0 && { del }) };
}

/** The fields that differ; null if none do. An id always has the same kind of part. */
function changedFields(from: Part, to: Part): FieldChanges | null {
  const changes: FieldChanges = {};
  for (const field of PART_FIELDS[to.kind]) {
    const [old, value] = [fieldOf(from, field) ?? null, fieldOf(to, field) ?? null];
    if (!isEqualField(old, value)) changes[field] = value;
  }
  return Object.keys(changes).length > 0 ? changes : null;
}
