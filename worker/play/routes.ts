import { sql } from "drizzle-orm";
import { type Statement, statement } from "#db/database.ts";
import { contactProblem, PRIVACY } from "#domain/blocks/rules.ts";
import { ApiError } from "#domain/errors.ts";
import { nearestRegions } from "#domain/hosts/host-regions.ts";
import { type Actor, canSeeLevel, type Visibility } from "#domain/levels/rules.ts";
import { joinTokenRoute, jwksRoute, playingRoute } from "#domain/play/api.ts";
import { type RelationshipColumns, relationshipColumns, relationshipOf } from "../blocks/queries.ts";
import type { Env } from "../env.ts";
import { unwrapResult } from "../hosts/handle.ts";
import { anyHostQuery, type HostCandidate, hostCandidatesQuery, liveHostsQuery } from "../hosts/queries.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import { siteOrigin } from "../http/origin.ts";
import type { SessionGate } from "../http/session-gate.ts";
import { gameHostStub, hubStub } from "../live/stubs.ts";
import { loadKeyPair, type SigningKeyRow, signingKeysQuery, validSigningKeys } from "./keys.ts";
import { readPlaying } from "./playing.ts";
import { signJoinToken, TOKEN_SECONDS } from "./tokens.ts";

interface Destination {
  id: number;
  user_id: number;
  visibility: Visibility;
}
const destinationQuery = (id: number): Statement<Destination> =>
  statement(sql`select id, user_id, visibility from levels where id = ${id} and visibility <> 'deleted'`);

interface JoinedUser extends RelationshipColumns {
  id: number;
  username: string;
  join_privacy: number;
}
const joinedUserQuery = (id: number, me: number): Statement<JoinedUser> =>
  statement(sql`select u.id, u.username, u.join_privacy, ${relationshipColumns(sql`${me}`, sql`u.id`)}
    from users u where u.id = ${id}`);

const hostByIdQuery = (id: number): Statement<HostCandidate> =>
  statement(sql`select id, ip_address, region from hosts where id = ${id}`);

/** A join request's target: the level, the hosts to try in order, and the error if all of them are full. */
interface JoinTarget {
  level: number;
  hosts: readonly HostCandidate[];
  keys: readonly SigningKeyRow[];
  fullError: ApiError;
}

interface JoinCall {
  gate: SessionGate;
  viewer: Actor;
  env: Env;
  request: Request;
}

/** Joins a level: on the hosts where most play it, else on the nearest host with a free seat. */
async function joinLevel(id: number, { gate, viewer, request }: JoinCall): Promise<JoinTarget> {
  const regions = nearestRegions((request.cf ?? {}) as Record<string, unknown>);
  const [[level], live, near, [anyHost], keys] = await gate.read(
    destinationQuery(id),
    liveHostsQuery(id),
    hostCandidatesQuery(regions),
    anyHostQuery,
    signingKeysQuery,
  );
  if (!level || !canSeeLevel(viewer, level))
    throw new ApiError("not_found", { message: "This level doesn't exist or is private." });
  const hosts = [...live, ...rotateHosts(near)];
  return { level: level.id, hosts, keys, fullError: new ApiError(anyHost ? "hosts_full" : "no_host") };
}

/** Rotates the hosts of the nearest region randomly, to spread the load. */
function rotateHosts(hosts: readonly HostCandidate[]): HostCandidate[] {
  const nearest = hosts.filter(({ region }) => region === hosts[0]?.region);
  const offset = Math.floor(Math.random() * nearest.length);
  return [...nearest.slice(offset), ...nearest.slice(0, offset), ...hosts.slice(nearest.length)];
}

/** Joins a user where they play, if their privacy settings allow it. */
async function joinUser(id: number, { gate, viewer, env }: JoinCall): Promise<JoinTarget> {
  const [[target], keys] = await gate.read(joinedUserQuery(id, viewer.id), signingKeysQuery);
  if (!target) throw new ApiError("not_found", { message: "This user doesn't exist." });
  if (target.id === viewer.id) throw new ApiError("own_account");
  checkCanJoin(viewer, target);
  const location = await hubStub(env, id).playingAt();
  const notInGameError = new ApiError("not_in_game", {
    message: `${target.username} is no longer in a level.`,
  });
  if (!location) throw notInGameError;
  const [[level], hosts] = await gate.read(destinationQuery(location.level), hostByIdQuery(location.host));
  if (!level) throw notInGameError;
  if (!canSeeLevel(viewer, level)) {
    const message = `${target.username} is in a private level. Wait until they play another one.`;
    throw new ApiError("join_refused", { message });
  }
  const message = `The game that ${target.username} is in is full. Try again in a moment.`;
  return { level: level.id, hosts, keys, fullError: new ApiError("host_full", { message }) };
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

export function playRoutes(app: HonoApp): void {
  handle(app, joinTokenRoute, async ({ input, gate, viewer, env, request, now }) => {
    const { destination_type, id } = input;
    const joinCall = { gate, viewer, env, request };
    const target = await (destination_type === "User" ? joinUser(id, joinCall) : joinLevel(id, joinCall));
    const until = now + 1000 * TOKEN_SECONDS;
    for (const host of target.hosts) {
      const seat = await gameHostStub(env, host.id).reserveSeat(viewer.id, until);
      if (!seat.ok && ["no_host", "host_full"].includes(seat.code)) continue;
      unwrapResult(seat);
      const jti = crypto.randomUUID();
      const claims = { host: host.id, user: viewer.id, level: target.level, jti };
      const token = await signJoinToken(env, target.keys, siteOrigin(request, env), claims, now);
      return { host: { ip_address: host.ip_address }, token };
    }
    throw target.fullError;
  });

  handle(app, playingRoute, async ({ input, ...call }) => ({ data: await readPlaying(input.ids, call) }));

  handle(app, jwksRoute, async ({ gate, env, now }) => {
    const [rows] = await gate.read(signingKeysQuery);
    const keys = validSigningKeys(rows, now).map(async ({ id }) => (await loadKeyPair(env, id)).jwk);
    return { keys: await Promise.all(keys) };
  });
}
