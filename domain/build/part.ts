import type { Block } from "../world/block.ts";
import type { Ambience, Hazard, Vec3 } from "../world/schema.ts";
import type { PartId } from "./ids.ts";

/*
 * While a level is built, everything in it is a part with an id: blocks, stars, checkpoints, hazards, the spawn, the goal, the
 * sky, and groups, which only builders see. Parts are immutable: a change makes a new one.
 */

/** Fields that only builders see: the level's document leaves them out. */
interface BuilderFields {
  /** The group it belongs to. The group may be gone. */
  group?: PartId;
  locked?: true;
}

export type BlockPart = { kind: "block" } & Block & BuilderFields;
export type StarPart = { kind: "star"; position: Vec3 } & BuilderFields;
export type CheckpointPart = { kind: "checkpoint"; position: Vec3; yaw?: number } & BuilderFields;
export type HazardPart = {
  kind: "hazard";
  hazard: Hazard["kind"];
  position: Vec3;
  size: Vec3;
} & BuilderFields;
export type SpawnPart = { kind: "spawn"; position: Vec3; yaw?: number };
export type GoalPart = { kind: "goal"; position: Vec3 };
export type SkyPart = { kind: "sky"; ambience?: Ambience };
export type GroupPart = { kind: "group"; name: string };

export type Part =
  | BlockPart
  | StarPart
  | CheckpointPart
  | HazardPart
  | SpawnPart
  | GoalPart
  | SkyPart
  | GroupPart;
export type PartKind = Part["kind"];
export type PlacedPart = Exclude<Part, SkyPart | GroupPart>;

/** The fields of each kind that can change, in the order of the document. */
export const PART_FIELDS = {
  block: [
    "shape",
    "position",
    "size",
    "rotation",
    "color",
    "material",
    "effect",
    "motion",
    "group",
    "locked",
  ],
  star: ["position", "group", "locked"],
  checkpoint: ["position", "yaw", "group", "locked"],
  hazard: ["hazard", "position", "size", "group", "locked"],
  spawn: ["position", "yaw"],
  goal: ["position"],
  sky: ["ambience"],
  group: ["name"],
} as const satisfies Record<PartKind, readonly string[]>;

/** Changed fields of a part by name; null removes an optional one. */
export type FieldChanges = Record<string, unknown>;

export const isPlaced = (part: Part): part is PlacedPart => part.kind !== "sky" && part.kind !== "group";

export const fieldOf = (part: Part, field: string): unknown => (part as Record<string, unknown>)[field];

/** Whether two fields are equal: text, numbers, vectors and motions. */
export function isEqualField(a: unknown, b: unknown): boolean {
  return (
    a === b || (typeof a === "object" && typeof b === "object" && JSON.stringify(a) === JSON.stringify(b))
  );
}

/** A part with other fields, in the order of the document. */
export function withFields(part: Part, changes: FieldChanges): Part {
  const result: Record<string, unknown> = { kind: part.kind };
  for (const field of PART_FIELDS[part.kind]) {
    const value = field in changes ? changes[field] : fieldOf(part, field);
    if (value !== undefined && value !== null) result[field] = value;
  }
  return result as unknown as Part;
}

/** The fields among these that differ from the part's, with null for absent ones. */
export function changedFields(part: Part, fields: FieldChanges): FieldChanges {
  const changes: FieldChanges = {};
  for (const field of PART_FIELDS[part.kind]) {
    if (!(field in fields)) continue;
    const value = fields[field] ?? null;
    if (!isEqualField(fieldOf(part, field) ?? null, value)) changes[field] = value;
  }
  return changes;
}

/** A part with its fields in the order of the document. */
export const tidyPart = (part: Part): Part => withFields(part, {});
