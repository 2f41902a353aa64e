import type { QueryClient } from "@tanstack/react-query";
import type { OutputOf } from "#domain/api/route.ts";
import type { blockListRoute } from "#domain/blocks/api.ts";
import type { profileRoute } from "#domain/users/api.ts";

type BlockList = OutputOf<typeof blockListRoute>;
type ProfileResponse = OutputOf<typeof profileRoute>;

/** A change between the viewer and another user. Without `block`, the viewer's own block is unchanged. */
export interface ContactChange {
  user_id: number;
  block?: boolean | undefined;
}

const PROFILES = /^\/api\/users\/[^/?]+$/;
const LISTS = /^\/api\/blocks(\?|$)/;
/** Endpoints a block affects. */
const AFFECTED = /^\/api\/(?:blocks|buddies|conversations|messages|home)(?:[/?]|$)/;

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
  for (const { queryKey, state } of client.getQueryCache().getAll()) {
    const url = String(queryKey[0]);
    if (state.data === undefined) continue;
    if (PROFILES.test(url))
      client.setQueryData<ProfileResponse>(queryKey, (old) => old && profileAfterBlock(old, change));
    else if (LISTS.test(url) && block === false)
      client.setQueryData<BlockList>(queryKey, (old) => old && blockListAfterUnblock(old, user_id));
  }
  void client.invalidateQueries({
    predicate: ({ queryKey: [first, type, id], state }) => {
      const url = String(first);
      if (AFFECTED.test(url)) return true;
      if (first === "comments") return type === "user" && id === user_id;
      const { user } = (state.data ?? {}) as Partial<ProfileResponse>;
      return PROFILES.test(url) && user?.id === user_id;
    },
  });
}
