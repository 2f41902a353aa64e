import { MAX_COUNTED_LEVELS, playingRoute } from "#domain/play/api.ts";
import { call } from "../api.ts";
import { setReadOnly } from "../read-only.ts";

const POLL_MS = 5_000;

/** Fetches how many people play each level. Callers sort the IDs, so equal pages send equal requests. */
async function fetchPlayerCounts(ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const counts = new Map<number, number>();
  for (let from = 0; from < ids.length; from += MAX_COUNTED_LEVELS) {
    const input = { ids: ids.slice(from, from + MAX_COUNTED_LEVELS).join() };
    const { data, read_only = false } = await call(playingRoute, { input });
    setReadOnly(read_only);
    for (const { id, players_count } of data) counts.set(id, players_count);
  }
  return counts;
}

/**
 * Polls every few seconds until the page is unloaded: immediately when it becomes visible, and not while it is hidden or
 * shows no level. `shown` returns the IDs of the levels on the page. Failed requests are ignored.
 */
export function pollPlayerCounts(
  shown: () => readonly number[],
  onCounts: (ids: readonly number[], counts: ReadonlyMap<number, number>) => void,
): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isLoading = false;
  const poll = async () => {
    clearTimeout(timer);
    if (isLoading || document.visibilityState === "hidden") return;
    isLoading = true;
    const ids = [...shown()].sort((a, b) => a - b);
    if (ids.length > 0) {
      await fetchPlayerCounts(ids).then(
        (counts) => onCounts(ids, counts),
        () => undefined,
      );
    }
    isLoading = false;
    timer = setTimeout(poll, POLL_MS);
  };
  document.addEventListener("visibilitychange", poll);
  void poll();
}
