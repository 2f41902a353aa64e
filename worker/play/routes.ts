import { sql } from "drizzle-orm";
import { type Statement, statement } from "#db/client.ts";
import { contactProblem, PRIVACY } from "#domain/blocks/rules.ts";
import { ApiError } from "#domain/errors.ts";
import { nearestRegions } from "#domain/hosts/regions.ts";
import { type Actor, canSeeLevel, type Visibility } from "#domain/levels/rules.ts";
import { joinTokenRoute, jwksRoute, playingRoute } from "#domain/play/api.ts";
import { type BetweenColumns, betweenColumns, betweenOf } from "../blocks/queries.ts";
import type { Env } from "../env.ts";
import { unwrap } from "../hosts/handle.ts";
import { anyHostQuery, type Candidate, candidatesQuery, liveHostsQuery } from "../hosts/queries.ts";
import type { SessionGate } from "../http/gate.ts";
import { type App, handle } from "../http/handle.ts";
import { originOf } from "../http/origin.ts";
import { gameHostOf, hubOf } from "../live/stubs.ts";
import { type KeyRow, keyPair, keysQuery, validKeys } from "./keys.ts";
import { readPlaying } from "./playing.ts";
import { signToken, TOKEN_SECONDS } from "./tokens.ts";

interface Destination {
  id: number;
  user_id: number;
  visibility: Visibility;
}
const destinationQuery = (id: number): Statement<Destination> =>
  statement(sql`select id, user_id, visibility from levels where id = ${id} and visibility <> 'deleted'`);

interface Target extends BetweenColumns {
  id: number;
  username: string;
  join_privacy: number;
}
const targetQuery = (id: number, me: number): Statement<Target> =>
  statement(sql`select u.id, u.username, u.join_privacy, ${betweenColumns(sql`${me}`, sql`u.id`)}
    from users u where u.id = ${id}`);

const hostOf = (id: number): Statement<Candidate> =>
  statement(sql`select id, ip_address, region from hosts where id = ${id}`);

/** Where somebody goes: a level, the hosts to try in this order, and what is said when none of them has room. */
interface Way {
  level: number;
  hosts: readonly Candidate[];
  keys: readonly KeyRow[];
  full: ApiError;
}

interface Asked {
  gate: SessionGate;
  viewer: Actor;
  env: Env;
  request: Request;
}

/** To a level: where most play it, else to the nearest host with room. */
async function wayToLevel(id: number, { gate, viewer, request }: Asked): Promise<Way> {
  const regions = nearestRegions((request.cf ?? {}) as Record<string, unknown>);
  const [[level], live, near, [any], keys] = await gate.read(
    destinationQuery(id),
    liveHostsQuery(id),
    candidatesQuery(regions),
    anyHostQuery,
    keysQuery,
  );
  if (!level || !canSeeLevel(viewer, level))
    throw new ApiError("not_found", { message: "This level does not exist or is private." });
  const hosts = [...live, ...spread(near)];
  return { level: level.id, hosts, keys, full: new ApiError(any ? "hosts_full" : "no_host") };
}

/** Hosts of one region in another order each time, so that none of them gets everybody. */
function spread(hosts: readonly Candidate[]): Candidate[] {
  const nearest = hosts.filter(({ region }) => region === hosts[0]?.region);
  const turn = Math.floor(Math.random() * nearest.length);
  return [...nearest.slice(turn), ...nearest.slice(0, turn), ...hosts.slice(nearest.length)];
}

/** To where somebody plays, if they let one join them. */
async function wayToUser(id: number, { gate, viewer, env }: Asked): Promise<Way> {
  const [[target], keys] = await gate.read(targetQuery(id, viewer.id), keysQuery);
  if (!target) throw new ApiError("not_found", { message: "There is no such user." });
  if (target.id === viewer.id) throw new ApiError("own_account");
  refuseJoining(viewer, target);
  const at = await hubOf(env, id).playsWhere();
  const gone = new ApiError("not_in_game", { message: `${target.username} isn't in a level any more.` });
  if (!at) throw gone;
  const [[level], hosts] = await gate.read(destinationQuery(at.level), hostOf(at.host));
  if (!level) throw gone;
  if (!canSeeLevel(viewer, level)) {
    const message = `${target.username} is in a private level. Wait until they play another one.`;
    throw new ApiError("join_refused", { message });
  }
  const message = `The game that ${target.username} is in is full. Try again in a moment.`;
  return { level: level.id, hosts, keys, full: new ApiError("host_full", { message }) };
}

/** Refuses whom somebody doesn't let join them, and says what can be done; a block is not told. */
function refuseJoining(viewer: Actor, target: Target): void {
  const { username, join_privacy, is_blocked } = target;
  const problem = contactProblem(viewer, betweenOf(target, join_privacy));
  if (!problem) return;
  if (problem === "blocked_by_you")
    throw new ApiError(problem, { message: `You have blocked ${username}. Unblock them to join them.` });
  const onlyBuddies = join_privacy === PRIVACY.buddies && !is_blocked;
  const message = onlyBuddies
    ? `${username} lets only buddies join. Send a buddy request first.`
    : `${username} doesn't let you join. You can play the level by itself.`;
  throw new ApiError("join_refused", { message });
}

export function playRoutes(app: App): void {
  handle(app, joinTokenRoute, async ({ input, gate, viewer, env, request, now }) => {
    const { destination_type, id } = input;
    const asked = { gate, viewer, env, request };
    const way = await (destination_type === "User" ? wayToUser(id, asked) : wayToLevel(id, asked));
    const until = now + 1000 * TOKEN_SECONDS;
    for (const host of way.hosts) {
      const seat = await gameHostOf(env, host.id).keepSeat(viewer.id, until);
      if (!seat.ok && ["no_host", "host_full"].includes(seat.code)) continue;
      unwrap(seat);
      const jti = crypto.randomUUID();
      const what = { host: host.id, user: viewer.id, level: way.level, jti };
      const token = await signToken(env, way.keys, originOf(request, env), what, now);
      return { host: { ip_address: host.ip_address }, token };
    }
    throw way.full;
  });

  handle(app, playingRoute, async ({ input, ...call }) => ({ data: await readPlaying(input.ids, call) }));

  handle(app, jwksRoute, async ({ gate, env, now }) => {
    const [rows] = await gate.read(keysQuery);
    const keys = validKeys(rows, now).map(async ({ id }) => (await keyPair(env, id)).jwk);
    return { keys: await Promise.all(keys) };
  });
}
