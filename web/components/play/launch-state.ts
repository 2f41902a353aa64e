import { endLaunch, type LaunchState, type LaunchTarget, startLaunch } from "./start-launch.ts";

/** How long the client has to take focus before it counts as not responding (spec 1 §4). */
export const RESPONSE_TIMEOUT_MS = 5_000;
/** Tokens expire after a minute, so links are offered a little shorter. */
export const LINK_TTL_MS = 55_000;

export type LaunchEvent =
  | { type: "pressed"; target: LaunchTarget }
  | { type: "granted"; run: number; link: string }
  | { type: "refused"; run: number; code: string; message: string }
  /** The page lost focus, was hidden or was left. */
  | { type: "blurred" }
  | { type: "timedOut" }
  | { type: "linkExpired"; run: number }
  | { type: "linkClicked" }
  | { type: "retried" }
  | { type: "closed" };

/** Returns the state after an event. Events that don't apply return the same object. */
export function nextLaunchState(state: LaunchState, event: LaunchEvent): LaunchState {
  if ("run" in event && event.run !== state.run) return state;
  switch (event.type) {
    case "pressed":
      return startLaunch(state, event.target);
    case "granted":
      return state.at === "loading" ? { ...state, at: "launching", link: event.link } : state;
    case "refused":
      return state.at === "loading"
        ? { ...state, at: "refused", code: event.code, message: event.message }
        : state;
    case "blurred":
      if (state.at !== "launching") return state;
      return state.link === null ? endLaunch(state) : { ...state, at: "opened", link: state.link };
    case "timedOut":
      return state.at === "launching" ? { ...state, at: "noResponse" } : state;
    case "linkExpired":
      // The link is all an opened client shows, so without it the launch is over.
      if (state.at === "opened") return endLaunch(state);
      return state.at === "launching" || state.at === "noResponse" ? { ...state, link: null } : state;
    case "linkClicked":
      return state.at === "opened" || state.at === "noResponse" ? { ...state, at: "launching" } : state;
    case "retried":
      return state.at === "noResponse" ? startLaunch(state, state.target) : state;
    case "closed":
      return state.at === "loading" ? state : endLaunch(state);
  }
}
