import { type Statement, sql, statement } from "#db/database.ts";
import type { StaffAccount } from "#domain/staff/api.ts";
import { SHARED_IP_ACCOUNTS } from "#domain/staff/rules.ts";
import { isoTime } from "#domain/time.ts";
import { type FoundRow, foundColumns, presentFound } from "./account.ts";

/** Only this many of an account's latest IP addresses are compared. */
const MAX_IP_ADDRESSES = 20;
const MAX_ALTS = 50;

/**
 * One of the account's IP addresses: the other users seen there and when, as JSON. One row more than compared
 * means that it's shared.
 */
export interface SightingRow {
  seen: string;
}

export const sightingsQuery = (username: string): Statement<SightingRow> =>
  statement(sql`select (select json_group_array(json_array(user_id, last_at)) from (select user_id, last_at from sightings s
        where s.ip_hash = m.ip_hash order by last_at desc limit ${SHARED_IP_ACCOUNTS + 1})) as seen
    from (select ip_hash from sightings where user_id = (select id from users where username = ${username})
      order by last_at desc limit ${MAX_IP_ADDRESSES}) m`);

export interface Alt {
  id: number;
  ipAddresses: number;
  last_at: number;
}

/**
 * Returns the users seen at the same IP addresses, most shared and latest first, and the number of addresses
 * that too many users share.
 */
export function findAlts(rows: readonly SightingRow[], userId: number): { alts: Alt[]; shared: number } {
  const lists = rows.map(({ seen }) => JSON.parse(seen) as [id: number, at: number][]);
  const own = lists.filter(({ length }) => length <= SHARED_IP_ACCOUNTS);
  const byId = new Map<number, Alt>();
  for (const [id, at] of own.flat()) {
    if (id === userId) continue;
    const known = byId.get(id);
    byId.set(id, {
      id,
      ipAddresses: (known?.ipAddresses ?? 0) + 1,
      last_at: Math.max(known?.last_at ?? 0, at),
    });
  }
  const alts = [...byId.values()].sort((a, b) => b.ipAddresses - a.ipAddresses || b.last_at - a.last_at);
  return { alts: alts.slice(0, MAX_ALTS), shared: lists.length - own.length };
}

export const altsQuery = (alts: readonly Alt[]): Statement<FoundRow> =>
  statement(sql`select ${foundColumns} from json_each(${JSON.stringify(alts.map(({ id }) => id))}) n
    cross join users u on u.id = n.value where u.deleted_at is null`);

/** Presents alts in the order of `alts`. */
export function presentAlts(
  alts: readonly Alt[],
  rows: readonly FoundRow[],
  now: number,
): NonNullable<StaffAccount["traces"]>["alts"] {
  const byId = new Map(rows.map((row) => [row.u_id, row]));
  return alts.flatMap(({ id, ipAddresses, last_at }) => {
    const row = byId.get(id);
    if (!row) return [];
    const { user, role, banned } = presentFound(row, now);
    return { user, role, banned, addresses: ipAddresses, last_at: isoTime(last_at) };
  });
}
