import { useEffect } from "react";

const EVERY_MS = 2_000;
/** Whoever has not come back from Discord by then has given up. */
const PATIENCE_MS = 10 * 60 * 1000;

/** While something goes on in another tab: looks what has become of it, as long as this tab is seen. */
export function useWatch(waits: boolean, look: () => void): void {
  useEffect(() => {
    if (!waits) return;
    const until = Date.now() + PATIENCE_MS;
    const lookIfSeen = () => {
      if (document.visibilityState === "visible" && Date.now() < until) look();
    };
    const timer = setInterval(lookIfSeen, EVERY_MS);
    document.addEventListener("visibilitychange", lookIfSeen);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", lookIfSeen);
    };
  }, [waits, look]);
}
