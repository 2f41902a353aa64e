import { useEffect, useSyncExternalStore } from "react";

/** When the counts of a page's levels are looked at first: its HTML brought them along, and the first screen comes first. */
const SETTLED_MS = 5_000;

/** How many times the page shows each level. */
const shown = new Map<number, number>();
/** How many play each, as far as the site has said since the level is shown. */
const known = new Map<number, number>();
const cards = new Set<() => void>();
let begun = false;

/** Takes in what the site says of the levels it was asked for: those it does not name nobody plays. */
function learn(asked: readonly number[], counts: ReadonlyMap<number, number>): void {
  for (const id of asked) if (shown.has(id)) known.set(id, counts.get(id) ?? 0);
  for (const look of cards) look();
}

/** The code that asks comes when it is first needed; where it can't be had, it is tried again with the next card shown. */
function begin(): void {
  if (begun) return;
  begun = true;
  setTimeout(() => {
    const load = import("./count-playing.ts");
    load
      .then(({ keepCounting }) => keepCounting(() => [...shown.keys()], learn))
      .catch(() => {
        begun = false;
      });
  }, SETTLED_MS);
}

function show(levelId: number): () => void {
  const change = (by: 1 | -1) => {
    const times = (shown.get(levelId) ?? 0) + by;
    if (times > 0) shown.set(levelId, times);
    else {
      shown.delete(levelId);
      known.delete(levelId);
    }
  };
  change(1);
  begin();
  return () => change(-1);
}

function subscribe(look: () => void): () => void {
  cards.add(look);
  return () => cards.delete(look);
}

/** How many play a level: `initial` (what the page's answer said) until the site says otherwise while this is mounted. */
export function usePlaying(levelId: number, initial = 0): number {
  useEffect(() => show(levelId), [levelId]);
  return useSyncExternalStore(subscribe, () => known.get(levelId)) ?? initial;
}
