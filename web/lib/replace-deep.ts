type Parts = Record<string, unknown>;

/**
 * A value in which `replace` has had its say about every object, however deep; it answers the object itself where
 * nothing is to change. What has no change in it stays the same object, so that nothing else is drawn anew.
 */
export function replaceDeep<T>(value: T, replace: (object: Parts) => Parts): T {
  if (Array.isArray(value)) {
    const replaced = value.map((one: unknown) => replaceDeep(one, replace));
    return (replaced.some((one, i) => one !== value[i]) ? replaced : value) as T;
  }
  if (typeof value !== "object" || value === null) return value;
  let object = replace(value as Parts);
  for (const [key, one] of Object.entries(object)) {
    const replaced = replaceDeep(one, replace);
    if (replaced !== one) object = { ...object, [key]: replaced };
  }
  return object as T;
}
