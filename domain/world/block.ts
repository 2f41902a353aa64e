import * as z from "zod/mini";
import { WORLD_LIMITS } from "./limits.ts";
import { MATERIALS, SHAPES } from "./materials.ts";

/*
 * Each field of a block has a zod schema, which explains errors, and a plain test, which only decides. Both come from the
 * same arguments. A level has up to 20,000 blocks, and zod without its compiler (workerd forbids `eval`) needs 150 ms for
 * that many; the tests need about 5.
 */

/** A finite number from `min` to `max`, inclusive. */
export function numberField(min: number, max: number) {
  const schema = z.number().check(z.gte(min), z.lte(max));
  return { schema, fits: (value: unknown) => isWithin(value, min, max) };
}

/** 3 numbers [x, y, z], each from `min` to `max`. */
function vectorField(min: number, max: number) {
  const axis = z.number().check(z.gte(min), z.lte(max));
  const fits = (value: unknown) =>
    Array.isArray(value) &&
    value.length === 3 &&
    isWithin(value[0], min, max) &&
    isWithin(value[1], min, max) &&
    isWithin(value[2], min, max);
  return { schema: z.tuple([axis, axis, axis]), fits };
}

function enumField<const Words extends readonly string[]>(words: Words) {
  const known = new Set<unknown>(words);
  return { schema: z.enum(words), fits: (value: unknown) => known.has(value) };
}

function colorField() {
  const pattern = /^[0-9a-fA-F]{6}$/;
  const fits = (value: unknown) => typeof value === "string" && value.length === 6 && pattern.test(value);
  return { schema: z.string().check(z.regex(pattern)), fits };
}

/** An object with exactly these keys; those in `optional` may be absent. */
function objectFits(
  fields: Record<string, (value: unknown) => boolean>,
  optional: ReadonlySet<string>,
): (value: unknown) => boolean {
  const required = Object.keys(fields).filter((key) => !optional.has(key)).length;
  const tests = new Map(Object.entries(fields));
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
    let found = 0;
    for (const key in value) {
      const test = tests.get(key);
      if (!test?.((value as Record<string, unknown>)[key])) return false;
      if (!optional.has(key)) found++;
    }
    return found === required;
  };
}

function isWithin(value: unknown, min: number, max: number): boolean {
  return typeof value === "number" && value >= min && value <= max;
}

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

const motionSchema = z.strictObject({ by: positionField.schema, seconds: seconds.schema });

/** `position` is the center, `size` before `rotation` (degrees, X, Y, Z). Wedges rise towards −Z. */
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

/** Whether `blockSchema` accepts the value, about 30 times faster. Never accepts what the schema rejects. */
export const isBlock: (value: unknown) => boolean = objectFits(
  blockFieldFits,
  new Set(["rotation", "material", "effect", "motion"]),
);
