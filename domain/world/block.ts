import * as z from "zod/mini";
import { COLOR, FIELD_RANGES } from "./block-field-fits.ts";
import { EFFECTS } from "./effects.ts";
import { MATERIALS, SHAPES } from "./materials.ts";

/** A finite number from `min` to `max`, inclusive. */
/* @__NO_SIDE_EFFECTS__ */
export const numberSchema = (min: number, max: number) => z.number().check(z.gte(min), z.lte(max));

/** 3 numbers [x, y, z], each from `min` to `max`. */
/* @__NO_SIDE_EFFECTS__ */
function vectorSchema(min: number, max: number) {
  const axis = numberSchema(min, max);
  return z.tuple([axis, axis, axis]);
}

export const positionSchema = vectorSchema(...FIELD_RANGES.position);
export const sizeSchema = vectorSchema(...FIELD_RANGES.size);
export const degreesSchema = numberSchema(...FIELD_RANGES.degrees);

/** `position` is the center, `size` before `rotation` (degrees, X, Y, Z). Wedges rise towards −Z. */
export const blockSchema = z.strictObject({
  shape: z.enum(SHAPES),
  position: positionSchema,
  size: sizeSchema,
  rotation: z.optional(vectorSchema(...FIELD_RANGES.degrees)),
  color: z.string().check(z.regex(COLOR)),
  material: z.optional(z.enum(MATERIALS)),
  effect: z.optional(z.enum(EFFECTS)),
  motion: z.optional(z.strictObject({ by: positionSchema, seconds: numberSchema(...FIELD_RANGES.seconds) })),
});

export type Block = z.infer<typeof blockSchema>;
export type BlockShape = Block["shape"];
