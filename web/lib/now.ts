import { useSyncExternalStore } from "react";
import { onClockChange, serverTime } from "./server-clock.ts";

const MINUTE = 60_000;
let now = serverTime();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function update(): void {
  now = serverTime();
  for (const notify of listeners) notify();
}
onClockChange(update);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(update, MINUTE);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

const getNow = () => now;

/**
 * The server's time in milliseconds, updated every minute. All relative dates on the page share this clock. It's never before
 * the device's time `since`, such as that of the response whose dates are compared with it.
 */
export function useNow(since = 0): number {
  if (listeners.size === 0) now = serverTime();
  return Math.max(useSyncExternalStore(subscribe, getNow, getNow), serverTime(since));
}
