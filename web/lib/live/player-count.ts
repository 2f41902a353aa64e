import { useEffect, useSyncExternalStore } from "react";
import { createStore } from "../store.ts";

/** Delay of the first poll: the HTML already contains the counts, and the first screen has priority. */
const FIRST_POLL_DELAY_MS = 5_000;

/** The number of times the page shows each level. */
const shown = new Map<number, number>();
const counts = createStore(new Map<number, number>());
let hasStarted = false;

/** Stores the counts of the queried levels. The response leaves out levels that no one plays. */
function storeCounts(ids: readonly number[], response: ReadonlyMap<number, number>): void {
  const known = counts.get();
  for (const id of ids) if (shown.has(id)) known.set(id, response.get(id) ?? 0);
  counts.set(known);
}

/** Loads the polling code when it is first needed. If that fails, the next card that is shown tries again. */
function startPolling(): void {
  if (hasStarted) return;
  hasStarted = true;
  setTimeout(() => {
    const load = import("./poll-player-counts.ts");
    load
      .then(({ pollPlayerCounts }) => pollPlayerCounts(() => [...shown.keys()], storeCounts))
      .catch(() => {
        hasStarted = false;
      });
  }, FIRST_POLL_DELAY_MS);
}

function show(levelId: number): () => void {
  const change = (by: 1 | -1) => {
    const times = (shown.get(levelId) ?? 0) + by;
    if (times > 0) shown.set(levelId, times);
    else {
      shown.delete(levelId);
      counts.get().delete(levelId);
    }
  };
  change(1);
  startPolling();
  return () => change(-1);
}

/** Returns how many people play a level: `initial` (from the page's response) until the first poll. */
export function usePlayerCount(levelId: number, initial = 0): number {
  useEffect(() => show(levelId), [levelId]);
  return useSyncExternalStore(counts.subscribe, () => counts.get().get(levelId)) ?? initial;
}
