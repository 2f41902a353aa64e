/**
 * Creates a value on first use and caches it. `Intl` objects are slow to create, and the first screen
 * shouldn't wait for them.
 */
export function once<T extends object>(make: () => T): () => T {
  let value: T | undefined;
  return () => {
    value ??= make();
    return value;
  };
}
