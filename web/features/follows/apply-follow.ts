import type { QueryClient } from "@tanstack/react-query";
import { invalidateIf, patch } from "#web/lib/cache.ts";

export function applyFollow(client: QueryClient, creatorId: number, following: boolean): void {
  patch(client, "/api/users/{username}", (response) => {
    const { user } = response;
    if (user.id !== creatorId || user.following === following) return response;
    const followers_count = Math.max(0, user.followers_count + (following ? 1 : -1));
    return { user: { ...user, following, followers_count } };
  });
  patch(client, "/api/levels/{id}", (response) => {
    const { level } = response;
    return level.user.id === creatorId ? { level: { ...level, follows_creator: following } } : response;
  });
  patch(client, "/api/items/{id}", (response) => {
    const { item } = response;
    return item.user.id === creatorId ? { item: { ...item, follows_creator: following } } : response;
  });
}

/** Refetches the cached profiles, levels and items that a follow in another tab has changed. */
export function refetchFollow(client: QueryClient, creatorId: number, following: boolean): void {
  const isOld = (id: number, follows: boolean) => id === creatorId && follows !== following;
  invalidateIf(client, "/api/users/{username}", ({ user }) => isOld(user.id, user.following));
  invalidateIf(client, "/api/levels/{id}", ({ level }) => isOld(level.user.id, level.follows_creator));
  invalidateIf(client, "/api/items/{id}", ({ item }) => isOld(item.user.id, item.follows_creator));
}
