/** Makes a thing when it is first asked for, and keeps it. What `Intl` offers is slow to make: a first screen should not wait for it. */
export function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
