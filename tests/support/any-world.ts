import fc from "fast-check";
import { partId } from "#domain/build/ids.ts";
import type { FieldChanges, Part } from "#domain/build/part.ts";
import { type Block, EFFECTS } from "#domain/world/block.ts";
import { WORLD_LIMITS } from "#domain/world/limits.ts";
import { MATERIALS, SHAPES } from "#domain/world/materials.ts";
import { AMBIENCES, HAZARD_KINDS, type Vec3, type World } from "#domain/world/schema.ts";

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
