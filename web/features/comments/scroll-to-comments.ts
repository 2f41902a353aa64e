import { type RefObject, useLayoutEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";

/** The URL fragment of a page's comments. */
export const COMMENTS_ANCHOR = "comments";

/**
 * Scrolls to the comments if the URL points to them, and again once they have loaded (`ready`), because the page was too
 * short before. Not on Back, which restores its own scroll position.
 */
export function useScrollToComments(ready: boolean): RefObject<HTMLDivElement | null> {
  const { key, hash } = useLocation();
  const navigationType = useNavigationType();
  const ref = useRef<HTMLDivElement>(null);
  // The first history entry of a loaded document has the key "default".
  const isTarget = hash === `#${COMMENTS_ANCHOR}` && (navigationType !== "POP" || key === "default");
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per history entry, and when the comments load
  useLayoutEffect(() => {
    if (isTarget) ref.current?.scrollIntoView();
  }, [key, ready]);
  return ref;
}
