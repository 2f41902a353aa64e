import type { BuildDocument } from "#domain/build/document.ts";
import { type Edit, tidyEdit } from "#domain/build/edit.ts";
import type { PartId } from "#domain/build/ids.ts";
import { changedFields, type FieldChanges, fieldOf, PART_FIELDS, type Part } from "#domain/build/part.ts";

/** Returns the edit that turns a document into another one with the same ids. An id always has the same kind of part. */
export function editBetween(from: BuildDocument, to: BuildDocument): Edit {
  const add: [PartId, Part][] = [];
  const set: [PartId, FieldChanges][] = [];
  const del: PartId[] = [];
  for (const [id, part] of to.entries()) {
    const old = from.get(id);
    const changes = old ? changedFields(old, allFields(part)) : {};
    if (!old) add.push([id, part]);
    else if (Object.keys(changes).length > 0) set.push([id, changes]);
  }
  for (const [id] of from.entries()) if (!to.get(id)) del.push(id);
  return tidyEdit({ add, set, del });
}

/** All fields that the part can have, also the absent ones. */
const allFields = (part: Part): FieldChanges =>
  Object.fromEntries(PART_FIELDS[part.kind].map((field) => [field, fieldOf(part, field)]));
