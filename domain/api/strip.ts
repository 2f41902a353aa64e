import type * as z from "zod/mini";

type Strip = (value: unknown) => unknown;

/** The few things a zod schema tells of its shape that matter here. */
interface Shape {
  type: string;
  shape?: Record<string, z.ZodMiniType>;
  element?: z.ZodMiniType;
  innerType?: z.ZodMiniType;
}

const asIs: Strip = (value) => value;
const made = new WeakMap<object, Strip>();

/**
 * A function that leaves of a value only what the schema names, and checks nothing: an answer is made by our own code,
 * and tests hold it against the whole schema. Answers are made of objects, arrays and what may be null or absent;
 * anything else is passed through. What holds nothing more than was promised is passed through as it is, uncopied.
 */
export function stripper(schema: z.ZodMiniType): Strip {
  const known = made.get(schema);
  if (known) return known;
  const strip = build(schema);
  made.set(schema, strip);
  return strip;
}

function build(schema: z.ZodMiniType): Strip {
  const { type, shape, element, innerType } = schema._zod.def as Shape;
  if (type === "object" && shape) return objectStripper(shape);
  if (type === "array" && element) return arrayStripper(stripper(element));
  if ((type === "nullable" || type === "optional") && innerType) {
    const strip = stripper(innerType);
    return strip === asIs ? asIs : (value) => (value === null || value === undefined ? value : strip(value));
  }
  return asIs;
}

function arrayStripper(strip: Strip): Strip {
  if (strip === asIs) return asIs;
  return (value) => {
    const whole = value as unknown[];
    const stripped = whole.map(strip);
    return stripped.every((element, i) => element === whole[i]) ? whole : stripped;
  };
}

function objectStripper(shape: Record<string, z.ZodMiniType>): Strip {
  const names = new Set(Object.keys(shape));
  const inner = Object.entries(shape)
    .map(([name, schema]) => [name, stripper(schema)] as const)
    .filter(([, strip]) => strip !== asIs);
  return (value) => {
    const whole = value as Record<string, unknown>;
    let left = whole;
    for (const name in whole) {
      if (names.has(name)) continue;
      left = Object.fromEntries(Object.entries(whole).filter(([one]) => names.has(one)));
      break;
    }
    for (const [name, strip] of inner) {
      const field = whole[name];
      if (field === undefined) continue;
      const stripped = strip(field);
      if (stripped === field) continue;
      if (left === whole) left = { ...whole };
      left[name] = stripped;
    }
    return left;
  };
}
