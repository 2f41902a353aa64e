import type { Clear } from "#domain/clears/api.ts";

export const PODIUM_PLACES = 3;

/**
 * Returns the player to beat next: the third place, or on the podium the place ahead. Undefined if no one ahead is faster.
 * `fastest` are a level's clears from the first place on.
 */
export function findRival(
  fastest: readonly Clear[],
  own: { time_ms: number; rank: number | null },
): Clear | undefined {
  const isAhead = ({ time_ms, rank }: Clear) =>
    time_ms < own.time_ms && rank < (own.rank ?? Number.POSITIVE_INFINITY);
  const third = fastest[PODIUM_PLACES - 1];
  return third && isAhead(third) ? third : fastest.findLast(isAhead);
}
