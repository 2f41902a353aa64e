import type { JoinDestination } from "#domain/play/api.ts";
import { begin, giveUp } from "./begin.ts";

/** How long the client has to take the page's place before it counts as silent (spec 1 §4). */
export const ANSWER_MS = 5_000;
/** A token is good for a minute: a link with it is offered a little shorter. */
export const LINK_MS = 55_000;

/**
 * Where the page's launch stands. `run` tells launches apart, so that what belongs to one that was given up changes nothing.
 * `link` is null once its token is too old.
 */
export type PlayState =
  | { at: "idle"; run: number }
  | { at: "loading"; run: number; destination: JoinDestination }
  | { at: "launching"; run: number; destination: JoinDestination; link: string | null }
  /** Something took the page's place while it launched: most likely the client. */
  | { at: "answered"; run: number; destination: JoinDestination; link: string }
  /** Nothing did. That is all that is known: it may still be starting. */
  | { at: "silent"; run: number; destination: JoinDestination; link: string | null }
  | { at: "refused"; run: number; destination: JoinDestination; message: string };

export type PlayEvent =
  | { type: "pressed"; destination: JoinDestination }
  | { type: "granted"; run: number; link: string }
  | { type: "refused"; run: number; message: string }
  /** The page lost its focus, or was hidden or left. */
  | { type: "lostSight" }
  | { type: "waited" }
  /** The token grew too old for its link. */
  | { type: "aged"; run: number }
  /** The link itself was pressed. */
  | { type: "pressedLink" }
  | { type: "retried" }
  | { type: "closed" };

export const IDLE: PlayState = { at: "idle", run: 0 };

/** What becomes of a launch. An event that means nothing where it stands changes nothing: the same object comes back. */
export function play(state: PlayState, event: PlayEvent): PlayState {
  if ("run" in event && event.run !== state.run) return state;
  switch (event.type) {
    case "pressed":
      return begin(state, event.destination);
    case "granted":
      return state.at === "loading" ? { ...state, at: "launching", link: event.link } : state;
    case "refused":
      return state.at === "loading" ? { ...state, at: "refused", message: event.message } : state;
    case "lostSight":
      if (state.at !== "launching") return state;
      return state.link === null ? giveUp(state) : { ...state, at: "answered", link: state.link };
    case "waited":
      return state.at === "launching" ? { ...state, at: "silent" } : state;
    case "aged":
      // All that is left to show of a client that answered is its link.
      if (state.at === "answered") return giveUp(state);
      return state.at === "launching" || state.at === "silent" ? { ...state, link: null } : state;
    case "pressedLink":
      return state.at === "answered" || state.at === "silent" ? { ...state, at: "launching" } : state;
    case "retried":
      return state.at === "silent" ? begin(state, state.destination) : state;
    case "closed":
      return state.at === "loading" ? state : giveUp(state);
  }
}
