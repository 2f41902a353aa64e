import type { JoinDestination } from "#domain/play/api.ts";
import { createStore } from "#web/lib/store.ts";
import type { LaunchState } from "./start-launch.ts";
import { type LaunchTarget, startLaunch } from "./start-launch.ts";

/** The page's launch. The code that advances it (dispatch-launch.ts) and shows it loads on the first press of a button. */
export const launchStore = createStore<LaunchState>({ at: "idle", run: 0 });

/** Opens the desktop client in a level, or where a user plays. Does nothing while a launch is in progress. */
export function startPlaying(target: LaunchTarget): void {
  const now = launchStore.get();
  const next = startLaunch(now, target);
  if (next !== now) launchStore.set(next);
}

export function isLaunchLoading({ destination_type, id }: JoinDestination): boolean {
  const now = launchStore.get();
  if (now.at !== "loading") return false;
  const { destination } = now.target;
  return destination.id === id && destination.destination_type === destination_type;
}
