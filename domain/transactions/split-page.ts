/** A range of a sorted list. */
export interface Range {
  offset: number;
  limit: number;
}

/** How the rows of two sorted lists follow one another in the list of both. */
export type Sequence = "live first" | "archived first" | "mixed";

export interface SplitPage {
  live: Range;
  archived: Range;
  /** How many rows of both ranges, merged, come before the page. */
  skipped: number;
}

const clamp = (value: number, max: number): number => Math.max(0, Math.min(value, max));

/** The part of a range in a list that begins at `start` and has `length` rows. */
function partOf({ offset, limit }: Range, start: number, length: number): Range {
  const from = clamp(offset - start, length);
  return { offset: from, limit: clamp(offset + limit - start, length) - from };
}

/**
 * Splits a page of the merged list of live and archived rows into the ranges of each that can be on it. For a mixed sequence, it's not
 * known how many rows of the other list come before: none, or all of them.
 */
export function splitPage(
  page: Range,
  { live, archived }: { live: number; archived: number },
  sequence: Sequence,
): SplitPage {
  if (sequence === "live first")
    return { live: partOf(page, 0, live), archived: partOf(page, live, archived), skipped: 0 };
  if (sequence === "archived first")
    return { live: partOf(page, archived, live), archived: partOf(page, 0, archived), skipped: 0 };
  const candidates = (length: number, others: number): Range => {
    const offset = clamp(page.offset - others, length);
    return { offset, limit: clamp(page.offset + page.limit, length) - offset };
  };
  const ranges = { live: candidates(live, archived), archived: candidates(archived, live) };
  return { ...ranges, skipped: page.offset - ranges.live.offset - ranges.archived.offset };
}
