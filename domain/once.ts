/** Creates a value on first use: `Intl` objects are slow to create, and the first screen shouldn't wait. */
export function once<T extends object>(make: () => T): () => T {
  let value: T | undefined;
  return () => {
    value ??= make();
    return value;
  };
}
