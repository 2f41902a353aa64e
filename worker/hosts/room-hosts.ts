import { first, type Statement, statement } from "#db/database.ts";
import type { HostRegion } from "#domain/hosts/host-regions.ts";
import { ROOM_LIMITS } from "#domain/room/limits.ts";
import { hashToken, sign } from "../http/session.ts";
import type { SessionGate } from "../http/session-gate.ts";
import { lastIdQuery, newId } from "../ids/commands.ts";
import { gameHostStub } from "../live/stubs.ts";
import type { HostCaller } from "../objects/game-host-api.ts";

/** The hash of a built-in host's key, which is derived from the secret and never leaves the site. */
export const roomKeyHash = (env: Env, host: number): string =>
  hashToken(sign(env.JOIN_SECRET, `room-host:${host}`));

/** The credentials with which rooms call their host. */
export const roomHostCaller = (env: Env, host: number): HostCaller => ({
  hash: roomKeyHash(env, host),
  idempotencyKey: crypto.randomUUID(),
});

/** The built-in hosts of a region. */
export interface RoomRegionRow {
  region: HostRegion;
  /** The first one that accepts players; null if there is none. */
  open_id: number | null;
  /** Whether there is any. */
  present: 0 | 1;
  /** Whether any isn't disabled. */
  enabled: 0 | 1;
}

/** The built-in hosts of each region, in the order of the regions. */
export const roomHostsQuery = (regions: readonly HostRegion[]): Statement<RoomRegionRow> =>
  statement`select r.value as region,
      (select h.id from hosts h indexed by hosts_rooms where h.region = r.value and h.enabled = 1 and h.online = 1 and h.full = 0
        and h.kind = 'room' order by h.id limit 1) as open_id,
      exists (select 1 from hosts indexed by hosts_rooms where region = r.value and kind = 'room') as present,
      exists (select 1 from hosts indexed by hosts_rooms where region = r.value and kind = 'room' and enabled = 1) as enabled
    from json_each(${JSON.stringify(regions)}) r`;

/** Whether a player of the region can get a seat: not if staff have disabled all of its hosts. */
const accepts = ({ present, enabled }: RoomRegionRow): boolean => present === 0 || enabled === 1;

/** Inserts a region's next host unless one is open or all are disabled. Unique names make it one. */
const insertRoomHostStatement = (
  env: Env,
  { id, region, user, now }: { id: number; region: HostRegion; user: number; now: number },
): Statement =>
  statement`insert into hosts (id, name, ip_address, region, kind, capacity, key_hash, enabled, online, changed_at, user_id, created_at)
    select ${id}, 'Rooms ' || ${region} || ' ' || (1 + count(*)), '', ${region}, 'room', ${ROOM_LIMITS.hostPlayers},
      ${roomKeyHash(env, id)}, 1, 1, ${now}, ${user}, ${now}
    from hosts indexed by hosts_rooms where region = ${region} and kind = 'room'
    having (count(*) = 0 or max(enabled) = 1) and coalesce(max(enabled = 1 and full = 0), 0) = 0
    on conflict do nothing`;

/** The built-in host of the nearest enabled region; creates one if all are full. Null if all are disabled. */
export async function chooseRoomHost(
  rows: readonly RoomRegionRow[],
  { env, gate, user, now }: { env: Env; gate: SessionGate; user: number; now: number },
): Promise<{ id: number; region: HostRegion } | null> {
  const nearest = rows.find(accepts);
  if (!nearest) return null;
  const { region, open_id } = nearest;
  if (open_id !== null) return { id: open_id, region };
  const last = await gate.all(lastIdQuery("hosts"));
  const id = await newId(env, "hosts", last);
  const { created } = await gate.write({
    inserted: insertRoomHostStatement(env, { id, region, user, now }),
    created: first(roomHostsQuery([region])),
  });
  if (!created || created.open_id === null) return null;
  // Its object may know from a call with an invented key that this host didn't exist.
  await gameHostStub(env, created.open_id, region).hostChanged();
  return { id: created.open_id, region };
}
