/** Candidates for a row of levels, the best first, and how many it shows. */
export interface RowOptions<T> {
  candidates: readonly T[];
  size: number;
}

/**
 * Fills shelves so that nothing shows twice. An earlier one chooses before a later one, and each keeps the order of its
 * candidates.
 */
export function fillShelves<K extends string, T extends { id: number }>(
  shelves: Readonly<Record<K, RowOptions<T>>>,
): Record<K, T[]> {
  const shown = new Set<number>();
  const filled = {} as Record<K, T[]>;
  for (const [name, { candidates, size }] of Object.entries(shelves) as [K, RowOptions<T>][]) {
    filled[name] = [];
    for (const candidate of candidates) {
      if (filled[name].length >= size) break;
      if (shown.has(candidate.id)) continue;
      shown.add(candidate.id);
      filled[name].push(candidate);
    }
  }
  return filled;
}
