import * as z from "zod/mini";
import { colorField, numberField, objectFits, vectorField, wordField } from "./fields.ts";
import { WORLD_LIMITS } from "./limits.ts";

export const SHAPES = ["box", "wedge", "pyramid", "cylinder", "cone", "sphere"] as const;
export const MATERIALS = [
  "plastic",
  "wood",
  "brick",
  "grass",
  "dirt",
  "stone",
  "sand",
  "snow",
  "ice",
  "metal",
  "glass",
  "neon",
  "water",
  "lava",
  "leaves",
  "cloth",
] as const;
/** What touching a block does: `ghost` is scenery one walks through, `crumble` falls away after a step. */
export const EFFECTS = ["bounce", "boost", "crumble", "ghost"] as const;

const { coordinate, sizeMin, sizeMax, motionSecondsMin, motionSecondsMax } = WORLD_LIMITS;
export const positionField = vectorField(-coordinate, coordinate);
export const sizeField = vectorField(sizeMin, sizeMax);
export const degreesField = numberField(-360, 360);
const shape = wordField(SHAPES);
const rotation = vectorField(-360, 360);
const color = colorField();
const material = wordField(MATERIALS);
const effect = wordField(EFFECTS);
const seconds = numberField(motionSecondsMin, motionSecondsMax);

/** A block glides from its place to `by` beyond it and back, `seconds` each way. */
const motionSchema = z.strictObject({ by: positionField.schema, seconds: seconds.schema });

/**
 * One block. `position` is its centre, `size` its full extent before turning, `rotation` Euler angles in degrees
 * applied in the order X, Y, Z. A wedge rises towards −Z; cylinders, cones and pyramids stand along Y.
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
export type Shape = Block["shape"];
export type Material = (typeof MATERIALS)[number];

/** Whether `blockSchema` accepts the value, about thirty times faster; it never accepts what the schema refuses. */
export const isBlock: (value: unknown) => boolean = objectFits(
  {
    shape: shape.fits,
    position: positionField.fits,
    size: sizeField.fits,
    rotation: rotation.fits,
    color: color.fits,
    material: material.fits,
    effect: effect.fits,
    motion: objectFits({ by: positionField.fits, seconds: seconds.fits }, new Set()),
  },
  new Set(["rotation", "material", "effect", "motion"]),
);
