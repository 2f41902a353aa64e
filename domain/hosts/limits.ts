/** A host says who plays there this often, in milliseconds (DECISIONS, "Play"). */
export const HEARTBEAT_MS = 15_000;
/** After so long without a word a host is gone; a second of the 45 is left for telling it. */
export const SILENCE_MS = 44_000;
/** A heartbeat may have been written before somebody was let in: so long they need not be on its list. */
export const ARRIVAL_MS = 10_000;
/** So long after leaving, or after their host was cut off, somebody can be spoken for: clears that come late, hosts that come back. */
export const AFTERWARDS_MS = 10 * 60_000;
/** How long an answer is repeated to whoever repeats a call. */
export const ANSWERS_KEPT_MS = 24 * 60 * 60_000;

export const HOST_LIMITS = {
  name: 40,
  address: 100,
  capacity: { min: 1, max: 1_000 },
  /** Hosts that can be registered. */
  hosts: 1_000,
} as const;

/** What a level may give away on a day of New York, to all its players together. */
export const LEVEL_DAILY_LIMITS = { coins: 500, xp: 5_000, items: 50 } as const;
/** The longest time that a clear can have: a day. */
export const LONGEST_CLEAR_MS = 24 * 60 * 60_000;
