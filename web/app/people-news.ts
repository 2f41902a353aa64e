import { useQueryClient } from "@tanstack/react-query";
import { applyContactChange } from "#web/features/blocks/block-cache.ts";
import { applyBuddyChange } from "#web/features/buddies/buddy-cache.ts";
import { useLive } from "#web/lib/live/store.ts";

/** Puts what changed between the signed-in user and others, wherever it was done, into every answer the page has. */
export function usePeopleNews(myId: number): void {
  const client = useQueryClient();
  useLive((event) => {
    if (event.event === "BuddyChanged") applyBuddyChange(client, myId, event);
    else if (event.event === "ContactChanged") applyContactChange(client, event);
  });
}
