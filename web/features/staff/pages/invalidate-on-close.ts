import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { invalidate, type Target } from "#web/lib/cache.ts";

/** Refetches responses when a modal closes, to show what was done in it. `targets` must stay the same array. */
export function useInvalidateOnClose(isOpen: boolean, targets: readonly Target[]): void {
  const client = useQueryClient();
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) void invalidate(client, targets);
    wasOpen.current = isOpen;
  }, [isOpen, client, targets]);
}
