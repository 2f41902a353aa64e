import * as z from "zod/mini";
import { blockSchema, degreesField, positionField, sizeField } from "./block.ts";
import { WORLD_LIMITS } from "./limits.ts";

export const AMBIENCES = [
  "day",
  "sunset",
  "night",
  "space",
  "snow",
  "spooky",
  "ember",
  "candy",
  "jungle",
  "indoor",
] as const;
export const HAZARD_KINDS = ["lava", "spikes", "saw", "laser", "poison"] as const;

const spot = z.strictObject({ position: positionField.schema, yaw: z.optional(degreesField.schema) });
const hazardSchema = z.strictObject({
  kind: z.enum(HAZARD_KINDS),
  position: positionField.schema,
  size: sizeField.schema,
});

/** Everything except the blocks, which are only counted here. */
const frame = {
  version: z.literal(1),
  ambience: z.optional(z.enum(AMBIENCES)),
  spawn: spot,
  stars: z._default(
    z.array(z.strictObject({ position: positionField.schema })).check(z.maxLength(WORLD_LIMITS.stars)),
    [],
  ),
  checkpoints: z._default(z.array(spot).check(z.maxLength(WORLD_LIMITS.checkpoints)), []),
  hazards: z._default(z.array(hazardSchema).check(z.maxLength(WORLD_LIMITS.hazards)), []),
  goal: z.optional(z.strictObject({ position: positionField.schema })),
};

/** A version 1 level document. `spawn`, `checkpoints` and `goal` are ground points; a star's position is its center. */
export const worldSchema = z.strictObject({
  ...frame,
  blocks: z.array(blockSchema).check(z.maxLength(WORLD_LIMITS.blocks)),
});
export const worldFrameSchema = z.strictObject({
  ...frame,
  blocks: z.array(z.unknown()).check(z.maxLength(WORLD_LIMITS.blocks)),
});

export type World = z.infer<typeof worldSchema>;
export type Ambience = (typeof AMBIENCES)[number];
export type Hazard = z.infer<typeof hazardSchema>;
export type Vec3 = [number, number, number];
