/** Candidates for a row of levels, the best first, and how many it shows. */
export interface RowOptions<T> {
  candidates: readonly T[];
  size: number;
}

/** Fills shelves so that nothing shows twice: earlier ones choose first. Each keeps the order of its candidates. */
export function fillShelves<Shelves extends Readonly<Record<string, RowOptions<{ id: number }>>>>(
  shelves: Shelves,
): { [Name in keyof Shelves]: Shelves[Name]["candidates"][number][] } {
  const shown = new Set<number>();
  const fill = ({ candidates, size }: RowOptions<{ id: number }>) => {
    const row: { id: number }[] = [];
    for (const candidate of candidates) {
      if (row.length >= size) break;
      if (shown.has(candidate.id)) continue;
      shown.add(candidate.id);
      row.push(candidate);
    }
    return row;
  };
  const filled = Object.entries(shelves).map(([name, options]) => [name, fill(options)] as const);
  return Object.fromEntries(filled) as { [Name in keyof Shelves]: Shelves[Name]["candidates"][number][] };
}
