type Fields = Record<string, unknown>;

/**
 * Applies `replace` to every nested object; `replace` returns its argument to leave it as it is. Unchanged parts keep their
 * identity, so React doesn't re-render them.
 */
export function replaceDeep<T>(value: T, replace: (object: Fields) => Fields): T {
  if (Array.isArray(value)) {
    const replaced = value.map((item: unknown) => replaceDeep(item, replace));
    return (replaced.some((item, i) => item !== value[i]) ? replaced : value) as T;
  }
  if (typeof value !== "object" || value === null) return value;
  let object = replace(value as Fields);
  for (const [key, field] of Object.entries(object)) {
    const replaced = replaceDeep(field, replace);
    if (replaced !== field) object = { ...object, [key]: replaced };
  }
  return object as T;
}
