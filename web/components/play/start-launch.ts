import type { JoinDestination } from "#domain/play/api.ts";

/** Where a launch goes. `level` is the id of the level there, if it is known: the browser can play it instead. */
export interface LaunchTarget {
  destination: JoinDestination;
  level: number | null;
  /** The user chose the client as the way to play. It's remembered once it has opened. */
  isChoice?: boolean;
}

/**
 * The state of the page's launch. `run` numbers launches: late events of an earlier one have no effect.
 * `link` is null once its token has expired.
 */
export type LaunchState =
  | { at: "idle"; run: number }
  | { at: "loading"; run: number; target: LaunchTarget }
  | { at: "launching"; run: number; target: LaunchTarget; link: string | null }
  /** The page lost focus while launching, most likely to the client. */
  | { at: "opened"; run: number; target: LaunchTarget; link: string }
  /** The page kept its focus. The client may still be starting. */
  | { at: "noResponse"; run: number; target: LaunchTarget; link: string | null }
  | { at: "refused"; run: number; target: LaunchTarget; code: string; message: string };

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
