/** A range of a sorted list. */
export interface Range {
  offset: number;
  limit: number;
}

/** A row's place in a sorted list: by `k`, and ties by `id`. */
export interface SortedRow {
  k: number;
  id: number;
}

/**
 * The range of a sorted list whose rows can be on a page of it merged with `others` further rows: all of these can come before the page,
 * or none.
 */
export function candidateRange({ offset, limit }: Range, others: number): Range {
  const from = Math.max(0, offset - others);
  return { offset: from, limit: offset + limit - from };
}

/** Returns the rows of a page of two merged lists: of `candidates`, which begin at `candidateRange`, and of all `others`. */
export function mergePage<C extends SortedRow, O extends SortedRow>(
  page: Range,
  candidates: readonly C[],
  others: readonly O[],
  direction: "asc" | "desc",
): (C | O)[] {
  const sign = direction === "asc" ? 1 : -1;
  const skipped = page.offset - candidateRange(page, others.length).offset;
  return [...candidates, ...others]
    .sort((a, b) => sign * (a.k - b.k || a.id - b.id))
    .slice(skipped, skipped + page.limit);
}
