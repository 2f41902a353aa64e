import { useEffect, useState } from "react";
import { useLocation, useNavigationType } from "react-router";

/** How long the reply is kept in view while pictures and cards above it load. */
const HOLD_MS = 1_500;
const USER_INPUT = ["wheel", "touchstart", "keydown", "pointerdown"] as const;

/** Returns the element id of a reply. */
export const replyAnchor = (replyId: number): string => `reply-${replyId}`;

/** Scrolls an element into view and keeps it there until the layout has settled or the user scrolls. Returns the cleanup. */
function keepInView(element: HTMLElement): () => void {
  const show = () => element.scrollIntoView();
  const observer = new ResizeObserver(show);
  const stop = () => {
    observer.disconnect();
    window.clearTimeout(timer);
    for (const event of USER_INPUT) window.removeEventListener(event, stop);
  };
  const timer = window.setTimeout(stop, HOLD_MS);
  for (const event of USER_INPUT) window.addEventListener(event, stop, { passive: true });
  observer.observe(document.body);
  // After the frame in which the browser restores the scroll position of a loaded document.
  requestAnimationFrame(() => requestAnimationFrame(show));
  element.focus({ preventScroll: true });
  return stop;
}

/** Scrolls to the reply in the URL's fragment once it has loaded (`ready`), and returns the fragment. Not on Back. */
export function useScrollToReply(ready: boolean): string {
  const { key, hash } = useLocation();
  const navigationType = useNavigationType();
  const anchor = hash.slice(1);
  const [done, setDone] = useState("");
  // The first history entry of a loaded document has the key "default".
  const isTarget = anchor.startsWith("reply-") && (navigationType !== "POP" || key === "default");
  const entry = key + anchor;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per history entry, when the reply has loaded
  useEffect(() => {
    const element = isTarget && ready && done !== entry ? document.getElementById(anchor) : null;
    if (!element) return undefined;
    setDone(entry);
    return keepInView(element);
  }, [entry, ready]);
  return anchor;
}
