import { useSyncExternalStore } from "react";

const MINUTE = 60_000;
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const one of listeners) one();
  }, MINUTE);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The time, to the minute: one clock for every relative date on the page. */
export function useNow(): number {
  if (listeners.size === 0) now = Date.now();
  return useSyncExternalStore(subscribe, () => now);
}
