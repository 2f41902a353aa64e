import { useMutation, useQueryClient } from "@tanstack/react-query";
import { followRoute, unfollowRoute } from "#domain/follows/api.ts";
import { showActionError } from "#web/lib/action-error.ts";
import { call } from "#web/lib/api.ts";
import { applyFollow } from "./apply-follow.ts";

const HOME = "/api/home";

/** Someone to follow. */
export interface Creator {
  id: number;
  username: string;
}

/** Follows a creator or stops it. Optimistic: rolled back if the request fails. */
export function useFollow({ id, username }: Creator, following: boolean): () => void {
  const client = useQueryClient();
  const mutationKey = ["follow", id];
  const { mutate } = useMutation({
    mutationKey,
    // Runs one at a time: the last press decides.
    scope: { id: mutationKey.join(" ") },
    mutationFn: (follows: boolean) => call(follows ? followRoute : unfollowRoute, { params: { username } }),
    onMutate: (follows) => applyFollow(client, id, follows),
    onSuccess: () => client.invalidateQueries({ queryKey: [HOME] }),
    onError: (error, follows) => {
      applyFollow(client, id, !follows);
      showActionError(error);
    },
  });
  return () => mutate(!following);
}
