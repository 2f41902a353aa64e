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
import { closedSocketResponse } from "../live/close-socket.ts";
import { roomStub } from "../live/stubs.ts";
import { ROOM_HEADERS } from "./level-room.ts";

/** The socket of a room (ROOM.md, rule 2). It reads no database: the token in the first frame is checked with it. */
export function roomSocketRoutes(app: HonoApp): void {
  app.get(ROOM_PATH, async (c) => {
    const request = c.req.raw;
    const { env } = c;
    const place = parseRoomPath(c.req.path);
    if (!place || place.instance >= ROOM_LIMITS.instances) throw new ApiError("not_found");
    if (request.headers.get("Upgrade")?.toLowerCase() !== "websocket") throw new ApiError("not_a_socket");
    if (!isSameOrigin(request)) throw new ApiError("csrf");
    const claims = readClaims(request, env);
    c.set("userId", claims?.id ?? null);
    if (!claims) return closedSocketResponse(ROOM_CLOSE_CODES.sessionEnded);
    await checkRateLimit(env, "write", `room:${claims.id}`);
    const headers = new Headers(request.headers);
    headers.set(ROOM_HEADERS.user, String(claims.id));
    headers.set(ROOM_HEADERS.session, claims.token);
    headers.set(ROOM_HEADERS.origin, siteOrigin(request, env));
    const [region] = nearestRegions((request.cf ?? {}) as Record<string, unknown>);
    const room = roomStub(env, place.level, place.instance, region);
    const { webSocket, status } = await room.fetch(new Request(request, { headers }));
    return new Response(null, { status, webSocket });
  });
}
