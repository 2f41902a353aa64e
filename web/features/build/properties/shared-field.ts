import type { Edit } from "#domain/build/edit.ts";
import type { PartId } from "#domain/build/ids.ts";
import { type FieldChanges, fieldOf, isEqualField, PART_FIELDS, type Part } from "#domain/build/part.ts";
import type { Vec3 } from "#domain/world/schema.ts";
import { MIXED, type Shared } from "./brush-fields.tsx";

export type PartEntry = readonly [PartId, Part];

export const partsWith = (parts: readonly PartEntry[], field: string): PartEntry[] =>
  parts.filter(([, { kind }]) => (PART_FIELDS[kind] as readonly string[]).includes(field));

/** The value that all parts have in common; undefined for a field that none of them has set. */
export function sharedField<T>(parts: readonly PartEntry[], field: string): Shared<T | undefined> {
  const values = parts.map(([, part]) => fieldOf(part, field));
  const [first] = values;
  return values.every((value) => isEqualField(value, first)) ? (first as T | undefined) : MIXED;
}

const ORIGIN: Vec3 = [0, 0, 0];

/** The vector of a part; a rotation that isn't set is none. */
export const vectorOf = (part: Part, field: string): Vec3 =>
  (fieldOf(part, field) as Vec3 | undefined) ?? ORIGIN;

/** The number on one axis that all parts have in common. */
export function sharedAxis(parts: readonly PartEntry[], field: string, axis: number): Shared<number> {
  const values = parts.map(([, part]) => vectorOf(part, field)[axis] ?? 0);
  const [first = 0] = values;
  return values.every((value) => value === first) ? first : MIXED;
}

/** Sets one axis of a vector and leaves the others of each part alone. */
export function axisEdit(parts: readonly PartEntry[], field: string, axis: number, value: number): Edit {
  const set = parts.map(([id, part]): [PartId, FieldChanges] => {
    const vector = vectorOf(part, field).map((old, i) => (i === axis ? value : old));
    // A rotation of nothing isn't stored.
    const isNone = field === "rotation" && vector.every((number) => number === 0);
    return [id, { [field]: isNone ? null : vector }];
  });
  return { set };
}

export const fieldEdit = (parts: readonly PartEntry[], field: string, value: unknown): Edit => ({
  set: partsWith(parts, field).map(([id]): [PartId, FieldChanges] => [id, { [field]: value }]),
});

/** Sets one axis of the way that blocks move, and leaves the rest of each block's motion alone. */
export function motionEdit(
  parts: readonly PartEntry[],
  change: { axis: number; value: number } | { seconds: number },
): Edit {
  const set = parts.flatMap(([id, part]): [PartId, FieldChanges][] => {
    if (part.kind !== "block" || !part.motion) return [];
    const { by, seconds } = part.motion;
    const motion =
      "seconds" in change
        ? { by, seconds: change.seconds }
        : { by: by.map((old, i) => (i === change.axis ? change.value : old)), seconds };
    return [[id, { motion }]];
  });
  return { set };
}
