/** How long a count is good enough for the skyline above every page's footer. */
const KEEP_MS = 5 * 60_000;
let last = { count: 0, until: 0 };

/** Caches the number of people online whenever a request reads it. */
export function setLastOnlineCount(count: number, now: number): void {
  last = { count, until: now + KEEP_MS };
}

/** Returns the number of people online as this process last read it, at no cost; null if that was long ago. */
export const lastOnlineCount = (now: number): number | null => (last.until > now ? last.count : null);
