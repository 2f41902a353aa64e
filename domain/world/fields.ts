import * as z from "zod/mini";

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
export function vectorField(min: number, max: number) {
  const axis = z.number().check(z.gte(min), z.lte(max));
  const fits = (value: unknown) =>
    Array.isArray(value) &&
    value.length === 3 &&
    isWithin(value[0], min, max) &&
    isWithin(value[1], min, max) &&
    isWithin(value[2], min, max);
  return { schema: z.tuple([axis, axis, axis]), fits };
}

/** A value from a list. */
export function enumField<const Words extends readonly string[]>(words: Words) {
  const known = new Set<unknown>(words);
  return { schema: z.enum(words), fits: (value: unknown) => known.has(value) };
}

/** Exactly 6 hexadecimal digits, without '#'. */
export function colorField() {
  const pattern = /^[0-9a-fA-F]{6}$/;
  const fits = (value: unknown) => typeof value === "string" && value.length === 6 && pattern.test(value);
  return { schema: z.string().check(z.regex(pattern)), fits };
}

/** An object with exactly these keys; those in `optional` may be absent. */
export function objectFits(
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
