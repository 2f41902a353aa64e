import { useEffect, useEffectEvent } from "react";

/** Calls back once after a time. Another key starts it again, and null stops it. */
export function useTimeout(callback: () => void, milliseconds: number | null, key?: unknown): void {
  const onTime = useEffectEvent(callback);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key starts it again
  useEffect(() => {
    if (milliseconds === null) return;
    const timer = setTimeout(() => onTime(), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds, key]);
}
