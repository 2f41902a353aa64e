/** Interval of a host's heartbeats, in milliseconds. */
export const HEARTBEAT_MS = 15_000;
/** A host without a heartbeat for this long is offline. The spec's 45 seconds include publishing it. */
export const HEARTBEAT_TIMEOUT_MS = 44_000;
/** A room without a report for this long is empty. Presence and counts have to be right after 45 seconds. */
export const ROOM_TIMEOUT_MS = 41_000;
/** New players can be missing from the list of a heartbeat for this long. */
export const ARRIVAL_GRACE_MS = 10_000;
/** For this long after a player or their host has left, hosts can still report for them, such as late clears. */
export const DEPARTURE_GRACE_MS = 10 * 60_000;
/** How long the response to an Idempotency-Key is stored. */
export const IDEMPOTENCY_TTL_MS = 24 * 60 * 60_000;

export const HOST_LIMITS = {
  name: 40,
  ipAddress: 100,
  capacity: { min: 1, max: 1_000 },
  hosts: 1_000,
} as const;

/** Limits of a level's grants per New York day, to all its players together. */
export const LEVEL_DAILY_LIMITS = { coins: 500, xp: 5_000, items: 50 } as const;
export const MAX_CLEAR_MS = 24 * 60 * 60_000;
