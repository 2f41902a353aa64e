import fc from "fast-check";
import type { BuildDocument } from "#domain/build/document.ts";
import type { Edit } from "#domain/build/edit.ts";
import { GOAL_ID, type PartId, partId, SKY_ID, SPAWN_ID } from "#domain/build/ids.ts";
import { type FieldChanges, PART_FIELDS, type Part } from "#domain/build/part.ts";
import type { Block } from "#domain/world/block.ts";
import { AMBIENCES, EFFECTS, HAZARD_KINDS } from "#domain/world/effects.ts";
import { WORLD_LIMITS } from "#domain/world/limits.ts";
import { MATERIALS, SHAPES } from "#domain/world/materials.ts";
import type { Vec3, World } from "#domain/world/schema.ts";

const numberIn = (min: number, max: number) =>
  fc.oneof(
    fc.integer({ min: Math.ceil(min), max: Math.floor(max) }),
    fc.double({ min, max, noNaN: true }),
    fc.constantFrom(min, max),
  );
const vectorIn = (min: number, max: number): fc.Arbitrary<Vec3> =>
  fc.tuple(numberIn(min, max), numberIn(min, max), numberIn(min, max));

const position = vectorIn(-WORLD_LIMITS.coordinate, WORLD_LIMITS.coordinate);
const size = vectorIn(WORLD_LIMITS.sizeMin, WORLD_LIMITS.sizeMax);
const degrees = numberIn(-360, 360);
const color = fc.stringMatching(/^[0-9a-fA-F]{6}$/);
const motion = fc.record({
  by: position,
  seconds: numberIn(WORLD_LIMITS.motionSecondsMin, WORLD_LIMITS.motionSecondsMax),
});

export const anyBlock: fc.Arbitrary<Block> = fc.record(
  {
    shape: fc.constantFrom(...SHAPES),
    position,
    size,
    color,
    rotation: vectorIn(-360, 360),
    material: fc.constantFrom(...MATERIALS),
    effect: fc.constantFrom(...EFFECTS),
    motion,
  },
  { requiredKeys: ["shape", "position", "size", "color"] },
);
const spot = fc.record({ position, yaw: degrees }, { requiredKeys: ["position"] });
const hazard = fc.record({ kind: fc.constantFrom(...HAZARD_KINDS), position, size });

/** Any document that uploads accept. */
export const anyWorld: fc.Arbitrary<World> = fc.record(
  {
    version: fc.constant(1 as const),
    ambience: fc.constantFrom(...AMBIENCES),
    spawn: spot,
    goal: fc.record({ position }),
    stars: fc.array(fc.record({ position }), { maxLength: 4 }),
    checkpoints: fc.array(spot, { maxLength: 4 }),
    hazards: fc.array(hazard, { maxLength: 4 }),
    blocks: fc.array(anyBlock, { maxLength: 8 }),
  },
  { requiredKeys: ["version", "spawn", "stars", "checkpoints", "hazards", "blocks"] },
);

/** Ids of groups that may or may not exist. */
const group = fc.constantFrom(partId(0, 0), partId(1, 900), partId(7, 7));
const builderFields = { group, locked: fc.constant(true as const) };

const withBuilderFields = <T extends object>(part: fc.Arbitrary<T>) =>
  fc
    .tuple(part, fc.record(builderFields, { requiredKeys: [] }))
    .map(([fields, more]) => ({ ...fields, ...more }));

/** Parts that a page can add under an id of its own. */
export const anyPart: fc.Arbitrary<Part> = fc.oneof(
  withBuilderFields(anyBlock).map((block): Part => ({ kind: "block", ...block })),
  withBuilderFields(fc.record({ position })).map((star): Part => ({ kind: "star", ...star })),
  withBuilderFields(spot).map((one): Part => ({ kind: "checkpoint", ...one })),
  withBuilderFields(hazard).map(({ kind, ...one }): Part => ({ kind: "hazard", hazard: kind, ...one })),
  fc.constantFrom("Roof", "Trees").map((name): Part => ({ kind: "group", name })),
);

const FIELDS: Record<string, fc.Arbitrary<unknown>> = {
  shape: fc.constantFrom(...SHAPES),
  position,
  size,
  rotation: fc.option(vectorIn(-360, 360)),
  color,
  material: fc.option(fc.constantFrom(...MATERIALS)),
  effect: fc.option(fc.constantFrom(...EFFECTS)),
  motion: fc.option(motion),
  group: fc.option(group),
  locked: fc.option(fc.constant(true)),
  yaw: fc.option(degrees),
  hazard: fc.constantFrom(...HAZARD_KINDS),
  ambience: fc.option(fc.constantFrom(...AMBIENCES)),
  name: fc.constantFrom("Roof", "Trees", "Bridge"),
};
/** A value for each field of any kind. */
export const anyFields: fc.Arbitrary<FieldChanges> = fc.record(FIELDS);

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
