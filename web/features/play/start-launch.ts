import type { JoinDestination } from "#domain/play/api.ts";
import type { LaunchState } from "./launch-state.ts";

/** Where a launch goes. `level` is the id of the level there, if it is known: the browser can play it instead. */
export interface LaunchTarget {
  destination: JoinDestination;
  level: number | null;
}

export const levelTarget = (id: number): LaunchTarget => ({
  destination: { destination_type: "Level", id },
  level: id,
});

/** Starts a launch, unless one is in progress: a page runs one at a time. */
export const startLaunch = (state: LaunchState, target: LaunchTarget): LaunchState =>
  state.at === "loading" || state.at === "launching" ? state : { at: "loading", run: state.run + 1, target };

/** Ends a launch in any state. The new `run` makes its late events have no effect. */
export const endLaunch = (state: LaunchState): LaunchState =>
  state.at === "idle" ? state : { at: "idle", run: state.run + 1 };
