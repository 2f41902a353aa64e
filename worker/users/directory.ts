import { type Columns, type ColumnsAs, type SQL, type Statement, sql, statement } from "#db/database.ts";
import type { DirectoryFilter } from "#domain/users/view.ts";
import { type PageSlice, pageSlice } from "../http/pagination.ts";
import type { SessionGate } from "../http/session-gate.ts";
import { accountsByName } from "../search/accounts-by-name.ts";
import {
  type PresenceColumns,
  presenceColumns,
  presenceJoins,
  type UserColumns,
  userColumns,
} from "./present.ts";

/** A user in a list. */
export interface PersonRow extends UserColumns, PresenceColumns, ColumnsAs<"users", { u_bio: "bio" }> {
  /** The sort key, largest first. */
  place: number;
}

/** Selects the users whose `id` and `place` the subquery finds; skips deleted users. */
export const selectPeople = (
  found: SQL,
) => sql`select ${userColumns}, u.bio as u_bio, ${presenceColumns}, f.place
  from (${found}) f cross join users u on u.id = f.id ${presenceJoins}`;

/** Sorts rows here, because SQLite's sorter counts as reading them again. */
export const sortByRank = (rows: PersonRow[]): PersonRow[] =>
  rows.sort((a, b) => b.place - a.place || b.u_id - a.u_id);

/** Selects users by id, in this order. */
export const peopleById = (ids: readonly number[]): Statement<PersonRow> =>
  statement(selectPeople(sql`select value as id, -key as place from json_each(${JSON.stringify(ids)})`));

export interface DirectoryQuery {
  search: string;
  filter: DirectoryFilter;
  page: number;
  size: number;
}

/** The numbers of users: registered, online and playing, from the counters. */
export interface UserCounts {
  users: number;
  online: number;
  in_game: number;
}

interface DirectoryPage {
  rows: PersonRow[];
  /** On the first page of everyone: people who are playing or online. */
  active: PersonRow[];
  total: number;
  counts: UserCounts;
}

/** The source of each filter's list, newest account first, and the counter with its length. */
const FILTER_SOURCES = {
  "": { from: sql`(select id from users where deleted_at is null)`, id: sql`id`, count: "users" },
  online: { from: sql`presence`, id: sql`user_id`, count: "online" },
  playing: { from: sql`playing`, id: sql`user_id`, count: "in_game" },
} as const satisfies Record<DirectoryFilter, { from: SQL; id: SQL; count: keyof UserCounts }>;

/** Pages beyond this offset fetch the total first, to be read from the nearer end. */
const NEAR_ROWS = 2_000;

export const userCountsQuery: Statement<
  Columns<"counters", "value"> & {
    name: keyof UserCounts;
  }
> = statement`select name, value from counters where name in ('users', 'online', 'in_game')`;

export const toUserCounts = (rows: readonly { name: keyof UserCounts; value: number }[]): UserCounts => ({
  users: 0,
  online: 0,
  in_game: 0,
  ...Object.fromEntries(rows.map(({ name, value }) => [name, value])),
});

/** People shown in front of everyone. */
const MAX_ACTIVE = 6;

/** People playing, then online; the newest of each. The second part runs only if the first has too few. */
const activeQuery: Statement<PersonRow> = statement(
  selectPeople(sql`select id, place from (
      select id, place from (select user_id as id, 1 as place from playing order by user_id desc limit ${MAX_ACTIVE})
      union all
      select id, place from (select p.user_id as id, 0 as place from presence p
        where not exists (select 1 from playing where user_id = p.user_id) order by p.user_id desc limit ${MAX_ACTIVE}))
    limit ${MAX_ACTIVE}`),
);

/** A page of the directory: all users, online or playing, newest first; or the best matches of a search. */
export function listUsers(gate: SessionGate, query: DirectoryQuery): Promise<DirectoryPage> {
  return query.search ? searchUsers(gate, query) : browseUsers(gate, query);
}

async function browseUsers(gate: SessionGate, { filter, page, size }: DirectoryQuery) {
  const offset = (page - 1) * size;
  const { count } = FILTER_SOURCES[filter];
  if (offset <= NEAR_ROWS) {
    const near = { limit: size, offset, reverse: false };
    const hasActive = filter === "" && page === 1;
    const { counters, rows, active } = await gate.read({
      counters: userCountsQuery,
      rows: browseQuery(filter, near),
      ...(hasActive && { active: activeQuery }),
    });
    const counts = toUserCounts(counters);
    return { rows: sortByRank(rows), active: sortByRank(active ?? []), total: counts[count], counts };
  }
  const counters = await gate.all(userCountsQuery);
  const counts = toUserCounts(counters);
  const part = pageSlice(page, size, counts[count]);
  const rows = part.limit === 0 ? [] : await gate.all(browseQuery(filter, part));
  return { rows: sortByRank(rows), active: [], total: counts[count], counts };
}

/** Rows of deleted users are skipped. */
function browseQuery(filter: DirectoryFilter, { limit, offset, reverse }: PageSlice): Statement<PersonRow> {
  const { from, id } = FILTER_SOURCES[filter];
  const way = sql.raw(reverse ? "asc" : "desc");
  return statement(
    selectPeople(sql`select ${id} as id, ${id} as place from ${from}
      order by ${id} ${way} limit ${sql.raw(String(limit))} offset ${offset}`),
  );
}

/** Shorter names match better; equal ones are sorted by XP. */
async function searchUsers(gate: SessionGate, { search, filter, page, size }: DirectoryQuery) {
  const named = accountsByName(search) ?? sql`select 0 as id where false`;
  const { from } = FILTER_SOURCES[filter];
  const filtered = filter ? sql`cross join ${from} f on f.user_id = h.id` : sql``;
  const hits = (found: SQL) =>
    statement<Columns<"users", "id" | "xp"> & { length: number }>`select u.id, length(u.username) as length,
      u.xp from (${found}) h ${filtered} cross join users u on u.id = h.id`;
  // The account with exactly this name is found even if many newer ones contain it.
  const { counters, exact, others } = await gate.read({
    counters: userCountsQuery,
    exact: hits(sql`select id from users where username = ${search} and deleted_at is null`),
    others: hits(named),
  });
  const found = [...new Map([...exact, ...others].map((hit) => [hit.id, hit])).values()];
  const ids = found
    .sort((a, b) => a.length - b.length || b.xp - a.xp || b.id - a.id)
    .slice((page - 1) * size, page * size)
    .map(({ id }) => id);
  const rows = ids.length ? await gate.all(peopleById(ids)) : [];
  return { rows: sortByRank(rows), active: [], total: found.length, counts: toUserCounts(counters) };
}
