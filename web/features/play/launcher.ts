import { joinTokenRoute } from "#domain/play/api.ts";
import { joinLink } from "#domain/play/link.ts";
import { errorText } from "#web/lib/action-error.ts";
import { call } from "#web/lib/api.ts";
import { playText } from "#web/text/play.ts";
import { keepAnswered } from "./answered.ts";
import { ANSWER_MS, LINK_MS, type PlayEvent, type PlayState, play } from "./machine.ts";
import { launch } from "./play-store.ts";

/** Moves the page's launch on. */
export function send(event: PlayEvent): void {
  const now = launch.get();
  const next = play(now, event);
  if (next !== now) launch.set(next);
}

/** Asks for a place; answers how to give it up. */
function ask({ run, destination }: Extract<PlayState, { at: "loading" }>): () => void {
  const given = new AbortController();
  call(joinTokenRoute, { input: destination, signal: given.signal }).then(
    ({ host, token }) => {
      setTimeout(() => send({ type: "aged", run }), LINK_MS);
      send({ type: "granted", run, link: joinLink(host.ip_address, token) });
    },
    (error) => send({ type: "refused", run, message: errorText(error, playText.failed) }),
  );
  return () => given.abort();
}

/** Waits for the page to lose its place to the client; answers how to stop. */
function watch(): () => void {
  const lost = () => send({ type: "lostSight" });
  const onVisibility = () => document.visibilityState === "hidden" && lost();
  const timer = setTimeout(() => send({ type: "waited" }), ANSWER_MS);
  window.addEventListener("blur", lost);
  window.addEventListener("pagehide", lost);
  document.addEventListener("visibilitychange", onVisibility);
  return () => {
    clearTimeout(timer);
    window.removeEventListener("blur", lost);
    window.removeEventListener("pagehide", lost);
    document.removeEventListener("visibilitychange", onVisibility);
  };
}

/** Does what a state asks for when it is come to; answers how to stop that. */
function enter(state: PlayState, before: PlayState): () => void {
  if (state.at === "loading") return ask(state);
  if (state.at === "answered") keepAnswered();
  if (state.at !== "launching") return () => {};
  const stop = watch();
  // From a pressed link the browser goes there by itself. A link that nothing opens leaves the page where it is.
  if (before.at === "loading" && state.link !== null) window.location.assign(state.link);
  return stop;
}

let before: PlayState = { at: "idle", run: -1 };
let leave = () => {};

function follow(): void {
  const state = launch.get();
  const from = before;
  before = state;
  // The link's age changes nothing of what is done.
  if (state.at === from.at && state.run === from.run) return;
  leave();
  leave = enter(state, from);
}

launch.subscribe(follow);
follow();
