import { AMBIENCES, EFFECTS, HAZARD_KINDS } from "../world/effects.ts";
import { MATERIALS, SHAPES } from "../world/materials.ts";
import type { Edit } from "./edit.ts";
import { PART_FIELDS } from "./part.ts";

/** Values that a field can have. A newer version may have more. */
const VALUES: Record<string, readonly unknown[]> = {
  kind: Object.keys(PART_FIELDS),
  shape: SHAPES,
  material: MATERIALS,
  effect: EFFECTS,
  hazard: HAZARD_KINDS,
  ambience: AMBIENCES,
};

/** Whether this version can show a part, or changed fields of one: a newer version may have made them. */
export const isKnownPart = (fields: unknown): boolean =>
  typeof fields === "object" &&
  fields !== null &&
  Object.entries(fields).every(
    ([field, value]) => value === null || (VALUES[field]?.includes(value) ?? true),
  );

/** Whether this version can show what an edit brings. */
export const isKnownEdit = ({ add = [], set = [] }: Edit): boolean =>
  [...add, ...set].every(([, fields]) => isKnownPart(fields));
