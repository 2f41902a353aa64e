import type { QueryClient } from "@tanstack/react-query";
import type { OutputOf } from "#domain/api/route.ts";
import type { BuddyCounts, buddyListRoute } from "#domain/buddies/api.ts";
import { BUDDY_TABS, type BuddyTab, type Relation } from "#domain/buddies/rules.ts";
import type { profileRoute } from "#domain/users/api.ts";

type BuddyList = OutputOf<typeof buddyListRoute>;
type ProfileAnswer = OutputOf<typeof profileRoute>;

/** What an act or an event says of somebody, with one's own counts. */
export interface BuddyChange {
  user_id: number;
  username: string;
  relation: Relation;
  counts: BuddyCounts;
}

const LISTS = /^\/api\/buddies\//;
const PROFILES = /^\/api\/users\/[^/?]+$/;
const HOME = "/api/home";

const RELATION_OF: Record<BuddyTab, Relation> = {
  buddies: "buddy",
  incoming: "incoming",
  outgoing: "outgoing",
};

const tabOf = (address: string): BuddyTab | undefined =>
  BUDDY_TABS.find((tab) => address.split("?")[0]?.endsWith(`/${tab}`));

/** One's own list after a change: who does not belong there any more is gone, the counts are those of now. */
export function changedList(list: BuddyList, tab: BuddyTab | undefined, change: BuddyChange): BuddyList {
  const stays = tab && RELATION_OF[tab] === change.relation;
  const data = stays ? list.data : list.data.filter(({ id }) => id !== change.user_id);
  const gone = list.data.length - data.length;
  return {
    ...list,
    data,
    counts: change.counts,
    meta: { ...list.meta, total: Math.max(0, list.meta.total - gone) },
  };
}

/** A profile after a change: how the one who looks stands to them, and how many buddies they have by that. */
export function changedProfile(answer: ProfileAnswer, myId: number, change: BuddyChange): ProfileAnswer {
  const { user } = answer;
  if (user.id === myId) return { user: { ...user, buddies_count: change.counts.buddies } };
  if (user.id !== change.user_id || user.relation === change.relation) return answer;
  const by = Number(change.relation === "buddy") - Number(user.relation === "buddy");
  return {
    user: { ...user, relation: change.relation, buddies_count: Math.max(0, user.buddies_count + by) },
  };
}

/**
 * Puts a change between two people into every answer the page has, in place; then asks for the lists and the profile
 * anew, as pages shift and somebody new has a card.
 */
export function applyBuddyChange(client: QueryClient, myId: number, change: BuddyChange): void {
  for (const { queryKey, state } of client.getQueryCache().getAll()) {
    const address = String(queryKey[0]);
    if (state.data === undefined) continue;
    if (PROFILES.test(address))
      client.setQueryData<ProfileAnswer>(queryKey, (old) => old && changedProfile(old, myId, change));
    else if (LISTS.test(address))
      client.setQueryData<BuddyList>(queryKey, (old) =>
        old?.user.id === myId ? changedList(old, tabOf(address), change) : old,
      );
  }
  askBuddiesAnew(client, change.user_id);
}

/** Asks for whatever tells of buddies, and for somebody's profile. */
export function askBuddiesAnew(client: QueryClient, userId: number): void {
  void client.invalidateQueries({
    predicate: ({ queryKey, state }) => {
      const address = String(queryKey[0]);
      if (LISTS.test(address) || address === HOME) return true;
      const { user } = (state.data ?? {}) as Partial<ProfileAnswer>;
      return PROFILES.test(address) && user?.id === userId;
    },
  });
}
