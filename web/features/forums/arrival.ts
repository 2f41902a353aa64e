import { useEffect, useState } from "react";
import { useLocation, useNavigationType } from "react-router";

/** What stands above the reply may still grow (pictures, cards): it is held in sight for as long. */
const HOLD_MS = 1_500;
const OWN_MOVES = ["wheel", "touchstart", "keydown", "pointerdown"] as const;

/** Where a reply stands in its page. */
export const anchorOf = (replyId: number): string => `reply-${replyId}`;

/** Brings an element into sight and holds it there until the page has settled or the reader moves. */
function hold(element: HTMLElement): () => void {
  const show = () => element.scrollIntoView();
  const observer = new ResizeObserver(show);
  const stop = () => {
    observer.disconnect();
    window.clearTimeout(timer);
    for (const move of OWN_MOVES) window.removeEventListener(move, stop);
  };
  const timer = window.setTimeout(stop, HOLD_MS);
  for (const move of OWN_MOVES) window.addEventListener(move, stop, { passive: true });
  observer.observe(document.body);
  // After the frame in which a page that was loaded goes back to where it was.
  requestAnimationFrame(() => requestAnimationFrame(show));
  element.focus({ preventScroll: true });
  return stop;
}

/** The anchor that the address leads to: brought into sight once it is there (`ready`). Back returns to its own place. */
export function useArrival(ready: boolean): string {
  const { key, hash } = useLocation();
  const how = useNavigationType();
  const anchor = hash.slice(1);
  const [done, setDone] = useState("");
  // A page that is loaded at such an address has the first key.
  const arrives = anchor.startsWith("reply-") && (how !== "POP" || key === "default");
  const step = key + anchor;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per step in the history, when the reply is there
  useEffect(() => {
    const element = arrives && ready && done !== step ? document.getElementById(anchor) : null;
    if (!element) return undefined;
    setDone(step);
    return hold(element);
  }, [step, ready]);
  return anchor;
}
