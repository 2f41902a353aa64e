import { useQueryClient } from "@tanstack/react-query";
import { followRoute, unfollowRoute } from "#domain/follows/api.ts";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { applyFollow } from "./apply-follow.ts";

/** Someone to follow. */
export interface Creator {
  id: number;
  username: string;
}

/** Follows a creator or stops it, at once. */
export function useFollow({ id, username }: Creator, following: boolean): () => void {
  const client = useQueryClient();
  const { run } = useAction(
    (follows: boolean) => call(follows ? followRoute : unfollowRoute, { params: { username } }),
    {
      queue: `follow ${id}`,
      optimistic: (follows) => {
        applyFollow(client, id, follows);
        return () => applyFollow(client, id, !follows);
      },
      errors: "modal",
      changes: ["/api/home"],
    },
  );
  return () => void run(!following);
}
