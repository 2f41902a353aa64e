import { MOST_COUNTED, playingRoute } from "#domain/play/api.ts";
import { call } from "../api.ts";

/** How often the site is asked while the page is in sight. */
const EVERY_MS = 5_000;

/** How many play each of some levels. In their order, so that pages that show the same ones ask the same. */
async function countPlaying(ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const counts = new Map<number, number>();
  for (let from = 0; from < ids.length; from += MOST_COUNTED) {
    // What stands in an address is text.
    const input = { ids: ids.slice(from, from + MOST_COUNTED).join() };
    const { data } = await call(playingRoute, { input });
    for (const { id, players_count } of data) counts.set(id, players_count);
  }
  return counts;
}

/**
 * Asks every few seconds for as long as the page lives, at once when it comes back in sight, and not at all while it is
 * hidden or shows no level. `shown` tells which levels it shows; an answer that does not come changes nothing.
 */
export function keepCounting(
  shown: () => readonly number[],
  learn: (asked: readonly number[], counts: ReadonlyMap<number, number>) => void,
): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAsking = false;
  const look = async () => {
    clearTimeout(timer);
    if (isAsking || document.visibilityState === "hidden") return;
    isAsking = true;
    const ids = [...shown()].sort((a, b) => a - b);
    if (ids.length > 0) {
      await countPlaying(ids).then(
        (counts) => learn(ids, counts),
        () => undefined,
      );
    }
    isAsking = false;
    timer = setTimeout(look, EVERY_MS);
  };
  document.addEventListener("visibilitychange", look);
  void look();
}
