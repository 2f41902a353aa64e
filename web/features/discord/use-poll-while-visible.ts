import { useEffect } from "react";

const POLL_MS = 2_000;
/** Assume the user has given up after this time. */
const TIMEOUT_MS = 10 * 60 * 1000;

/** Calls `poll` regularly while `active` and the tab is visible, for up to 10 minutes. */
export function usePollWhileVisible(active: boolean, poll: () => void): void {
  useEffect(() => {
    if (!active) return;
    const until = performance.now() + TIMEOUT_MS;
    const pollIfVisible = () => {
      if (document.visibilityState === "visible" && performance.now() < until) poll();
    };
    const timer = setInterval(pollIfVisible, POLL_MS);
    document.addEventListener("visibilitychange", pollIfVisible);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", pollIfVisible);
    };
  }, [active, poll]);
}
