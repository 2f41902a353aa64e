import type { JoinDestination } from "#domain/play/api.ts";
import type { LaunchState } from "./launch-state.ts";

/** Starts a launch, unless one is in progress: a page runs one at a time. */
export const startLaunch = (state: LaunchState, destination: JoinDestination): LaunchState =>
  state.at === "loading" || state.at === "launching"
    ? state
    : { at: "loading", run: state.run + 1, destination };

/** Ends a launch in any state. The new `run` makes its late events have no effect. */
export const endLaunch = (state: LaunchState): LaunchState =>
  state.at === "idle" ? state : { at: "idle", run: state.run + 1 };
