import { useMutation, useQueryClient } from "@tanstack/react-query";
import { acceptBuddyRoute, deleteBuddyRoute, requestBuddyRoute } from "#domain/buddies/api.ts";
import { call } from "#web/lib/api.ts";
import { useUser } from "#web/lib/user.ts";
import { applyBuddyChange, askBuddiesAnew } from "./buddy-cache.ts";

export type BuddyAct = "request" | "accept" | "delete";

interface Person {
  id: number;
  username: string;
}

const send = ({ id, username }: Person, act: BuddyAct) => {
  const params = { username };
  if (act === "request") return call(requestBuddyRoute, { params });
  if (act === "accept") return call(acceptBuddyRoute, { params, input: { user_id: id } });
  return call(deleteBuddyRoute, { params });
};

/** Does something about being somebody's buddy; what it made of the two shows everywhere on the page. */
export function useBuddyAct() {
  const client = useQueryClient();
  const myId = useUser()?.id ?? 0;
  return useMutation({
    mutationFn: ({ person, act }: { person: Person; act: BuddyAct }) => send(person, act),
    onSuccess: ({ relation, counts }, { person: { id, username } }) =>
      applyBuddyChange(client, myId, { user_id: id, username, relation, counts }),
    // What was refused mostly changed elsewhere: a request withdrawn, a block.
    onError: (_, { person }) => askBuddiesAnew(client, person.id),
  });
}

export type BuddyActing = ReturnType<typeof useBuddyAct>;
