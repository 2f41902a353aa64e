import type { QueryClient } from "@tanstack/react-query";
import type { OutputOf } from "#domain/api/route.ts";
import type { BuddyCounts, buddyListRoute } from "#domain/buddies/api.ts";
import { BUDDY_TABS, type BuddyTab, type Relation } from "#domain/buddies/rules.ts";
import type { WaitingRequests } from "#domain/buddies/waiting-requests.ts";
import type { profileRoute } from "#domain/users/api.ts";
import { at, invalidate, invalidateIf, patch } from "#web/lib/cache.ts";

type BuddyList = OutputOf<typeof buddyListRoute>;
type ProfileResponse = OutputOf<typeof profileRoute>;

/** A change between the viewer and another user, with the viewer's new counts. */
export interface BuddyChange {
  user_id: number;
  username: string;
  relation: Relation;
  counts: BuddyCounts;
}

const RELATION_OF: Record<BuddyTab, Relation> = {
  buddies: "buddy",
  incoming: "incoming",
  outgoing: "outgoing",
};

/** Returns the viewer's list after a change: drops the user if they no longer belong, updates the counts. */
export function buddyListAfterChange(list: BuddyList, tab: BuddyTab, change: BuddyChange): BuddyList {
  const belongs = RELATION_OF[tab] === change.relation;
  const data = belongs ? list.data : list.data.filter(({ id }) => id !== change.user_id);
  const removed = list.data.length - data.length;
  return {
    ...list,
    data,
    counts: change.counts,
    meta: { ...list.meta, total: Math.max(0, list.meta.total - removed) },
  };
}

/** Returns the waiting requests after a change: without the user, unless they have sent a new one. */
export function requestsAfterBuddyChange(
  requests: WaitingRequests,
  { user_id, relation, counts }: BuddyChange,
): WaitingRequests {
  const people = requests.people.filter(({ id }) => id !== user_id || relation === "incoming");
  return { people, total: counts.incoming };
}

export function profileAfterBuddyChange(
  response: ProfileResponse,
  myId: number,
  change: BuddyChange,
): ProfileResponse {
  const { user } = response;
  if (user.id === myId) return { user: { ...user, buddies_count: change.counts.buddies } };
  if (user.id !== change.user_id || user.relation === change.relation) return response;
  const delta = Number(change.relation === "buddy") - Number(user.relation === "buddy");
  return {
    user: { ...user, relation: change.relation, buddies_count: Math.max(0, user.buddies_count + delta) },
  };
}

const withoutRequest = <T extends { requests: WaitingRequests }>(response: T, change: BuddyChange): T => ({
  ...response,
  requests: requestsAfterBuddyChange(response.requests, change),
});

/** Applies a change to all cached responses, then refetches: pages shift, and new buddies need a card. */
export function applyBuddyChange(client: QueryClient, myId: number, change: BuddyChange): void {
  patch(client, "/api/users/{username}", (response) => profileAfterBuddyChange(response, myId, change));
  for (const tab of BUDDY_TABS)
    patch(client, at("/api/buddies/{username}/{tab}", { tab }), (list) =>
      list.user.id === myId ? buddyListAfterChange(list, tab, change) : list,
    );
  patch(client, "/api/home", (response) => withoutRequest(response, change));
  patch(client, "/api/notifications", (page) => withoutRequest(page, change));
  invalidateBuddies(client, change.user_id);
}

export function invalidateBuddies(client: QueryClient, userId: number): void {
  invalidateIf(client, "/api/users/{username}", ({ user }) => user.id === userId);
  void invalidate(client, ["/api/buddies/**", "/api/home", "/api/notifications"]);
}
