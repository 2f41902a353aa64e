import type { JoinDestination } from "#domain/play/api.ts";
import type { PlayState } from "./machine.ts";

/** A launch begins, unless one is under way: there is one at a time on a page. */
export const begin = (state: PlayState, destination: JoinDestination): PlayState =>
  state.at === "loading" || state.at === "launching"
    ? state
    : { at: "loading", run: state.run + 1, destination };

/** A launch ends, whatever it has come to. What comes later of it is of another run, and changes nothing. */
export const giveUp = (state: PlayState): PlayState =>
  state.at === "idle" ? state : { at: "idle", run: state.run + 1 };
