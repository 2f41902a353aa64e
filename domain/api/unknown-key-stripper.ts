import type * as z from "zod/mini";

type Strip = (value: unknown) => unknown;

interface Shape {
  type: string;
  shape?: Record<string, z.ZodMiniType>;
  element?: z.ZodMiniType;
  innerType?: z.ZodMiniType;
  options?: readonly z.ZodMiniType[];
}

const shapeOf = (schema: z.ZodMiniType): Shape => schema._zod.def as Shape;

const asIs: Strip = (value) => value;
const cached = new WeakMap<object, Strip>();

/** Removes unknown keys and validates nothing: for our own responses. Copies only what it changes. */
export function unknownKeyStripper(schema: z.ZodMiniType): Strip {
  const known = cached.get(schema);
  if (known) return known;
  const strip = build(schema);
  cached.set(schema, strip);
  return strip;
}

function build(schema: z.ZodMiniType): Strip {
  const { type, shape, element, innerType, options } = shapeOf(schema);
  if (type === "object" && shape) return objectStripper(shape);
  if (type === "union" && options?.every((option) => shapeOf(option).shape)) return unionStripper(options);
  if (type === "array" && element) return arrayStripper(unknownKeyStripper(element));
  if ((type === "nullable" || type === "optional") && innerType) {
    const strip = unknownKeyStripper(innerType);
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

/** Strips by the first object whose required keys the value has; by the last one if none fits. */
function unionStripper(options: readonly z.ZodMiniType[]): Strip {
  const candidates = options.map((option) => ({
    required: Object.entries(shapeOf(option).shape ?? {})
      .filter(([, field]) => shapeOf(field).type !== "optional")
      .map(([name]) => name),
    strip: unknownKeyStripper(option),
  }));
  return (value) => {
    const fitting = candidates.find(({ required }) => required.every((name) => name in (value as object)));
    return (fitting ?? candidates.at(-1))?.strip(value);
  };
}

function objectStripper(shape: Record<string, z.ZodMiniType>): Strip {
  const names = new Set(Object.keys(shape));
  const inner = Object.entries(shape)
    .map(([name, schema]) => [name, unknownKeyStripper(schema)] as const)
    .filter(([, strip]) => strip !== asIs);
  return (value) => {
    const whole = value as Record<string, unknown>;
    let result = whole;
    for (const name in whole) {
      if (names.has(name)) continue;
      result = Object.fromEntries(Object.entries(whole).filter(([key]) => names.has(key)));
      break;
    }
    for (const [name, strip] of inner) {
      const field = whole[name];
      if (field === undefined) continue;
      const stripped = strip(field);
      if (stripped === field) continue;
      if (result === whole) result = { ...whole };
      result[name] = stripped;
    }
    return result;
  };
}
