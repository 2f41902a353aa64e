import { useQueryClient } from "@tanstack/react-query";
import { acceptBuddyRoute, deleteBuddyRoute, requestBuddyRoute } from "#domain/buddies/api.ts";
import { type Action, type ActionOptions, useAction } from "#web/lib/action.ts";
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

export interface BuddyPress {
  person: BuddyTarget;
  action: BuddyAction;
}

type Options = Partial<Pick<ActionOptions<BuddyPress, { message: string }>, "errors" | "toast">>;

export function useBuddyAction({ errors = "inline", toast }: Options = {}): Action<BuddyPress> {
  const client = useQueryClient();
  const myId = useUser()?.id ?? 0;
  return useAction(({ person, action }: BuddyPress) => send(person, action), {
    ...(toast && { toast }),
    onDone: ({ relation, counts }, { person: { id, username } }) =>
      applyBuddyChange(client, myId, { user_id: id, username, relation, counts }),
    errors,
    // Failures mostly come from changes elsewhere: a withdrawn request, a block.
    onEnd: ({ person }, error) => error && invalidateBuddies(client, person.id),
    parallel: true,
  });
}
