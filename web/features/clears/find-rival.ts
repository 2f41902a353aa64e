import type { Clear } from "#domain/clears/api.ts";

/** The number of places on the podium. */
export const PODIUM_PLACES = 3;

/**
 * Returns the player to beat next: the third place, or on the podium the place ahead. Undefined for the fastest.
 * `fastest` are a level's clears from the first place on.
 */
export function findRival(fastest: readonly Clear[], own: { time_ms: number }): Clear | undefined {
  const third = fastest[PODIUM_PLACES - 1];
  if (third && third.time_ms < own.time_ms) return third;
  return fastest.findLast(({ time_ms }) => time_ms < own.time_ms);
}
