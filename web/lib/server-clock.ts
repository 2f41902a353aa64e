import { createStore } from "./store.ts";

/**
 * The server's clock, as far as the page knows it. What the server has dated is compared with this clock, because a
 * device's own can be wrong by years. Only durations and what stays on the device are measured with the device's.
 */

/** A device's clock that is off by less counts as right. */
const TOLERANCE_MS = 60_000;

/** How far the server's clock is ahead of the device's, in milliseconds. */
const lead = createStore(0);

/** Subscribes to corrections of the clock. Returns a function that unsubscribes. */
export const onClockChange = lead.subscribe;

/** The server's time in milliseconds since 1970, now or when the device's clock showed `device`. */
export const serverTime = (device = Date.now()): number => device + lead.get();

/**
 * Takes the time from a response: the server's clock showed `time` to `time + unit` while the device waited since `sentAt`. Of the
 * leads that this allows it takes the nearest one, so neither slow responses nor seconds of a `Date` header change a clock that fits.
 */
function noteServerTime(time: number, unit: number, sentAt: number): void {
  const nearest = (ms: number) => Math.max(time - Date.now(), Math.min(time + unit - sentAt, ms));
  const next = Math.abs(nearest(0)) < TOLERANCE_MS ? 0 : nearest(lead.get());
  if (next - lead.get()) lead.set(next);
}

/**
 * Takes the time at which the server rendered the page, unless Back can have brought it from the browser's cache. Returns whether
 * that's the device's time, too. Otherwise only a response shows whether the clock is wrong or the page old.
 */
export function startServerClock(renderedAt: number): boolean {
  const openedAt = Date.now() - performance.now();
  const [load] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (load?.type !== "back_forward") noteServerTime(renderedAt, 0, openedAt);
  return Math.abs(renderedAt - openedAt) < TOLERANCE_MS;
}

export async function readingClock(send: () => Promise<Response>): Promise<Response> {
  const sentAt = Date.now();
  const response = await send();
  const { headers } = response;
  if (headers.get("Cache-Control")?.includes("no-store"))
    noteServerTime(Date.parse(headers.get("Date") ?? ""), 999, sentAt);
  return response;
}
