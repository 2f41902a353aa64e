import type { QueryClient } from "@tanstack/react-query";
import type { OutputOf } from "#domain/api/route.ts";
import type { blockListRoute } from "#domain/blocks/api.ts";
import type { profileRoute } from "#domain/users/api.ts";
import { at, invalidate, invalidateIf, patch, type Target } from "#web/lib/cache.ts";

type BlockList = OutputOf<typeof blockListRoute>;
type ProfileResponse = OutputOf<typeof profileRoute>;

/** A change between the viewer and another user. Without `block`, the viewer's own block is unchanged. */
export interface ContactChange {
  user_id: number;
  block?: boolean | undefined;
}

/** Responses that a block affects, besides profiles and their comments. */
const CHANGED_BY_CONTACT: readonly Target[] = [
  "/api/blocks",
  "/api/buddies/**",
  "/api/conversations/**",
  "/api/messages/**",
  "/api/home",
];

/** Returns the profile after a change. Blocked users can't be buddies, followed, messaged or joined. */
export function profileAfterBlock(
  response: ProfileResponse,
  { user_id, block }: ContactChange,
): ProfileResponse {
  const { user } = response;
  if (user.id !== user_id || block === undefined || user.block === block) return response;
  return {
    user: {
      ...user,
      block,
      ...(block && { relation: "none" as const, following: false, can_message: false, can_join: false }),
    },
  };
}

/** Returns the block list without a user. */
export function blockListAfterUnblock(list: BlockList, userId: number): BlockList {
  const data = list.data.filter(({ id }) => id !== userId);
  const removed = list.data.length - data.length;
  return { ...list, data, meta: { ...list.meta, total: list.meta.total - removed } };
}

/** Applies a block or unblock to all cached responses, then invalidates the affected ones. */
export function applyContactChange(client: QueryClient, change: ContactChange): void {
  const { user_id, block } = change;
  patch(client, "/api/users/{username}", (response) => profileAfterBlock(response, change));
  if (block === false) patch(client, "/api/blocks", (list) => blockListAfterUnblock(list, user_id));
  invalidateIf(client, "/api/users/{username}", ({ user }) => user.id === user_id);
  void invalidate(client, [
    ...CHANGED_BY_CONTACT,
    at("/api/comments/{type}/{id}", { type: "user", id: user_id }),
  ]);
}
