import { type Columns, type Statement, sql, statement } from "#db/database.ts";
import type { Host } from "#domain/hosts/api.ts";
import type { HostRegion } from "#domain/hosts/host-regions.ts";
import { createdTimes, isoTime } from "#domain/time.ts";

/** A host that a user can be sent to. */
export type HostCandidate = Columns<"hosts", "id" | "ip_address" | "region">;

const MAX_CANDIDATES = 8;

/** Servers that are online and not full, in the order of the regions. Only a few, because each is asked for a seat. */
export const hostCandidatesQuery = (regions: readonly HostRegion[]): Statement<HostCandidate> =>
  statement`select h.id, h.ip_address, h.region from json_each(${JSON.stringify(regions)}) r
    cross join hosts h indexed by hosts_open on h.region = r.value
    where h.enabled = 1 and h.online = 1 and h.full = 0 and h.kind = 'server' limit ${sql.raw(String(MAX_CANDIDATES))}`;

const MAX_LIVE = 3;

/** The servers with free seats and the most players of a level. */
export const liveHostsQuery = (level: number): Statement<HostCandidate> =>
  statement`select h.id, h.ip_address, h.region from host_levels k indexed by host_levels_live
    cross join hosts h on h.id = k.host_id where k.level_id = ${level} and k.players > 0 and h.kind = 'server'
    and h.enabled = 1 and h.online = 1 and h.full = 0
    order by k.players desc limit ${sql.raw(String(MAX_LIVE))}`;

/** Whether any server is online, full or not. */
export const anyHostQuery: Statement<Columns<"hosts", "id">> =
  statement`select id from hosts where enabled = 1 and online = 1 and kind = 'server' limit 1`;

/** A host's row with its number of players. */
export type HostRow = Omit<Host, "enabled" | "online" | "full" | "changed_at" | "created_at"> &
  Columns<"hosts", "enabled" | "online" | "full" | "changed_at" | "created_at">;

const hostColumns = sql`h.id, h.name, h.kind, h.ip_address, h.region, h.capacity, h.enabled, h.online, h.full, h.changed_at,
  h.created_at, (select coalesce(sum(players), 0) from host_levels where host_id = h.id) as players_count`;

export const hostQuery = (id: number): Statement<HostRow> =>
  statement`select ${hostColumns} from hosts h where h.id = ${id}`;

/** A page of hosts, newest first. There are at most a thousand. */
export const hostsQuery = (page: number, size: number): Statement<HostRow & { total: number }> =>
  statement`select ${hostColumns}, (select count(*) from hosts) as total from hosts h
    order by h.id desc limit ${size} offset ${(page - 1) * size}`;

export function presentHost(row: HostRow): Host {
  const { id, name, kind, ip_address, region, capacity, players_count } = row;
  return {
    id,
    name,
    kind,
    ip_address,
    region,
    capacity,
    players_count,
    enabled: row.enabled === 1,
    online: row.online === 1,
    full: row.full === 1,
    changed_at: row.changed_at === null ? null : isoTime(row.changed_at),
    ...createdTimes(row.created_at),
  };
}
