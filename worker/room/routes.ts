import { ApiError } from "#domain/errors.ts";
import { nearestRegions } from "#domain/hosts/host-regions.ts";
import { parseRoomPath, ROOM_PATH } from "#domain/room/api.ts";
import { ROOM_CLOSE_CODES } from "#domain/room/close-codes.ts";
import { ROOM_LIMITS } from "#domain/room/limits.ts";
import { isSameOrigin } from "../http/csrf.ts";
import type { HonoApp } from "../http/handle.ts";
import { checkRateLimit } from "../http/limits.ts";
import { siteOrigin } from "../http/origin.ts";
import { readClaims } from "../http/session.ts";
import { socketRequest } from "../http/socket-request.ts";
import { socketResponse } from "../http/socket-response.ts";
import { closedSocketResponse } from "../live/close-socket.ts";
import { roomStub } from "../live/stubs.ts";
import { ROOM_HEADERS } from "../objects/level-room-api.ts";
import { readRoomPath } from "./room-path.ts";

/**
 * Connects a page to its room (ROOM.md, rule 2). It reads no database: the token in the first frame is checked with it. Throws if
 * the request isn't allowed; the response to an allowed one is the room's own, so messages take no detour through this worker.
 */
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
