import { joinTokenRoute } from "#domain/play/api.ts";
import { joinLink } from "#domain/play/join-link.ts";
import { call, ResponseError } from "#web/lib/api.ts";
import { errorText } from "#web/lib/error-text.ts";
import { rememberClientOpened } from "./client-opened.ts";
import { type LaunchEvent, LINK_TTL_MS, nextLaunchState, RESPONSE_TIMEOUT_MS } from "./launch-state.ts";
import { launchStore } from "./launch-store.ts";
import { rememberPlayChoice } from "./play-choice.ts";
import type { LaunchState } from "./start-launch.ts";

/** Applies an event to the page's launch. */
export function dispatchLaunch(event: LaunchEvent): void {
  const now = launchStore.get();
  const next = nextLaunchState(now, event);
  if (next !== now) launchStore.set(next);
}

/** Requests a join token. Returns a function that cancels the request. */
function requestToken({ run, target }: Extract<LaunchState, { at: "loading" }>): () => void {
  const controller = new AbortController();
  call(joinTokenRoute, { input: target.destination, signal: controller.signal }).then(
    (ticket) => {
      // Browsers get rooms only on request.
      if (!("host" in ticket)) return;
      setTimeout(() => dispatchLaunch({ type: "linkExpired", run }), LINK_TTL_MS);
      dispatchLaunch({ type: "granted", run, link: joinLink(ticket.host.ip_address, ticket.token) });
    },
    (error) => {
      const code = error instanceof ResponseError ? error.code : "unknown";
      dispatchLaunch({ type: "refused", run, code, message: errorText(error) });
    },
  );
  return () => controller.abort();
}

/** Watches for the page to lose focus to the client. Returns a function that stops watching. */
function watchForClient(): () => void {
  const onBlur = () => dispatchLaunch({ type: "blurred" });
  const onVisibility = () => document.visibilityState === "hidden" && onBlur();
  const timer = setTimeout(() => dispatchLaunch({ type: "timedOut" }), RESPONSE_TIMEOUT_MS);
  window.addEventListener("blur", onBlur);
  window.addEventListener("pagehide", onBlur);
  document.addEventListener("visibilitychange", onVisibility);
  return () => {
    clearTimeout(timer);
    window.removeEventListener("blur", onBlur);
    window.removeEventListener("pagehide", onBlur);
    document.removeEventListener("visibilitychange", onVisibility);
  };
}

/** Runs the effects of entering a state. Returns their cleanup. */
function enterState(state: LaunchState, previousState: LaunchState): () => void {
  if (state.at === "loading") return requestToken(state);
  if (state.at === "opened") {
    rememberClientOpened();
    if (state.target.isChoice) rememberPlayChoice("desktop");
  }
  // Without any host, Play would only lead to this error again.
  if (state.at === "refused" && state.code === "no_host") rememberPlayChoice("browser");
  if (state.at !== "launching") return () => {};
  const stop = watchForClient();
  // A clicked link navigates by itself. If no app handles the link, the page stays where it is.
  if (previousState.at === "loading" && state.link !== null) window.location.assign(state.link);
  return stop;
}

let before: LaunchState = { at: "idle", run: -1 };
let leaveState = () => {};

function onLaunchChange(): void {
  const state = launchStore.get();
  const from = before;
  before = state;
  // An expired link changes no effects.
  if (state.at === from.at && state.run === from.run) return;
  leaveState();
  leaveState = enterState(state, from);
}

launchStore.subscribe(onLaunchChange);
onLaunchChange();
