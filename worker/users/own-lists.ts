import { type Columns, first, type SQL, sql, statement } from "#db/database.ts";
import { LIMITS } from "#domain/limits.ts";
import { pageSlice } from "../http/pagination.ts";
import type { SessionGate } from "../http/session-gate.ts";
import { contains } from "../search/match.ts";
import { type PersonRow, peopleById, selectPeople, sortByRank } from "./directory.ts";

/** The tables behind users' own lists, newest first, and the counters of their lengths. */
const LISTS = {
  buddies: { from: sql`buddies`, owner: sql`user_id`, other: sql`buddy_id`, count: "buddies_count" },
  incoming: { from: sql`buddy_requests`, owner: sql`to_id`, other: sql`from_id`, count: "incoming_count" },
  outgoing: { from: sql`buddy_requests`, owner: sql`from_id`, other: sql`to_id`, count: "outgoing_count" },
  followers: {
    from: sql`follows`,
    owner: sql`creator_id`,
    other: sql`follower_id`,
    count: "followers_count",
  },
  following: {
    from: sql`follows`,
    owner: sql`follower_id`,
    other: sql`creator_id`,
    count: "following_count",
  },
  blocks: { from: sql`blocks`, owner: sql`user_id`, other: sql`blocked_id`, count: "blocks_count" },
} as const;

export type ListOwner = Columns<
  "users",
  | "id"
  | "username"
  | "buddies_count"
  | "incoming_count"
  | "outgoing_count"
  | "blocks_count"
  | "followers_count"
  | "following_count"
>;

/** A page of `owner`'s list. A search covers only the newest entries and takes a second round trip. */
export async function readOwnList(
  gate: SessionGate,
  name: keyof typeof LISTS,
  owner: SQL,
  { search, page, size }: { search: string; page: number; size: number },
): Promise<{ owner: ListOwner | undefined; rows: PersonRow[]; total: number }> {
  const list = LISTS[name];
  const owners = statement<ListOwner>`select id, username, buddies_count, incoming_count, outgoing_count, blocks_count, followers_count, following_count
    from users where id = ${owner}`;
  const newest = (limit: number, offset: number) => sql`select ${list.other} as id, created_at as place
    from ${list.from} where ${list.owner} = ${owner}
    order by created_at desc, ${list.other} desc limit ${limit} offset ${offset}`;
  if (!search) {
    // Deep pages fail as in every list.
    const { limit, offset } = pageSlice(page, size, Number.MAX_SAFE_INTEGER);
    const { found, rows } = await gate.read({
      found: first(owners),
      rows: statement<PersonRow>(selectPeople(newest(limit, offset))),
    });
    return { owner: found, rows: sortByRank(rows), total: found?.[list.count] ?? 0 };
  }
  const { found, hits } = await gate.read({
    found: first(owners),
    hits: statement<Columns<"users", "id"> & { place: number }>`select f.*
      from (${newest(LIMITS.peopleSearched, 0)}) f
      cross join users u on u.id = f.id and ${contains(sql`u.username`, search)}`,
  });
  const ids = hits
    .sort((a, b) => b.place - a.place || b.id - a.id)
    .slice((page - 1) * size, page * size)
    .map(({ id }) => id);
  const rows = ids.length ? await gate.all(peopleById(ids)) : [];
  return { owner: found, rows: sortByRank(rows), total: hits.length };
}
