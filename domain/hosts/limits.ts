/** Interval of a host's heartbeats, in milliseconds. */
export const HEARTBEAT_MS = 15_000;
/**
 * A host is offline after this time without a heartbeat. The spec allows 45 seconds; the remaining one is for
 * publishing it.
 */
export const HEARTBEAT_TIMEOUT_MS = 44_000;
/**
 * A room without a report for this long is empty. Its players' presence is published last, and all counts have to be right
 * after 45 seconds.
 */
export const ROOM_TIMEOUT_MS = 41_000;
/**
 * A host can write a heartbeat just before a player is admitted, so new players can be missing from its list
 * for this long.
 */
export const ARRIVAL_GRACE_MS = 10_000;
/**
 * For this long after a player has left or their host was cut off, hosts can still report for them: late
 * clears, reconnecting hosts.
 */
export const DEPARTURE_GRACE_MS = 10 * 60_000;
/** How long the response to an Idempotency-Key is stored. */
export const IDEMPOTENCY_TTL_MS = 24 * 60 * 60_000;

export const HOST_LIMITS = {
  name: 40,
  ipAddress: 100,
  capacity: { min: 1, max: 1_000 },
  /** Most registered hosts. */
  hosts: 1_000,
} as const;

/** Limits of a level's grants per New York day, to all its players together. */
export const LEVEL_DAILY_LIMITS = { coins: 500, xp: 5_000, items: 50 } as const;
/** Longest time of a clear: 1 day. */
export const MAX_CLEAR_MS = 24 * 60 * 60_000;
