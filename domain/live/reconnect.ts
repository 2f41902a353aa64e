/** How pages return after their sockets were cut (PROTOCOL.md, rule 17). Shared by the site, pages and load tests. */

/** Cut sockets that return per second on average. Chance adds up to two thirds, and 100 must not be exceeded. */
const RETURNS_PER_SECOND = 60;
/** The longest spread: no one waits longer for events, however many are online. */
export const MAX_SPREAD_MS = 5 * 60_000;
/** Waits on sites with few people: the shortest, and how much is random. Later attempts grow from there. */
const MIN_WAIT_MS = 500;
const RANDOM_WAIT_MS = 1_500;
const GROWTH = 1.6;
const MAX_BACKOFF_MS = 20_000;
/** Time for the last failed attempt of a page and for its connection. */
const RETURN_MS = MAX_BACKOFF_MS + 10_000;

/** Returns the time over which pages spread their return, in milliseconds, for the number of people online. */
export const reconnectSpread = (online: number): number =>
  Math.min(MAX_SPREAD_MS, Math.ceil((Math.max(0, online) / RETURNS_PER_SECOND) * 1_000));

/** Milliseconds until the next try: first a random moment of the spread, later one try per spread. */
export function reconnectDelay(attempt: number, spread: number, random: number): number {
  if (attempt === 0) return MIN_WAIT_MS + random * Math.max(RANDOM_WAIT_MS, spread);
  const backoff = (MIN_WAIT_MS + random * RANDOM_WAIT_MS) * GROWTH ** attempt;
  return Math.max(spread, Math.min(MAX_BACKOFF_MS, backoff));
}

/** How long in milliseconds a user whose socket was cut stays online: until their page has tried twice. */
export const returnTime = (spread: number): number => 2 * spread + RETURN_MS;

/** Whether a close code means that the connection was cut or the server restarted. Pages that are left close normally. */
export const isCut = (code: number): boolean => code === 1006 || (code >= 1011 && code <= 1014);
