import { sql } from "drizzle-orm";
import { type Statement, statement } from "#db/client.ts";
import type { Account } from "#domain/staff/api.ts";
import { SHARED_FROM } from "#domain/staff/rules.ts";
import { isoTime } from "#domain/time.ts";
import { type FoundRow, foundColumns, presentFound } from "./account.ts";

/** Of the addresses that an account was used from, this many of the latest are looked at. */
const ADDRESSES = 20;
const ALTS = 50;

/** An address of the account: who else was seen there and when, as JSON; one more than is looked at tells that it is shared. */
export interface SeenRow {
  seen: string;
}

export const seenBeside = (username: string): Statement<SeenRow> =>
  statement(sql`select (select json_group_array(json_array(user_id, last_at)) from (select user_id, last_at from sightings s
        where s.address_hash = m.address_hash order by last_at desc limit ${SHARED_FROM + 1})) as seen
    from (select address_hash from sightings where user_id = (select id from users where username = ${username})
      order by last_at desc limit ${ADDRESSES}) m`);

export interface Alt {
  id: number;
  addresses: number;
  last_at: number;
}

/** Who was seen at the same addresses, the most and latest of them first, and how many addresses are everybody's. */
export function altsOf(rows: readonly SeenRow[], userId: number): { alts: Alt[]; shared: number } {
  const lists = rows.map(({ seen }) => JSON.parse(seen) as [id: number, at: number][]);
  const own = lists.filter(({ length }) => length <= SHARED_FROM);
  const byId = new Map<number, Alt>();
  for (const [id, at] of own.flat()) {
    if (id === userId) continue;
    const known = byId.get(id);
    byId.set(id, {
      id,
      addresses: (known?.addresses ?? 0) + 1,
      last_at: Math.max(known?.last_at ?? 0, at),
    });
  }
  const alts = [...byId.values()].sort((a, b) => b.addresses - a.addresses || b.last_at - a.last_at);
  return { alts: alts.slice(0, ALTS), shared: lists.length - own.length };
}

export const altRows = (alts: readonly Alt[]): Statement<FoundRow> =>
  statement(sql`select ${foundColumns} from json_each(${JSON.stringify(alts.map(({ id }) => id))}) n
    cross join users u on u.id = n.value where u.deleted_at is null`);

/** In the order of `alts`. */
export function presentAlts(
  alts: readonly Alt[],
  rows: readonly FoundRow[],
  now: number,
): NonNullable<Account["traces"]>["alts"] {
  const byId = new Map(rows.map((row) => [row.u_id, row]));
  return alts.flatMap(({ id, addresses, last_at }) => {
    const row = byId.get(id);
    if (!row) return [];
    const { user, role, banned } = presentFound(row, now);
    return { user, role, banned, addresses, last_at: isoTime(last_at) };
  });
}
