import * as z from "zod/mini";
import { colorField, enumField, numberField, objectFits, vectorField } from "./fields.ts";
import { WORLD_LIMITS } from "./limits.ts";
import { MATERIALS, SHAPES } from "./materials.ts";

/** Effects of touching a block: `ghost` lets players walk through, `crumble` makes it fall after a step. */
export const EFFECTS = ["bounce", "boost", "crumble", "ghost"] as const;

const { coordinate, sizeMin, sizeMax, motionSecondsMin, motionSecondsMax } = WORLD_LIMITS;
export const positionField = vectorField(-coordinate, coordinate);
export const sizeField = vectorField(sizeMin, sizeMax);
export const degreesField = numberField(-360, 360);
const shape = enumField(SHAPES);
const rotation = vectorField(-360, 360);
const color = colorField();
const material = enumField(MATERIALS);
const effect = enumField(EFFECTS);
const seconds = numberField(motionSecondsMin, motionSecondsMax);

/** A block moves from its position by `by` and back, `seconds` each way. */
const motionSchema = z.strictObject({ by: positionField.schema, seconds: seconds.schema });

/**
 * A block. `position` is its center, `size` its full extent before rotation, `rotation` Euler angles in degrees applied in
 * the order X, Y, Z. A wedge rises towards −Z; cylinders, cones and pyramids stand along Y.
 */
export const blockSchema = z.strictObject({
  shape: shape.schema,
  position: positionField.schema,
  size: sizeField.schema,
  rotation: z.optional(rotation.schema),
  color: color.schema,
  material: z.optional(material.schema),
  effect: z.optional(effect.schema),
  motion: z.optional(motionSchema),
});

export type Block = z.infer<typeof blockSchema>;
export type BlockShape = Block["shape"];

/** Whether a value fits a block's field. */
export const blockFieldFits = {
  shape: shape.fits,
  position: positionField.fits,
  size: sizeField.fits,
  rotation: rotation.fits,
  color: color.fits,
  material: material.fits,
  effect: effect.fits,
  motion: objectFits({ by: positionField.fits, seconds: seconds.fits }, new Set()),
};

/**
 * Whether `blockSchema` accepts the value, about 30 times faster. Never accepts a value that the schema
 * rejects.
 */
export const isBlock: (value: unknown) => boolean = objectFits(
  blockFieldFits,
  new Set(["rotation", "material", "effect", "motion"]),
);
