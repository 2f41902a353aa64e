import { useEffect, useState } from "react";

/** Returns the text once it hasn't changed for `ms`. */
export function useDebounced(typed: string, ms = 300): string {
  const [debounced, setDebounced] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(typed), ms);
    return () => clearTimeout(timer);
  }, [typed, ms]);
  return debounced;
}
