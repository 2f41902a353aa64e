import type { QueryClient } from "@tanstack/react-query";
import type { OutputOf } from "#domain/api/route.ts";
import type { blockListRoute } from "#domain/blocks/api.ts";
import type { profileRoute } from "#domain/users/api.ts";

type BlockList = OutputOf<typeof blockListRoute>;
type ProfileAnswer = OutputOf<typeof profileRoute>;

/** What an act or an event says of somebody; `block` is absent where one's own block has not changed. */
export interface ContactChange {
  user_id: number;
  block?: boolean | undefined;
}

const PROFILES = /^\/api\/users\/[^/?]+$/;
const LISTS = /^\/api\/blocks(\?|$)/;
/** What a block ends or opens: buddies, messages, comments on a profile. */
const TOUCHED = /^\/api\/(?:blocks|buddies|conversations|messages|home)(?:[/?]|$)/;

/** A profile after a change: who is blocked is nobody's buddy, takes no messages and is not joined. */
export function contactedProfile(answer: ProfileAnswer, { user_id, block }: ContactChange): ProfileAnswer {
  const { user } = answer;
  if (user.id !== user_id || block === undefined || user.block === block) return answer;
  return {
    user: {
      ...user,
      block,
      ...(block && { relation: "none" as const, can_message: false, can_join: false }),
    },
  };
}

/** One's blocked people without somebody. */
export function unblockedList(list: BlockList, userId: number): BlockList {
  const data = list.data.filter(({ id }) => id !== userId);
  const gone = list.data.length - data.length;
  return { ...list, data, meta: { ...list.meta, total: list.meta.total - gone } };
}

/** Puts a block, or its end, into every answer the page has, and asks anew for what it touches. */
export function applyContactChange(client: QueryClient, change: ContactChange): void {
  const { user_id, block } = change;
  for (const { queryKey, state } of client.getQueryCache().getAll()) {
    const address = String(queryKey[0]);
    if (state.data === undefined) continue;
    if (PROFILES.test(address))
      client.setQueryData<ProfileAnswer>(queryKey, (old) => old && contactedProfile(old, change));
    else if (LISTS.test(address) && block === false)
      client.setQueryData<BlockList>(queryKey, (old) => old && unblockedList(old, user_id));
  }
  void client.invalidateQueries({
    predicate: ({ queryKey: [first, type, id], state }) => {
      const address = String(first);
      if (TOUCHED.test(address)) return true;
      if (first === "comments") return type === "user" && id === user_id;
      const { user } = (state.data ?? {}) as Partial<ProfileAnswer>;
      return PROFILES.test(address) && user?.id === user_id;
    },
  });
}
