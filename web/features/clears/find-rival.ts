import type { Clear } from "#domain/clears/api.ts";

export const PODIUM_PLACES = 3;

/** The player to beat next: the third place or, on the podium, the one ahead. `fastest` begins at place 1. */
export function findRival(
  fastest: readonly Clear[],
  own: { time_ms: number; rank: number | null },
): Clear | undefined {
  const isAhead = ({ time_ms, rank }: Clear) =>
    time_ms < own.time_ms && rank < (own.rank ?? Number.POSITIVE_INFINITY);
  const third = fastest[PODIUM_PLACES - 1];
  return third && isAhead(third) ? third : fastest.findLast(isAhead);
}
