import { type Columns, first, type Statement, statement, type Without } from "#db/database.ts";
import { isStaff, type Role } from "#domain/auth/roles.ts";
import { ApiError } from "#domain/errors.ts";
import { nearestRegions } from "#domain/hosts/host-regions.ts";
import { parseRoomPath, ROOM_PASS, ROOM_PATH, removePlayerRoute, roomPath } from "#domain/room/api.ts";
import { ROOM_CLOSE_CODES } from "#domain/room/close-codes.ts";
import { ROOM_LIMITS } from "#domain/room/limits.ts";
import { type HonoApp, handle } from "../http/handle.ts";
import {
  checkRateLimit,
  constantTimeEqual,
  effectiveRole,
  isSameOrigin,
  readClaims,
  sign,
  siteOrigin,
} from "../http/session.ts";
import { socketRequest } from "../http/socket-request.ts";
import { socketResponse } from "../http/socket-response.ts";
import { visibleLevel } from "../levels/queries.ts";
import { closedSocketResponse } from "../live/close-socket.ts";
import { hubStub, roomStub } from "../live/stubs.ts";
import { auditEntry } from "../moderation/audit.ts";
import { ROOM_HEADERS } from "../objects/level-room-api.ts";

/** An instance of a level, and the built-in host behind it. */
interface RoomPlace {
  level: number;
  instance: number;
  host: number;
}

const signPlace = (env: Env, { level, instance, host }: RoomPlace): string =>
  sign(env.JOIN_SECRET, `room:${level}:${instance}:${host}`);

/** The path of a room with the pass that proves that the site itself has named it and its host. */
export const signedRoomPath = (env: Env, place: RoomPlace): string =>
  `${roomPath(place.level, place.instance)}?${ROOM_PASS}=${place.host}.${signPlace(env, place)}`;

/** The room of a signed path, else null: objects for made-up names must not be called. */
export function readRoomPath(env: Env, path: string): RoomPlace | null {
  const room = parseRoomPath(path);
  if (!room || room.instance >= ROOM_LIMITS.instances) return null;
  const pass = new URLSearchParams(path.slice(path.indexOf("?"))).get(ROOM_PASS) ?? "";
  const [, host, mac = ""] = /^([1-9]\d{0,14})\.([\w-]{43})$/.exec(pass) ?? [];
  const place = { ...room, host: Number(host) };
  return host !== undefined && constantTimeEqual(mac, signPlace(env, place)) ? place : null;
}

const levelQuery = (
  id: number,
): Statement<Columns<"levels", "id" | "user_id"> & Without<Columns<"levels", "visibility">, "deleted">> =>
  statement`select id, user_id, visibility from levels where id = ${id} and visibility <> 'deleted'`;

const playerQuery = (
  id: number,
): Statement<
  Columns<"users", "id" | "username"> & {
    role: Role;
  }
> =>
  statement`select u.id, u.username, ${effectiveRole} as role from users u
    where u.id = ${id} and u.deleted_at is null`;

/** Removals from levels. `isRemovedFrom` (worker/hosts) keeps the removed players away. */
export function removalRoutes(app: HonoApp): void {
  handle(app, removePlayerRoute, async ({ params, input, gate, viewer, env, now }) => {
    const { found, player } = await gate.read({
      found: first(levelQuery(params.id)),
      player: first(playerQuery(input.user_id)),
    });
    const level = visibleLevel(found, viewer);
    if (viewer.id !== level.user_id && !isStaff(viewer))
      throw new ApiError("forbidden", { message: "Only its creator can remove players from this level." });
    if (!player) throw new ApiError("not_found", { message: "This user doesn't exist." });
    if (player.id === viewer.id) throw new ApiError("own_account");
    if (player.id === level.user_id || isStaff(player))
      throw new ApiError("forbidden", {
        message: `${player.username} can't be removed from this level.`,
      });
    const until = now + ROOM_LIMITS.removedMs;
    const entry = {
      actor_id: viewer.id,
      action: "level.remove_player",
      subject_id: level.id,
      details: { user_id: player.id },
    } as const;
    await gate.write({
      levelRemovals: statement`insert into level_removals (level_id, user_id, until) values (${level.id}, ${player.id}, ${until})
        on conflict (level_id, user_id) do update set until = excluded.until`,
      part: viewer.id === level.user_id ? [] : [auditEntry(now, entry)],
    });
    await hubStub(env, player.id).removeFromLevel(level.id);
    return { message: `${player.username} was removed. They can come back in an hour.` };
  });
}

/** The statement that deletes removals that are over. */
export const deleteRemovals = (now: number): Statement =>
  statement`delete from level_removals where until <= ${now}`;

/** Connects a page to its room (ROOM.md, rule 2) without the database; the response is the room's own. */
async function connectToRoom(request: Request, env: Env, path: string): Promise<Response> {
  const place = parseRoomPath(path);
  if (!place || place.instance >= ROOM_LIMITS.instances) throw new ApiError("not_found");
  if (request.headers.get("Upgrade")?.toLowerCase() !== "websocket") throw new ApiError("not_a_socket");
  if (!isSameOrigin(request)) throw new ApiError("csrf");
  const claims = readClaims(request, env);
  if (!claims) return closedSocketResponse(ROOM_CLOSE_CODES.sessionEnded);
  await checkRateLimit(env, "write", `room:${claims.id}`);
  // A page of before an update has none, and gets one with its next token.
  const named = readRoomPath(env, path + new URL(request.url).search);
  if (!named) return closedSocketResponse(ROOM_CLOSE_CODES.joinAgain);
  const headers = {
    [ROOM_HEADERS.user]: String(claims.id),
    [ROOM_HEADERS.session]: claims.token,
    [ROOM_HEADERS.origin]: siteOrigin(request, env),
    [ROOM_HEADERS.host]: String(named.host),
  };
  const [region] = nearestRegions((request.cf ?? {}) as Record<string, unknown>);
  return roomStub(env, named.level, named.instance, region).fetch(socketRequest(request, headers));
}

/** The response to a socket of a room. Null for any other request. */
export function roomSocketResponse(request: Request, env: Env): Promise<Response> | null {
  if (!request.headers.has("Upgrade") || !URL.canParse(request.url)) return null;
  return parseRoomPath(new URL(request.url).pathname) ? socketResponse(request, env, connectToRoom) : null;
}

/** Requests for a room that aren't sockets. */
export function roomSocketRoutes(app: HonoApp): void {
  app.get(ROOM_PATH, (c) => connectToRoom(c.req.raw, c.env, c.req.path));
}
