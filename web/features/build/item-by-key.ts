/** The item that a key leads to, from the one at an index: the first, the last or, by the steps of arrow keys, a neighbor. */
export function itemByKey<T>(
  key: string,
  items: readonly T[],
  at: number,
  steps: Record<string, number>,
): T | undefined {
  if (key === "Home") return items[0];
  if (key === "End") return items.at(-1);
  const step = steps[key];
  return step === undefined || at < 0 ? undefined : items[(at + step + items.length) % items.length];
}
