import { useMutation, useQueryClient } from "@tanstack/react-query";
import { acceptBuddyRoute, deleteBuddyRoute, requestBuddyRoute } from "#domain/buddies/api.ts";
import { call } from "#web/lib/api.ts";
import { useUser } from "#web/lib/user.ts";
import { applyBuddyChange, invalidateBuddies } from "./buddy-change.ts";

export type BuddyAction = "request" | "accept" | "delete";

interface BuddyTarget {
  id: number;
  username: string;
}

const send = ({ id, username }: BuddyTarget, action: BuddyAction) => {
  const params = { username };
  if (action === "request") return call(requestBuddyRoute, { params });
  if (action === "accept") return call(acceptBuddyRoute, { params, input: { user_id: id } });
  return call(deleteBuddyRoute, { params });
};

/** Sends, accepts or deletes a buddy request or a buddy. Updates the cached responses. */
export function useBuddyAction() {
  const client = useQueryClient();
  const myId = useUser()?.id ?? 0;
  return useMutation({
    mutationFn: ({ person, action }: { person: BuddyTarget; action: BuddyAction }) => send(person, action),
    onSuccess: ({ relation, counts }, { person: { id, username } }) =>
      applyBuddyChange(client, myId, { user_id: id, username, relation, counts }),
    // Failures mostly come from changes elsewhere: a withdrawn request, a block.
    onError: (_, { person }) => invalidateBuddies(client, person.id),
  });
}

export type BuddyActionMutation = ReturnType<typeof useBuddyAction>;
