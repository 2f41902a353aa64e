import type { BuildDocument } from "./document.ts";
import type { Edit } from "./edit.ts";
import { type PartId, SKY_ID, SPAWN_ID } from "./ids.ts";
import { PART_FIELDS, type Part } from "./part.ts";

/** The group that a part belongs to; null for none, or one that is gone. */
export function groupOf(document: BuildDocument, part: Part): PartId | null {
  const group = "group" in part ? part.group : undefined;
  return group !== undefined && document.get(group)?.kind === "group" ? group : null;
}

/** All ids that belong to the same groups as some ids, in the order of the document, or the ids themselves without any group. */
export function withGroups(document: BuildDocument, ids: Iterable<PartId>): PartId[] {
  const chosen = new Set(ids);
  const groups = new Set<PartId>();
  for (const id of chosen) {
    const part = document.get(id);
    const group = part ? groupOf(document, part) : null;
    if (group !== null) groups.add(group);
  }
  if (groups.size === 0) return [...chosen];
  const result: PartId[] = [];
  for (const [id, part] of document.entries())
    if (chosen.has(id) || groups.has(groupOf(document, part) ?? "")) result.push(id);
  return result;
}

/** Puts parts into a new group. Groups that have no part left are deleted. Null if nothing can be grouped. */
export function groupEdit(
  document: BuildDocument,
  ids: Iterable<PartId>,
  { id: group, name }: { id: PartId; name: string },
): Edit | null {
  const members = [...ids].filter((id) => {
    const part = document.get(id);
    return part !== undefined && (PART_FIELDS[part.kind] as readonly string[]).includes("group");
  });
  if (members.length === 0) return null;
  const del = emptiedGroups(document, new Set(members));
  return {
    add: [[group, { kind: "group", name }]],
    set: members.map((id) => [id, { group }]),
    ...(del.length > 0 && { del }),
  };
}

/** Takes parts out of their groups. Groups that have no part left are deleted. Null if none of them is in a group. */
export function ungroupEdit(document: BuildDocument, ids: Iterable<PartId>): Edit | null {
  const members = [...ids].filter((id) => {
    const part = document.get(id);
    return part !== undefined && groupOf(document, part) !== null;
  });
  if (members.length === 0) return null;
  const del = emptiedGroups(document, new Set(members));
  return { set: members.map((id) => [id, { group: null }]), ...(del.length > 0 && { del }) };
}

/** Deletes parts and the groups that have no part left. The spawn and the sky stay. Null if nothing is left to delete. */
export function deleteEdit(document: BuildDocument, ids: Iterable<PartId>): Edit | null {
  const del = [...ids].filter((id) => id !== SPAWN_ID && id !== SKY_ID && document.get(id));
  if (del.length === 0) return null;
  return { del: [...del, ...emptiedGroups(document, new Set(del))] };
}

/** Groups whose parts are all among those that leave. */
function emptiedGroups(document: BuildDocument, leaving: ReadonlySet<PartId>): PartId[] {
  const groups = new Set<PartId>();
  for (const id of leaving) {
    const part = document.get(id);
    const group = part ? groupOf(document, part) : null;
    if (group !== null && !leaving.has(group)) groups.add(group);
  }
  if (groups.size === 0) return [];
  for (const [id, part] of document.entries())
    if (!leaving.has(id) && "group" in part && part.group !== undefined) groups.delete(part.group);
  return [...groups];
}
