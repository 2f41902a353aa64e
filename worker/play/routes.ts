import {
  type Columns,
  type ColumnsAs,
  first,
  type Statement,
  sql,
  statement,
  type Without,
} from "#db/database.ts";
import type { Actor } from "#domain/auth/roles.ts";
import { contactProblem, PRIVACY } from "#domain/blocks/rules.ts";
import { ApiError } from "#domain/errors.ts";
import { type HostRegion, nearestRegions } from "#domain/hosts/host-regions.ts";
import { canSeeLevel } from "#domain/levels/rules.ts";
import { joinTokenRoute, jwksRoute, playingRoute } from "#domain/play/api.ts";
import { type RelationshipColumns, relationshipColumns, relationshipOf } from "../blocks/queries.ts";
import { parseRoomName } from "../hosts/counts.ts";
import { isRemovedFrom } from "../hosts/room-arrival.ts";
import { chooseRoomHost, type RoomRegionRow, roomHostsQuery } from "../hosts/room-hosts.ts";
import {
  anyHostQuery,
  type HostCandidate,
  hostCandidatesQuery,
  liveHostsQuery,
  unwrapResult,
} from "../hosts/routes.ts";
import { type Call, type HonoApp, handle } from "../http/handle.ts";
import { siteOrigin } from "../http/session.ts";
import { readBoard } from "../live/read-board.ts";
import { gameHostStub, hubStub, roomStub } from "../live/stubs.ts";
import { signedRoomPath } from "../room/routes.ts";
import { countPlayers } from "./count-players.ts";
import {
  loadKeyPair,
  type SigningKeyRow,
  signingKeysQuery,
  signJoinToken,
  TOKEN_SECONDS,
  validSigningKeys,
} from "./tokens.ts";

interface Destination
  extends Columns<"levels", "id" | "user_id" | "revision">,
    Without<Columns<"levels", "visibility">, "deleted"> {
  removed: 0 | 1;
}
const destinationQuery = (id: number, me: number, now: number): Statement<Destination> =>
  statement`select id, user_id, visibility, revision, ${isRemovedFrom(id, me, now)} as removed
    from levels where id = ${id} and visibility <> 'deleted'`;

type JoinedUser = RelationshipColumns & Columns<"users", "id" | "username" | "join_privacy">;

const hostByIdQuery = (id: number): Statement<HostCandidate & Columns<"hosts", "kind">> =>
  statement`select id, ip_address, region, kind from hosts where id = ${id}`;

/** Most buddies that matter for choosing an instance. */
const MAX_BUDDIES = 50;

/** The buddies who play a level. Reads no buddies if no one plays it. */
const buddiesInLevelQuery = (level: number, me: number): Statement<ColumnsAs<"playing", { id: "user_id" }>> =>
  statement`select p.user_id as id from levels l cross join buddies b on b.user_id = ${me}
    cross join playing p on p.user_id = b.buddy_id and p.level_id = l.id
    where l.id = ${level} and l.playing_count > 0 limit ${sql.raw(String(MAX_BUDDIES))}`;

/** A join request's target: the level, the hosts to try in order, and the error if all of them are full. */
interface JoinTarget {
  level: number;
  hosts: readonly HostCandidate[];
  keys: readonly SigningKeyRow[];
  fullError: ApiError;
}

/** A join request's target in the browser: the level, the built-in hosts, and the users to look for in its rooms. */
interface RoomTarget {
  level: Destination;
  regions: readonly RoomRegionRow[];
  keys: readonly SigningKeyRow[];
  buddies: number[];
  /** The instance to join, if it's that of a user. */
  follow?: number;
  /** The instance to join if it's possible: they were in it. */
  prefer?: number;
  fullError: ApiError;
}

type JoinCall = Pick<Call<typeof joinTokenRoute>, "gate" | "viewer" | "env" | "request" | "now">;

const regionsOf = (request: Request): HostRegion[] =>
  nearestRegions((request.cf ?? {}) as Record<string, unknown>);

/** Returns the level; throws if the viewer can't join it. */
function joinableLevel(level: Destination | undefined, viewer: Actor): Destination {
  if (!level || !canSeeLevel(viewer, level))
    throw new ApiError("not_found", { message: "This level doesn't exist or is private." });
  return level;
}

/** Joins a level on a server: where most play it, else on the nearest one with a free seat. */
async function joinLevel(id: number, { gate, viewer, request, now }: JoinCall): Promise<JoinTarget> {
  const { found, live, near, anyHost, keys } = await gate.read({
    found: first(destinationQuery(id, viewer.id, now)),
    live: liveHostsQuery(id),
    near: hostCandidatesQuery(regionsOf(request)),
    anyHost: first(anyHostQuery),
    keys: signingKeysQuery,
  });
  const level = joinableLevel(found, viewer);
  const hosts = [...live, ...rotateHosts(near)];
  return { level: level.id, hosts, keys, fullError: new ApiError(anyHost ? "hosts_full" : "no_host") };
}

/** Rotates the hosts of the nearest region randomly, to spread the load. */
function rotateHosts(hosts: readonly HostCandidate[]): HostCandidate[] {
  const nearest = hosts.filter(({ region }) => region === hosts[0]?.region);
  const offset = Math.floor(Math.random() * nearest.length);
  return [...nearest.slice(offset), ...nearest.slice(0, offset), ...hosts.slice(nearest.length)];
}

async function joinLevelRoom(id: number, { gate, viewer, request, now }: JoinCall): Promise<RoomTarget> {
  const { found, buddies, regions, keys } = await gate.read({
    found: first(destinationQuery(id, viewer.id, now)),
    buddies: buddiesInLevelQuery(id, viewer.id),
    regions: roomHostsQuery(regionsOf(request)),
    keys: signingKeysQuery,
  });
  const level = joinableLevel(found, viewer);
  const fullError = new ApiError("hosts_full", {
    message: "Every room of this level is full right now. Try again in a minute.",
  });
  return { level, regions, keys, buddies: buddies.map((buddy) => buddy.id), fullError };
}

const notInGameError = (username: string) =>
  new ApiError("not_in_game", { message: `${username} is no longer in a level.` });

/** A user that the viewer can join, and where they play. */
interface Joined {
  username: string;
  location: { host: number; level: number };
  keys: readonly SigningKeyRow[];
}

async function findJoinedUser(id: number, { gate, viewer, env }: JoinCall): Promise<Joined> {
  const { target, keys } = await gate.read({
    target: first<JoinedUser>`select u.id, u.username, u.join_privacy, ${relationshipColumns(sql`${viewer.id}`, sql`u.id`)}
      from users u where u.id = ${id}`,
    keys: signingKeysQuery,
  });
  if (!target) throw new ApiError("not_found", { message: "This user doesn't exist." });
  if (target.id === viewer.id) throw new ApiError("own_account");
  checkCanJoin(viewer, target);
  const { username } = target;
  const location = await hubStub(env, id).playingAt();
  if (!location) throw notInGameError(username);
  return { username, location, keys };
}

/** Returns the level of a joined user; throws if the viewer can't see it. */
function joinedLevel(level: Destination | undefined, username: string, viewer: Actor): Destination {
  if (!level) throw notInGameError(username);
  if (canSeeLevel(viewer, level)) return level;
  const message = `${username} is in a private level. Wait until they play another one.`;
  throw new ApiError("join_refused", { message });
}

/** Joins a user on the server where they play, if their privacy settings allow it. */
async function joinUser(id: number, joinCall: JoinCall): Promise<JoinTarget> {
  const { gate, viewer, now } = joinCall;
  const { username, location, keys } = await findJoinedUser(id, joinCall);
  const { found, hosts } = await gate.read({
    found: first(destinationQuery(location.level, viewer.id, now)),
    hosts: hostByIdQuery(location.host),
  });
  const level = joinedLevel(found, username, viewer);
  if (hosts[0]?.kind === "room") {
    const message = `${username} plays in the browser. Play there to join them.`;
    throw new ApiError("other_client", { message });
  }
  const message = `The game that ${username} is in is full. Try again in a moment.`;
  return { level: level.id, hosts, keys, fullError: new ApiError("host_full", { message }) };
}

/** Joins a user in their room, if their privacy settings allow it. */
async function joinUserRoom(id: number, joinCall: JoinCall): Promise<RoomTarget> {
  const { gate, viewer, env, request, now } = joinCall;
  const { username, location, keys } = await findJoinedUser(id, joinCall);
  const [{ found, host, regions }, room] = await Promise.all([
    gate.read({
      found: first(destinationQuery(location.level, viewer.id, now)),
      host: first(hostByIdQuery(location.host)),
      regions: roomHostsQuery(regionsOf(request)),
    }),
    gameHostStub(env, location.host).roomOf(id),
  ]);
  const level = joinedLevel(found, username, viewer);
  if (host?.kind === "server") {
    const message = `${username} plays in Bopolis Player. Open it to join them.`;
    throw new ApiError("other_client", { message });
  }
  if (room === null) throw notInGameError(username);
  const message = `The room that ${username} is in is full, or still has an older version of the level. Try again in a moment.`;
  return {
    level,
    regions,
    keys,
    buddies: [],
    follow: parseRoomName(room).instance,
    fullError: new ApiError("host_full", { message }),
  };
}

/** Throws if the user's settings don't let the viewer join them, with advice; doesn't reveal a block. */
function checkCanJoin(viewer: Actor, target: JoinedUser): void {
  const { username, join_privacy, is_blocked } = target;
  const problem = contactProblem(viewer, relationshipOf(target, join_privacy));
  if (!problem) return;
  if (problem === "blocked_by_you")
    throw new ApiError(problem, { message: `You have blocked ${username}. Unblock them to join them.` });
  const onlyBuddies = join_privacy === PRIVACY.buddies && !is_blocked;
  const message = onlyBuddies
    ? `${username} lets only buddies join. Send a buddy request first.`
    : `${username} doesn't let you join. You can play the level by itself.`;
  throw new ApiError("join_refused", { message });
}

/** Reserves a seat on the first host that has one, and signs its token. */
async function takeSeat(target: JoinTarget, { viewer, env, request, now }: JoinCall) {
  const { level, keys } = target;
  for (const host of target.hosts) {
    const seat = await gameHostStub(env, host.id).reserveSeat(viewer.id, now + 1000 * TOKEN_SECONDS);
    if (!seat.ok && ["no_host", "host_full"].includes(seat.code)) continue;
    unwrapResult(seat);
    const claims = { host: host.id, user: viewer.id, level, room: null, jti: crypto.randomUUID() };
    const token = await signJoinToken(env, keys, siteOrigin(request, env), claims, now);
    return { host: { ip_address: host.ip_address }, token };
  }
  throw target.fullError;
}

/** Chooses a room, reserves a seat on a built-in host, and signs the token for both. */
async function takeRoomSeat(target: RoomTarget, { gate, viewer, env, request, now }: JoinCall) {
  const { level, regions, keys, buddies, follow, prefer, fullError } = target;
  if (level.removed) throw new ApiError("removed_from_level");
  const user = viewer.id;
  const host = await chooseRoomHost(regions, { env, gate, user, now });
  if (!host) throw new ApiError("no_host", { message: "Rooms are switched off right now." });
  const { revision } = level;
  const [seat, instance] = await Promise.all([
    gameHostStub(env, host.id, host.region).reserveSeat(user, now + 1000 * TOKEN_SECONDS),
    roomStub(env, level.id, 0, host.region).assign({
      user,
      revision,
      buddies,
      ...(follow !== undefined && { follow }),
      ...(prefer !== undefined && { prefer }),
    }),
  ]);
  if (!seat.ok) throw new ApiError(seat.code === "host_full" ? "hosts_full" : seat.code);
  if (instance === null) throw fullError;
  const claims = { host: host.id, user, level: level.id, room: instance, jti: crypto.randomUUID() };
  const token = await signJoinToken(env, keys, siteOrigin(request, env), claims, now);
  const room = signedRoomPath(env, { level: level.id, instance, host: host.id });
  return { room, token, level_id: level.id, revision, now_ms: Date.now() };
}

export function playRoutes(app: HonoApp): void {
  handle(app, joinTokenRoute, async ({ input, ...joinCall }) => {
    const { destination_type, id, client, instance } = input;
    const isUser = destination_type === "User";
    if (client === "desktop")
      return takeSeat(await (isUser ? joinUser(id, joinCall) : joinLevel(id, joinCall)), joinCall);
    const target = await (isUser ? joinUserRoom(id, joinCall) : joinLevelRoom(id, joinCall));
    return takeRoomSeat({ ...target, ...(instance !== undefined && { prefer: instance }) }, joinCall);
  });

  handle(app, playingRoute, async ({ input, ...call }) => {
    const board = await readBoard(call.env, call.now);
    return {
      data: await countPlayers(input.ids, board, call),
      ...(board.isReadOnly && { read_only: true }),
    };
  });

  handle(app, jwksRoute, async ({ gate, env, now }) => {
    const rows = await gate.all(signingKeysQuery);
    const keys = validSigningKeys(rows, now).map(async ({ id }) => (await loadKeyPair(env, id)).jwk);
    return { keys: await Promise.all(keys) };
  });
}
