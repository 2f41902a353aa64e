import { QueryClient } from "@tanstack/react-query";
import type { PresentUserCard } from "#domain/presence/presence.ts";
import type { Profile } from "#domain/users/api.ts";
import { applyContactChange } from "#web/features/blocks/contact-change.ts";
import { applyBuddyChange, type BuddyChange } from "#web/features/buddies/buddy-change.ts";
import { uniqueUsers } from "#web/features/users/queries.ts";

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

/** A cache with these responses, and functions that read them. */
function cache(responses: Record<string, unknown>) {
  const client = new QueryClient();
  for (const [url, response] of Object.entries(responses)) client.setQueryData([url], response);
  return {
    client,
    listAt: (url: string) => client.getQueryData<ReturnType<typeof list>>([url]),
    ids: (url: string) => client.getQueryData<ReturnType<typeof list>>([url])?.data.map(({ id }) => id),
    user: (url: string) => client.getQueryData<{ user: Profile }>([url])?.user,
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

test("an accepted member leaves the requests in every page and search, once, and the counts are those of the event", () => {
  const { client, ids, listAt } = cache({
    "/api/buddies/user_1/incoming?page=1": list(ME, 7, 8),
    "/api/buddies/User_1/incoming?page=1&search=7": list(ME, 7),
    "/api/buddies/user_1/outgoing?page=1": list(ME, 9),
    "/api/buddies/user_1/buddies?page=1": list(ME, 3, 4),
  });
  for (let time = 0; time < 2; time++) applyBuddyChange(client, ME, change("buddy"));
  expect(ids("/api/buddies/user_1/incoming?page=1")).toEqual([8]);
  expect(listAt("/api/buddies/user_1/incoming?page=1")?.meta.total).toBe(1);
  expect(ids("/api/buddies/User_1/incoming?page=1&search=7")).toEqual([]);
  expect(ids("/api/buddies/user_1/outgoing?page=1")).toEqual([9]);
  expect(ids("/api/buddies/user_1/buddies?page=1")).toEqual([3, 4]);
  for (const tab of ["incoming", "outgoing", "buddies"])
    expect(listAt(`/api/buddies/user_1/${tab}?page=1`)?.counts).toEqual(counts(3, 1, 1));
});

test("an accepted request leaves the home page and the notifications, which are refetched for the next one", () => {
  const requests = { people: [card(7), card(8)], total: 5 };
  const client = new QueryClient();
  client.setQueryData(["/api/home"], { requests });
  const notifications = ["/api/notifications?page=1", "pages"];
  client.setQueryData(notifications, { pages: [{ data: [], requests }], pageParams: [1] });
  applyBuddyChange(client, ME, change("buddy", { counts: counts(3, 4, 1) }));
  const left = { people: [card(8)], total: 4 };
  expect(client.getQueryData(["/api/home"])).toEqual({ requests: left });
  expect(client.getQueryData(notifications)).toMatchObject({ pages: [{ requests: left }] });
  for (const key of [["/api/home"], notifications])
    expect(client.getQueryState(key)?.isInvalidated, key[0]).toBe(true);
});

test("someone else's list is refetched and not changed", () => {
  const url = "/api/buddies/user_7/buddies?page=1";
  const { client, ids, listAt, isStale } = cache({ [url]: list(7, 1, 7) });
  applyBuddyChange(client, ME, change("none"));
  expect(ids(url)).toEqual([1, 7]);
  expect(listAt(url)?.counts).toEqual(counts(2, 2, 1));
  expect(isStale([url])).toBe(true);
});

test("a profile shows the relation to its owner, whose number of buddies changes with it", () => {
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

test("data without people stays unchanged and is not refetched", () => {
  const responses = {
    "/api/levels?page=1": { data: [] },
    "/api/users/user_8": profile(8),
    "/api/users?page=1": { data: [] },
    "/api/users/user_7/levels?page=1": { data: [], user: card(7) },
  };
  const { client, isStale } = cache(responses);
  applyBuddyChange(client, ME, change("buddy"));
  applyContactChange(client, { user_id: 7, block: true });
  for (const url of Object.keys(responses)) expect(isStale([url]), url).toBe(false);
});

test("a block shows on the profile at once, and ends the relation and the messages there", () => {
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

test("an unblocked user leaves every list of blocked users", () => {
  const { client, ids, listAt } = cache({
    "/api/blocks?page=1": list(ME, 7, 8),
    "/api/blocks?page=1&search=us": list(ME, 8),
  });
  applyContactChange(client, { user_id: 7, block: false });
  expect(ids("/api/blocks?page=1")).toEqual([8]);
  expect(listAt("/api/blocks?page=1")?.meta.total).toBe(1);
  expect(ids("/api/blocks?page=1&search=us")).toEqual([8]);
});

test("a changed contact refetches what it opens or closes", () => {
  const responses = {
    "/api/users/user_7": profile(7),
    "/api/blocks?page=1": list(ME),
    "/api/conversations?page=1": {},
    "/api/messages/from/7?page=1": {},
    "/api/home": {},
  };
  const { client, isStale } = cache(responses);
  const comments = (id: number) => [`/api/comments/user/${id}?page=1`, "pages"];
  for (const id of [7, 8]) client.setQueryData(comments(id), { pages: [] });
  applyContactChange(client, { user_id: 7 });
  for (const url of Object.keys(responses)) expect(isStale([url]), url).toBe(true);
  expect(isStale(comments(7))).toBe(true);
  expect(isStale(comments(8))).toBe(false);
});

test("overlapping pages of the directory show each user once, at their first position", () => {
  const page = (...ids: number[]) => ({ data: ids.map(card) }) as Parameters<typeof uniqueUsers>[0][number];
  const users = uniqueUsers([page(9, 8, 7), page(7, 6), page(10, 5)]);
  expect(users.map(({ id }) => id)).toEqual([9, 8, 7, 6, 10, 5]);
});
