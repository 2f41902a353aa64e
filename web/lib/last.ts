import { useState } from "react";

/**
 * Returns the last known value for a key: for what stays true while a page's next list loads or fails, such as whose it is. Values are
 * compared by identity.
 */
export function useLast<T>(key: string, value: T | undefined): T | undefined {
  const [last, setLast] = useState({ key, value });
  const isKnown = value !== undefined;
  if (isKnown && (last.key !== key || last.value !== value)) setLast({ key, value });
  return isKnown || last.key !== key ? value : last.value;
}
