import { type SQL, sql } from "drizzle-orm";
import { statement } from "#db/client.ts";
import { LIMITS } from "#domain/limits.ts";
import type { SessionGate } from "../http/gate.ts";
import { slice } from "../http/pagination.ts";
import { contains } from "../search/match.ts";
import { inPlace, type PersonRow, people, peopleNamed } from "./list.ts";

/** Where the people stand whom somebody has in a list of theirs, newest first, and which counter tells how many. */
const LISTS = {
  buddies: { from: sql`buddies`, owner: sql`user_id`, other: sql`buddy_id`, count: "buddies_count" },
  incoming: { from: sql`buddy_requests`, owner: sql`to_id`, other: sql`from_id`, count: "incoming_count" },
  outgoing: { from: sql`buddy_requests`, owner: sql`from_id`, other: sql`to_id`, count: "outgoing_count" },
  blocks: { from: sql`blocks`, owner: sql`user_id`, other: sql`blocked_id`, count: "blocks_count" },
} as const;

export interface ListOwner {
  id: number;
  username: string;
  buddies_count: number;
  incoming_count: number;
  outgoing_count: number;
  blocks_count: number;
}

interface OwnList {
  /** Absent when there is no such user. */
  owner: ListOwner | undefined;
  rows: PersonRow[];
  total: number;
}

/**
 * A page of a list that belongs to somebody: the user whose id `owner` finds. A search looks at the newest of the list
 * only, and takes a second round.
 */
export async function listOwn(
  gate: SessionGate,
  name: keyof typeof LISTS,
  owner: SQL,
  { search, page, size }: { search: string; page: number; size: number },
): Promise<OwnList> {
  const list = LISTS[name];
  const owners =
    statement<ListOwner>(sql`select id, username, buddies_count, incoming_count, outgoing_count, blocks_count
    from users where id = ${owner}`);
  const newest = (limit: number, offset: number) => sql`select ${list.other} as id, created_at as place
    from ${list.from} where ${list.owner} = ${owner}
    order by created_at desc, ${list.other} desc limit ${limit} offset ${offset}`;
  if (!search) {
    // Deep pages are refused as in every list.
    const { limit, offset } = slice(page, size, Number.MAX_SAFE_INTEGER);
    const [[found], rows] = await gate.read(owners, statement<PersonRow>(people(newest(limit, offset))));
    return { owner: found, rows: inPlace(rows), total: found?.[list.count] ?? 0 };
  }
  const [[found], hits] = await gate.read(
    owners,
    statement<{ id: number; place: number }>(sql`select f.* from (${newest(LIMITS.peopleSearched, 0)}) f
      cross join users u on u.id = f.id and ${contains(sql`u.username`, search)}`),
  );
  const ids = hits
    .sort((a, b) => b.place - a.place || b.id - a.id)
    .slice((page - 1) * size, page * size)
    .map(({ id }) => id);
  const [rows] = ids.length ? await gate.read(peopleNamed(ids)) : [[]];
  return { owner: found, rows: inPlace(rows), total: hits.length };
}
