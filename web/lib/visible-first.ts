import { startTransition, useEffect, useState } from "react";

/** Returns false until the component's first paint, then true. */
function usePaintDone(): boolean {
  const [isPaintDone, setPaintDone] = useState(false);
  useEffect(() => {
    let timer = 0;
    // Frame callbacks run before the paint; a timeout set there runs after it.
    const frame = requestAnimationFrame(() => {
      timer = window.setTimeout(() => startTransition(() => setPaintDone(true)));
    });
    return () => {
      cancelAnimationFrame(frame);
      window.clearTimeout(timer);
    };
  }, []);
  return isPaintDone;
}

/**
 * Returns only the first `visible` items until the first paint, then all of them. Laying out a long list at once blocks
 * touch input on phones.
 */
export function useVisibleFirst<T>(items: readonly T[], visible: number): readonly T[] {
  return usePaintDone() ? items : items.slice(0, visible);
}
