import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { invalidateUrls } from "#web/lib/query.ts";

/** What was done in a window shows when it has closed: these addresses are asked anew. */
export function useAnewAfter(isOpen: boolean, addresses: RegExp): void {
  const client = useQueryClient();
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) void invalidateUrls(client, addresses);
    wasOpen.current = isOpen;
  }, [isOpen, client, addresses]);
}
