import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { invalidateUrls } from "#web/lib/query.ts";

/** Invalidates matching URLs when a modal closes, to show what was done in it. */
export function useInvalidateOnClose(isOpen: boolean, pattern: RegExp): void {
  const client = useQueryClient();
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) void invalidateUrls(client, pattern);
    wasOpen.current = isOpen;
  }, [isOpen, client, pattern]);
}
