import type { Finished } from "#domain/room/frames.ts";
import type { Store } from "#web/lib/store.ts";
import type { LinkState } from "./join-failure.ts";

/** How long a finished run waits for the room before the page sends it. */
const WAIT_MS = 10_000;

/** The parts of a room's connection that a finished run needs. */
export interface RunSource {
  readonly state: Store<LinkState>;
  /** The user's own slot; it changes when they join again. */
  readonly slot: number | null;
  onFinished(listener: (finished: Finished) => void): () => void;
}

/**
 * Waits until the room has counted the user's run of this many ticks. Resolves with the stored run's id, or null if the page has
 * to send the run: the room is unreachable, didn't have the run, or took too long.
 */
export function waitForRoom(source: RunSource, ticks: number, signal: AbortSignal): Promise<number | null> {
  return new Promise((resolve) => {
    const finish = (run: number | null) => {
      clearTimeout(timer);
      for (const stop of stops) stop();
      signal.removeEventListener("abort", onAbort);
      resolve(run);
    };
    const onAbort = () => finish(null);
    const check = () => {
      const { at } = source.state.get();
      if (at === "alone" || at === "closed") finish(null);
    };
    const timer = setTimeout(() => finish(null), WAIT_MS);
    const stops = [
      source.state.subscribe(check),
      source.onFinished((finished) => {
        if (finished.slot === source.slot && finished.ticks === ticks) finish(finished.run || null);
      }),
    ];
    signal.addEventListener("abort", onAbort);
    check();
  });
}

/** Calls `task` each time the connection is back. Returns a function that stops it. */
export function onReconnect({ state }: Pick<RunSource, "state">, task: () => void): () => void {
  let isOpen = state.get().at === "open";
  return state.subscribe(() => {
    const wasOpen = isOpen;
    isOpen = state.get().at === "open";
    if (isOpen && !wasOpen) task();
  });
}
