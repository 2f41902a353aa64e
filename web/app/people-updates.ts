import { useQueryClient } from "@tanstack/react-query";
import { applyContactChange } from "#web/features/blocks/contact-change.ts";
import { applyBuddyChange } from "#web/features/buddies/buddy-change.ts";
import { refetchFollow } from "#web/features/follows/apply-follow.ts";
import { useLiveEvent } from "#web/lib/live/use-live-event.ts";

/** Applies live changes of buddies, follows and blocks to all cached responses. */
export function usePeopleUpdates(myId: number): void {
  const client = useQueryClient();
  useLiveEvent((event) => {
    if (event.event === "BuddyChanged") applyBuddyChange(client, myId, event);
    else if (event.event === "FollowChanged") refetchFollow(client, event.user_id, event.following);
    else if (event.event === "ContactChanged") applyContactChange(client, event);
  });
}
