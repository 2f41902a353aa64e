import { type RefObject, useLayoutEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";

/** The part of an address that leads to the comments of a page. */
export const COMMENTS_ANCHOR = "comments";

/**
 * Brings the comments into sight where the address leads to them: when it did, they were not there yet. Once more when
 * they have come (`ready`), as the page was too short before. Back returns to its own place.
 */
export function useArrival(ready: boolean): RefObject<HTMLDivElement | null> {
  const { key, hash } = useLocation();
  const how = useNavigationType();
  const ref = useRef<HTMLDivElement>(null);
  // A page that is loaded at such an address has the first key.
  const arrives = hash === `#${COMMENTS_ANCHOR}` && (how !== "POP" || key === "default");
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per step in the history, and when the comments come
  useLayoutEffect(() => {
    if (arrives) ref.current?.scrollIntoView();
  }, [key, ready]);
  return ref;
}
