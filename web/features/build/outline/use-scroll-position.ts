import { type RefObject, useLayoutEffect, useState } from "react";
import { useMediaQuery } from "#web/lib/media-query.ts";
import type { ScrollPosition } from "./visible-rows.ts";

/** Rows are taller where fingers press them. */
export const useRowHeight = (): number => (useMediaQuery("(hover: none)") ? 44 : 34);

/** Where a box is scrolled to, and how much of it can be seen. */
export function useScrollPosition(box: RefObject<HTMLElement | null>): ScrollPosition {
  const [position, setPosition] = useState<ScrollPosition>({ scrollTop: 0, height: 0 });
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const update = () => setPosition({ scrollTop: element.scrollTop, height: element.clientHeight });
    const observer = new ResizeObserver(update);
    observer.observe(element);
    element.addEventListener("scroll", update, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", update);
    };
  }, [box]);
  return position;
}
