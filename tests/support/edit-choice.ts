import fc from "fast-check";
import type { BuildDocument } from "#domain/build/document.ts";
import type { Edit } from "#domain/build/edit.ts";
import { GOAL_ID, type PartId, SKY_ID, SPAWN_ID } from "#domain/build/ids.ts";
import { type FieldChanges, PART_FIELDS, type Part } from "#domain/build/part.ts";
import type { Vec3 } from "#domain/world/schema.ts";
import { anyFields, anyPart } from "./any-world.ts";

/** Values that no field accepts. */
export const hostileValue: fc.Arbitrary<unknown> = fc.constantFrom(
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  1e300,
  -1e300,
  -1,
  "__proto__",
  "constructor",
  "",
  "a".repeat(10_000),
  " ".repeat(10_000),
  [],
  {},
  [0, 0],
  [0, 0, 0, 0],
  [0, 0, "0"],
  [0, Number.NaN, 0],
  [0, Number.POSITIVE_INFINITY, 0],
  [5000, 0, 0],
  { by: [0, 0, 0] },
  { by: [0, 0, 0], seconds: 0 },
  { by: [0, 0, 0], seconds: 1, more: 1 },
  false,
  undefined,
);

/** A choice that a test's step makes from what exists at that moment. */
export interface EditChoice {
  kind: "add" | "set" | "del" | "goal" | "mixed";
  part: Part;
  fields: FieldChanges;
  picks: [number, number, number];
}

export const editChoice: fc.Arbitrary<EditChoice> = fc.record({
  kind: fc.constantFrom("add", "set", "set", "set", "del", "goal", "mixed"),
  part: anyPart,
  fields: anyFields,
  picks: fc.tuple(fc.nat(), fc.nat(), fc.nat()),
});

/** Changes of a part: one field for even picks, else all of them. */
function changesFor(part: Part, fields: FieldChanges, pick: number): FieldChanges {
  const names = PART_FIELDS[part.kind];
  const chosen = pick % 2 === 0 ? [names[(pick >> 1) % names.length] as string] : names;
  return Object.fromEntries(chosen.map((name) => [name, fields[name]]));
}

/** Makes an edit from a choice. Deleted ids are also chosen, because the page may not have heard of it. */
export function editFrom(
  { kind, part, fields, picks: [a, b, c] }: EditChoice,
  document: BuildDocument,
  known: readonly PartId[],
  newId: () => PartId,
): Edit {
  const [one, other] = [known[a % known.length], known[b % known.length]] as [PartId, PartId];
  const set = (id: PartId): [PartId, FieldChanges] => [id, changesFor(document.get(id) ?? part, fields, c)];
  const canDelete = other !== SPAWN_ID && other !== SKY_ID;
  if (kind === "set" || (kind === "del" && !canDelete)) return { set: [set(one)] };
  if (kind === "del") return { del: [other] };
  if (kind === "goal")
    return document.hasGoal
      ? { del: [GOAL_ID] }
      : { add: [[GOAL_ID, { kind: "goal", position: fields.position as Vec3 }]] };
  const id = newId();
  const add: [PartId, Part][] = [[id, part]];
  if (kind === "add") return { add };
  return { add, set: [set(one), [id, changesFor(part, fields, c)]], ...(canDelete && { del: [other] }) };
}
