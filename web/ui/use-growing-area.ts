import { type RefObject, useLayoutEffect } from "react";

/** Lets a text area with `field-sizing: content` grow with its text where the browser can't: WebKit and Firefox. */
export function useGrowingArea(ref: RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each text has its height
  useLayoutEffect(() => {
    if (CSS.supports("field-sizing", "content")) return;
    const resize = () => {
      const area = ref.current;
      if (!area) return;
      area.style.height = "auto";
      area.style.height = `${area.scrollHeight}px`;
    };
    resize();
    window.addEventListener("resize", resize);
    return () => window.removeEventListener("resize", resize);
  }, [ref, text]);
}
