import { startTransition, useEffect, useState } from "react";

/** False while a part is drawn for the first time, true once it was painted. */
function usePainted(): boolean {
  const [painted, setPainted] = useState(false);
  useEffect(() => {
    let timer = 0;
    // A frame's callbacks run before it is painted; what they put off runs after.
    const frame = requestAnimationFrame(() => {
      timer = window.setTimeout(() => startTransition(() => setPainted(true)));
    });
    return () => {
      cancelAnimationFrame(frame);
      window.clearTimeout(timer);
    };
  }, []);
  return painted;
}

/**
 * The first `inSight` things of a long part while it is drawn for the first time, all of them after: to lay all of it out at
 * once keeps a phone from answering to touches.
 */
export function useInSight<T>(things: readonly T[], inSight: number): readonly T[] {
  return usePainted() ? things : things.slice(0, inSight);
}
