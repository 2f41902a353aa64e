/**
 * Looks a value of a response up. A newer server can send values that this page doesn't know; then the result is `other`.
 */
export const lookUp = <Key extends string, Value>(
  entries: Readonly<Record<Key, Value>>,
  key: string,
  other: Value,
): Value => (Object.hasOwn(entries, key) ? entries[key as Key] : other);
