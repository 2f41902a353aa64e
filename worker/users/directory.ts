import { type SQL, sql } from "drizzle-orm";
import { prepared, type Statement, statement } from "#db/client.ts";
import type { DirectoryFilter } from "#domain/users/api.ts";
import type { SessionGate } from "../http/gate.ts";
import { type Slice, slice } from "../http/pagination.ts";
import { accountsNamed } from "../search/names.ts";
import { inPlace, type PersonRow, people, peopleNamed } from "./list.ts";

export interface DirectoryQuery {
  search: string;
  filter: DirectoryFilter;
  page: number;
  size: number;
}

/** How many people there are, are online and play now, by the counters. */
export interface Crowd {
  users: number;
  online: number;
  in_game: number;
}

interface DirectoryPage {
  rows: PersonRow[];
  total: number;
  crowd: Crowd;
}

/** What each filter walks, the newest account first, and the counter that tells its length. */
const WALKS = {
  "": { from: sql`(select id from users where deleted_at is null)`, id: sql`id`, count: "users" },
  online: { from: sql`presence`, id: sql`user_id`, count: "online" },
  playing: { from: sql`playing`, id: sql`user_id`, count: "in_game" },
} as const satisfies Record<DirectoryFilter, { from: SQL; id: SQL; count: keyof Crowd }>;

/** A page further in than this asks for the total first, to be read from the nearer end. */
const NEAR_ROWS = 2_000;

export const crowdQuery: Statement<{ name: keyof Crowd; value: number }> = statement(
  sql`select name, value from counters where name in ('users', 'online', 'in_game')`,
);

export const crowdOf = (rows: readonly { name: keyof Crowd; value: number }[]): Crowd => ({
  users: 0,
  online: 0,
  in_game: 0,
  ...Object.fromEntries(rows.map(({ name, value }) => [name, value])),
});

/** A page of the directory: everybody or those who are online or playing, newest account first; or the best matches. */
export function listUsers(gate: SessionGate, query: DirectoryQuery): Promise<DirectoryPage> {
  return query.search ? searchUsers(gate, query) : walkUsers(gate, query);
}

async function walkUsers(gate: SessionGate, { filter, page, size }: DirectoryQuery): Promise<DirectoryPage> {
  const offset = (page - 1) * size;
  const { count } = WALKS[filter];
  if (offset <= NEAR_ROWS) {
    const near = { limit: size, offset, reverse: false };
    const [counters, rows] = await gate.read(crowdQuery, walkQuery(filter, near));
    const crowd = crowdOf(counters);
    return { rows: inPlace(rows), total: crowd[count], crowd };
  }
  const [counters] = await gate.read(crowdQuery);
  const crowd = crowdOf(counters);
  const part = slice(page, size, crowd[count]);
  const [rows] = part.limit === 0 ? [[]] : await gate.read(walkQuery(filter, part));
  return { rows: inPlace(rows), total: crowd[count], crowd };
}

/** Whoever stands in a filter's table and is not there any more is passed over. */
function walkQuery(filter: DirectoryFilter, { limit, offset, reverse }: Slice): Statement<PersonRow> {
  const { from, id } = WALKS[filter];
  const way = sql.raw(reverse ? "asc" : "desc");
  return prepared<PersonRow>(
    `users ${filter} ${reverse} ${limit}`,
    () =>
      people(sql`select ${id} as id, ${id} as place from ${from}
        order by ${id} ${way} limit ${sql.raw(String(limit))} offset ${sql.placeholder("offset")}`),
    { offset },
  );
}

interface Hit {
  id: number;
  length: number;
  xp: number;
}

/** Shorter names fit what was typed better; among those, whoever is better known comes first. */
async function searchUsers(
  gate: SessionGate,
  { search, filter, page, size }: DirectoryQuery,
): Promise<DirectoryPage> {
  const named = accountsNamed(search) ?? sql`select 0 as id where false`;
  const { from } = WALKS[filter];
  const filtered = filter ? sql`cross join ${from} f on f.user_id = h.id` : sql``;
  const hits = (found: SQL) =>
    statement<Hit>(sql`select u.id, length(u.username) as length, u.xp from (${found}) h ${filtered}
      cross join users u on u.id = h.id`);
  // The account with exactly this name is found even if many newer ones contain it.
  const [counters, exact, others] = await gate.read(
    crowdQuery,
    hits(sql`select id from users where username = ${search} and deleted_at is null`),
    hits(named),
  );
  const found = [...new Map([...exact, ...others].map((hit) => [hit.id, hit])).values()];
  const ids = found
    .sort((a, b) => a.length - b.length || b.xp - a.xp || b.id - a.id)
    .slice((page - 1) * size, page * size)
    .map(({ id }) => id);
  const [rows] = ids.length ? await gate.read(peopleNamed(ids)) : [[]];
  return { rows: inPlace(rows), total: found.length, crowd: crowdOf(counters) };
}
