import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import type { PresentUserCard } from "#domain/presence/presence.ts";
import type { Profile } from "#domain/users/api.ts";
import { applyContactChange } from "#web/features/blocks/block-cache.ts";
import { applyBuddyChange, type BuddyChange } from "#web/features/buddies/buddy-cache.ts";
import { usersOf } from "#web/features/users/directory-query.ts";

const ME = 1;
const card = (id: number) => ({ id, username: `user_${id}` }) as PresentUserCard;
const counts = (buddies: number, incoming: number, outgoing: number) => ({ buddies, incoming, outgoing });

const list = (owner: number, ...ids: number[]) => ({
  data: ids.map(card),
  meta: { current_page: 1, last_page: 1, total: ids.length },
  links: { next: null },
  user: { id: owner, username: `user_${owner}` },
  counts: counts(2, 2, 1),
});

const profile = (id: number, fields: Partial<Profile> = {}) => ({
  user: {
    id,
    username: `user_${id}`,
    relation: "none",
    buddies_count: 5,
    block: false,
    can_message: true,
    can_join: true,
    ...fields,
  } as Profile,
});

/** A cache with these answers, and how to read them. */
function cache(answers: Record<string, unknown>) {
  const client = new QueryClient();
  for (const [address, answer] of Object.entries(answers)) client.setQueryData([address], answer);
  return {
    client,
    list: (address: string) => client.getQueryData<ReturnType<typeof list>>([address]),
    ids: (address: string) =>
      client.getQueryData<ReturnType<typeof list>>([address])?.data.map(({ id }) => id),
    user: (address: string) => client.getQueryData<{ user: Profile }>([address])?.user,
    isStale: (key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated,
  };
}

const change = (relation: BuddyChange["relation"], fields: Partial<BuddyChange> = {}): BuddyChange => ({
  user_id: 7,
  username: "user_7",
  relation,
  counts: counts(3, 1, 1),
  ...fields,
});

test("who was accepted leaves the requests in every page and search of them, and the counts are those of the event", () => {
  const {
    client,
    ids,
    list: of,
  } = cache({
    "/api/buddies/user_1/incoming?page=1": list(ME, 7, 8),
    "/api/buddies/User_1/incoming?page=1&search=7": list(ME, 7),
    "/api/buddies/user_1/outgoing?page=1": list(ME, 9),
    "/api/buddies/user_1/buddies?page=1": list(ME, 3, 4),
  });
  applyBuddyChange(client, ME, change("buddy"));
  expect(ids("/api/buddies/user_1/incoming?page=1")).toEqual([8]);
  expect(of("/api/buddies/user_1/incoming?page=1")?.meta.total).toBe(1);
  expect(ids("/api/buddies/User_1/incoming?page=1&search=7")).toEqual([]);
  expect(ids("/api/buddies/user_1/outgoing?page=1")).toEqual([9]);
  expect(ids("/api/buddies/user_1/buddies?page=1")).toEqual([3, 4]);
  for (const tab of ["incoming", "outgoing", "buddies"])
    expect(of(`/api/buddies/user_1/${tab}?page=1`)?.counts).toEqual(counts(3, 1, 1));
});

test("hearing a change twice makes no difference", () => {
  const { client, list: of } = cache({ "/api/buddies/user_1/buddies?page=1": list(ME, 7, 8) });
  applyBuddyChange(client, ME, change("none"));
  const once = of("/api/buddies/user_1/buddies?page=1");
  applyBuddyChange(client, ME, change("none"));
  expect(of("/api/buddies/user_1/buddies?page=1")).toEqual(once);
  expect(once?.meta.total).toBe(1);
});

test("somebody else's list is asked for anew and not touched", () => {
  const address = "/api/buddies/user_7/buddies?page=1";
  const { client, ids, list: of, isStale } = cache({ [address]: list(7, 1, 7) });
  applyBuddyChange(client, ME, change("none"));
  expect(ids(address)).toEqual([1, 7]);
  expect(of(address)?.counts).toEqual(counts(2, 2, 1));
  expect(isStale([address])).toBe(true);
});

test("a profile shows how one stands to its owner, who has a buddy more or fewer by that", () => {
  const { client, user } = cache({
    "/api/users/user_7": profile(7, { relation: "outgoing" }),
    "/api/users/user_8": profile(8),
    "/api/users/user_1": profile(ME),
  });
  applyBuddyChange(client, ME, change("buddy"));
  expect(user("/api/users/user_7")).toMatchObject({ relation: "buddy", buddies_count: 6 });
  expect(user("/api/users/user_8")).toMatchObject({ relation: "none", buddies_count: 5 });
  expect(user("/api/users/user_1")).toMatchObject({ buddies_count: 3 });
  applyBuddyChange(client, ME, change("buddy"));
  expect(user("/api/users/user_7")).toMatchObject({ buddies_count: 6 });
  applyBuddyChange(client, ME, change("none"));
  expect(user("/api/users/user_7")).toMatchObject({ relation: "none", buddies_count: 5 });
});

test("what has nothing to do with people stays as it is and is not asked for again", () => {
  const { client, isStale } = cache({
    "/api/levels?page=1": { data: [] },
    "/api/users/user_8": profile(8),
    "/api/users?page=1": { data: [] },
    "/api/users/user_7/levels?page=1": { data: [], user: card(7) },
  });
  applyBuddyChange(client, ME, change("buddy"));
  applyContactChange(client, { user_id: 7, block: true });
  for (const address of [
    "/api/levels?page=1",
    "/api/users/user_8",
    "/api/users?page=1",
    "/api/users/user_7/levels?page=1",
  ])
    expect(isStale([address]), address).toBe(false);
});

test("a block shows on the profile at once, and ends being buddies and messages there", () => {
  const { client, user } = cache({
    "/api/users/user_7": profile(7, { relation: "buddy" }),
    "/api/users/user_8": profile(8),
  });
  applyContactChange(client, { user_id: 7, block: true });
  expect(user("/api/users/user_7")).toMatchObject({
    block: true,
    relation: "none",
    can_message: false,
    can_join: false,
  });
  expect(user("/api/users/user_8")).toMatchObject({ block: false, can_message: true });
  applyContactChange(client, { user_id: 7, block: false });
  expect(user("/api/users/user_7")).toMatchObject({ block: false });
});

test("who was unblocked leaves every list of blocked people", () => {
  const {
    client,
    list: of,
    ids,
  } = cache({
    "/api/blocks?page=1": list(ME, 7, 8),
    "/api/blocks?page=1&search=us": list(ME, 8),
  });
  applyContactChange(client, { user_id: 7, block: false });
  expect(ids("/api/blocks?page=1")).toEqual([8]);
  expect(of("/api/blocks?page=1")?.meta.total).toBe(1);
  expect(ids("/api/blocks?page=1&search=us")).toEqual([8]);
});

test("when contact changes, what it opens or closes is asked for anew", () => {
  const { client, isStale } = cache({
    "/api/users/user_7": profile(7),
    "/api/blocks?page=1": list(ME),
    "/api/conversations?page=1": {},
    "/api/messages/from/7?page=1": {},
    "/api/home": {},
  });
  for (const id of [7, 8]) client.setQueryData(["comments", "user", id], { pages: [] });
  applyContactChange(client, { user_id: 7 });
  for (const key of [
    "/api/users/user_7",
    "/api/blocks?page=1",
    "/api/conversations?page=1",
    "/api/messages/from/7?page=1",
    "/api/home",
  ])
    expect(isStale([key]), key).toBe(true);
  expect(isStale(["comments", "user", 7])).toBe(true);
  expect(isStale(["comments", "user", 8])).toBe(false);
});

test("pages of the directory that shifted show everybody once, where they stood first", () => {
  const page = (...ids: number[]) => ({ data: ids.map(card) }) as Parameters<typeof usersOf>[0][number];
  expect(usersOf([page(9, 8, 7), page(7, 6), page(10, 5)]).map(({ id }) => id)).toEqual([9, 8, 7, 6, 10, 5]);
});
