import type * as z from "zod/mini";

/** Part of a value. What is missing is completed from the schema, lists included. */
export type Given<T> = T extends readonly (infer Entry)[]
  ? readonly Given<Entry>[]
  : T extends object
    ? { [Key in keyof T]?: Given<T[Key]> | undefined }
    : T;

interface Definition {
  type: string;
  shape: Record<string, z.ZodMiniType>;
  element: z.ZodMiniType;
  innerType: z.ZodMiniType;
  valueType: z.ZodMiniType;
  options: z.ZodMiniType[];
  items: z.ZodMiniType[];
  out: z.ZodMiniType;
  left: z.ZodMiniType;
  right: z.ZodMiniType;
  values: unknown[];
  entries: Record<string, unknown>;
  defaultValue: unknown;
  getter: () => z.ZodMiniType;
}

type Fields = Record<string, unknown>;

const DAY = "2026-01-02";

/** Text that pages can format, link to or show as a picture, by the name of its field. */
function textFor(name: string): string {
  if (name.endsWith("_at")) return `${DAY}T03:04:05.000Z`;
  if (name === "day") return DAY;
  return name.endsWith("url") ? `/${name}` : name;
}

/**
 * Completes a response with the plainest values that its schema allows: false, 0 (1 as an id), null, an empty list, and as text the
 * field's own name. `undefined` is completed, too.
 */
export function complete(schema: z.ZodMiniType, given?: unknown, name = ""): unknown {
  const def = schema._zod.def as unknown as Definition;
  switch (def.type) {
    case "object":
      return completeFields(def.shape, given as Fields | undefined);
    case "array": {
      const entries = (given ?? Array.from({ length: minimum(schema) })) as unknown[];
      return entries.map((entry) => complete(def.element, entry, name));
    }
    case "record":
      return Object.fromEntries(
        Object.entries((given ?? {}) as Fields).map(([key, entry]) => [
          key,
          complete(def.valueType, entry, key),
        ]),
      );
    case "tuple":
      return def.items.map((item, at) => complete(item, (given as unknown[] | undefined)?.[at], name));
    case "nullable":
      return given === undefined || given === null ? null : complete(def.innerType, given, name);
    case "optional":
    case "default":
    case "prefault":
      return given === undefined ? def.defaultValue : complete(def.innerType, given, name);
    case "readonly":
    case "catch":
      return complete(def.innerType, given, name);
    case "pipe":
      return complete(def.out, given, name);
    case "lazy":
      return complete(def.getter(), given, name);
    case "intersection":
      return { ...(complete(def.left, given) as object), ...(complete(def.right, given) as object) };
    case "union":
      return completeOption(def.options, given, name);
    default:
      return given === undefined ? plainest(schema, name) : given;
  }
}

/** The smallest value or length that the checks of a schema allow. */
function minimum({ _zod }: z.ZodMiniType): number {
  const { checks = [] } = _zod.def as { checks?: { _zod: { def: { length?: number; minimum?: number } } }[] };
  return Math.max(0, ...checks.map((check) => check._zod.def.length ?? check._zod.def.minimum ?? 0));
}

function plainest(schema: z.ZodMiniType, name: string): unknown {
  const { type, values, entries } = schema._zod.def as unknown as Definition;
  if (type === "string") return textFor(name);
  const isId = /^id$|_id$/.test(name);
  if (type === "number" || (type === "custom" && isId)) return Math.max(minimum(schema), isId ? 1 : 0);
  if (type === "boolean") return false;
  if (type === "literal") return values[0];
  if (type === "enum") return Object.values(entries)[0];
  return type === "null" || type === "unknown" || type === "any" ? null : undefined;
}

function completeFields(shape: Definition["shape"], given: Fields = {}): Fields {
  const fields: Fields = { ...given };
  for (const [name, schema] of Object.entries(shape)) {
    const value = complete(schema, given[name], name);
    if (value !== undefined) fields[name] = value;
  }
  return fields;
}

/** The first option that what is given belongs to. */
function completeOption(options: readonly z.ZodMiniType[], given: unknown, name: string): unknown {
  const completed = options.map((option) => () => complete(option, given, name));
  const fits = completed.find((value, at) => {
    try {
      return options[at]?.safeParse(value()).success;
    } catch {
      return false;
    }
  });
  return fits ? fits() : given;
}
