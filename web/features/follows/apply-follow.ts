import type { QueryClient } from "@tanstack/react-query";
import type { OutputOf } from "#domain/api/route.ts";
import type { itemRoute } from "#domain/items/api.ts";
import type { levelRoute } from "#domain/levels/api.ts";
import type { profileRoute } from "#domain/users/api.ts";

type LevelResponse = OutputOf<typeof levelRoute>;
type ItemResponse = OutputOf<typeof itemRoute>;
type ProfileResponse = OutputOf<typeof profileRoute>;

const PROFILES = /^\/api\/users\/[^/?]+$/;
const LEVELS = /^\/api\/levels\/\d+$/;
const ITEMS = /^\/api\/items\/\d+$/;

/** Returns a profile after the viewer follows or unfollows a creator. */
function profileAfterFollow(
  response: ProfileResponse,
  creatorId: number,
  following: boolean,
): ProfileResponse {
  const { user } = response;
  if (user.id !== creatorId || user.following === following) return response;
  const followers_count = Math.max(0, user.followers_count + (following ? 1 : -1));
  return { user: { ...user, following, followers_count } };
}

/** Applies a follow to all cached profiles, levels and items of a creator. */
export function applyFollow(client: QueryClient, creatorId: number, following: boolean): void {
  for (const { queryKey } of client.getQueryCache().getAll()) {
    const url = String(queryKey[0]);
    if (PROFILES.test(url))
      client.setQueryData<ProfileResponse>(
        queryKey,
        (old) => old && profileAfterFollow(old, creatorId, following),
      );
    else if (LEVELS.test(url))
      client.setQueryData<LevelResponse>(queryKey, (old) =>
        old?.level.user.id === creatorId ? { level: { ...old.level, follows_creator: following } } : old,
      );
    else if (ITEMS.test(url))
      client.setQueryData<ItemResponse>(queryKey, (old) =>
        old?.item.user.id === creatorId ? { item: { ...old.item, follows_creator: following } } : old,
      );
  }
}
