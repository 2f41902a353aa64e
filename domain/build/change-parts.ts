import type { BuildDocument } from "./document.ts";
import type { Edit } from "./edit.ts";
import type { PartId } from "./ids.ts";
import { limitFields } from "./limit-fields.ts";
import { changedFields, type FieldChanges, isPlaced, type PlacedPart } from "./part.ts";

/** Changes of parts, rounded and within the limits of a level. */
export interface PartChanges {
  changes: Map<PartId, FieldChanges>;
  isLimited: boolean;
}

/** The parts among ids that are somewhere. */
export function placedParts(document: BuildDocument, ids: Iterable<PartId>): [PartId, PlacedPart][] {
  const result: [PartId, PlacedPart][] = [];
  for (const id of ids) {
    const part = document.get(id);
    if (part && isPlaced(part)) result.push([id, part]);
  }
  return result;
}

/** Changes parts one by one. Parts for which `change` returns null stay as they are. */
export function changeParts(
  parts: Iterable<readonly [PartId, PlacedPart]>,
  change: (part: PlacedPart) => FieldChanges | null,
): PartChanges {
  const changes = new Map<PartId, FieldChanges>();
  let isLimited = false;
  for (const [id, part] of parts) {
    const changed = change(part);
    if (!changed) continue;
    const limited = limitFields(changed);
    isLimited ||= limited.isLimited;
    changes.set(id, limited.fields);
  }
  return { changes, isLimited };
}

/** The edit that makes changes, without fields that stay the same. Null if nothing changes. */
export function changesEdit(document: BuildDocument, { changes }: PartChanges): Edit | null {
  const set: [PartId, FieldChanges][] = [];
  for (const [id, fields] of changes) {
    const part = document.get(id);
    if (!part) continue;
    const changed = changedFields(part, fields);
    if (Object.keys(changed).length > 0) set.push([id, changed]);
  }
  return set.length > 0 ? { set } : null;
}
