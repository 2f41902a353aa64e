import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { applyContactChange } from "#web/features/blocks/contact-change.ts";
import { applyBuddyChange } from "#web/features/buddies/buddy-change.ts";
import { useLiveEvent } from "#web/lib/live/use-live-event.ts";

interface FollowChange {
  user_id: number;
  following: boolean;
}

/** A response that may say whether the viewer follows someone. */
interface FollowState {
  user?: { id: number; following?: boolean };
  level?: { user: { id: number }; follows_creator: boolean };
  item?: { user: { id: number }; follows_creator: boolean };
}

/** Refetches cached responses that a follow in another tab has changed. */
function refetchFollow(client: QueryClient, { user_id, following }: FollowChange): void {
  void client.invalidateQueries({
    predicate: ({ state }) => {
      const { user, level, item } = (state.data ?? {}) as FollowState;
      const thing = level ?? item;
      const shown = thing?.user?.id === user_id ? thing.follows_creator : user?.following;
      return (thing?.user?.id ?? user?.id) === user_id && shown !== undefined && shown !== following;
    },
  });
}

/** Applies live changes of buddies, follows and blocks to all cached responses. */
export function usePeopleUpdates(myId: number): void {
  const client = useQueryClient();
  useLiveEvent((event) => {
    if (event.event === "BuddyChanged") applyBuddyChange(client, myId, event);
    else if (event.event === "FollowChanged") refetchFollow(client, event);
    else if (event.event === "ContactChanged") applyContactChange(client, event);
  });
}
