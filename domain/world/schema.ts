import * as z from "zod/mini";
import { blockSchema, degreesSchema, positionSchema, sizeSchema } from "./block.ts";
import { AMBIENCES, HAZARD_KINDS } from "./effects.ts";
import { WORLD_LIMITS } from "./limits.ts";

const spot = z.strictObject({ position: positionSchema, yaw: z.optional(degreesSchema) });
const hazardSchema = z.strictObject({
  kind: z.enum(HAZARD_KINDS),
  position: positionSchema,
  size: sizeSchema,
});

/** Everything except the blocks, which are only counted here. */
const frame = {
  version: z.literal(1),
  ambience: z.optional(z.enum(AMBIENCES)),
  spawn: spot,
  stars: z._default(
    z.array(z.strictObject({ position: positionSchema })).check(z.maxLength(WORLD_LIMITS.stars)),
    [],
  ),
  checkpoints: z._default(z.array(spot).check(z.maxLength(WORLD_LIMITS.checkpoints)), []),
  hazards: z._default(z.array(hazardSchema).check(z.maxLength(WORLD_LIMITS.hazards)), []),
  goal: z.optional(z.strictObject({ position: positionSchema })),
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
