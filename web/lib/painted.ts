import { startTransition, useEffect, useState } from "react";

/**
 * False while a part is drawn for the first time, true once it was painted. A long part draws what is in sight
 * first and the rest after: to lay all of it out at once keeps a phone from answering to touches.
 */
export function usePainted(): boolean {
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
