import type { JoinDestination } from "#domain/play/api.ts";
import { createStore } from "#web/lib/store.ts";
import type { LaunchState } from "./launch-state.ts";
import { startLaunch } from "./start-launch.ts";

/** The page's launch. The code that advances it (dispatch-launch.ts) and shows it loads on the first press of a button. */
export const launchStore = createStore<LaunchState>({ at: "idle", run: 0 });

/** Starts playing a level or joining a user. Does nothing while a launch is in progress. */
export function startPlaying(destination: JoinDestination): void {
  const now = launchStore.get();
  const next = startLaunch(now, destination);
  if (next !== now) launchStore.set(next);
}

/** Returns whether the page is requesting a token for this destination. */
export function isLaunchLoading({ destination_type, id }: JoinDestination): boolean {
  const now = launchStore.get();
  return (
    now.at === "loading" && now.destination.id === id && now.destination.destination_type === destination_type
  );
}
