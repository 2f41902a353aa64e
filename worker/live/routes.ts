import { Database } from "#db/database.ts";
import { ApiError } from "#domain/errors.ts";
import { CLOSE_CODES, HAS_TURN, LIVE_PATH } from "#domain/live/frames.ts";
import { reconnectSpread } from "#domain/live/reconnect.ts";
import type { HonoApp } from "../http/handle.ts";
import { isSameOrigin, readClaims, type SessionAccount } from "../http/session.ts";
import { SessionGate } from "../http/session-gate.ts";
import { socketRequest } from "../http/socket-request.ts";
import { HIDDEN_HEADER, REQUESTED_AT_HEADER } from "../objects/user-hub-api.ts";
import { closeCodeOf, closedSocketResponse } from "./close-socket.ts";
import { readOnlineCount } from "./online-count.ts";
import { ReturnQueue } from "./return-queue.ts";
import { SESSION_HEADER, SPREAD_HEADER } from "./socket-room.ts";
import { hubStub } from "./stubs.ts";

/** Pages that return to this process after a cut. */
const returns = new ReturnQueue();

export function liveRoutes(app: HonoApp): void {
  app.get(LIVE_PATH, async (c) => {
    const request = c.req.raw;
    if (request.headers.get("Upgrade")?.toLowerCase() !== "websocket") throw new ApiError("not_a_socket");
    // Other sites must not be able to listen with a visitor's cookie.
    if (!isSameOrigin(request)) throw new ApiError("csrf");
    const claims = readClaims(request, c.env);
    c.set("userId", claims?.id ?? null);
    const requestedAt = Date.now();
    const queue = c.req.query("queue");
    const wait_ms = queue ? returns.takeTurn(requestedAt, queue === HAS_TURN) : 0;
    if (wait_ms) return closedSocketResponse(CLOSE_CODES.wait, { wait_ms });
    const gate = new SessionGate(new Database(c.env.DB, c.get("meter")), claims, requestedAt, {
      rejectBanned: true,
    });
    try {
      return await returns.connect(async () => {
        const account = await gate.currentMember();
        const spread = reconnectSpread(await readOnlineCount(c.env, requestedAt));
        return connect(c.env, request, account, { requestedAt, spread });
      });
    } catch (error) {
      const code = closeCodeOf(error);
      if (code === null) throw error;
      return closedSocketResponse(code);
    }
  });
}

/** Passes the request to the user's hub. */
async function connect(
  env: Env,
  request: Request,
  account: SessionAccount,
  { requestedAt, spread }: { requestedAt: number; spread: number },
): Promise<Response> {
  const headers = {
    [SESSION_HEADER]: account.session_id,
    [HIDDEN_HEADER]: account.appear_offline ? "1" : "0",
    [REQUESTED_AT_HEADER]: String(requestedAt),
    [SPREAD_HEADER]: String(spread),
  };
  const { webSocket, status } = await hubStub(env, account.id, account.home).fetch(
    socketRequest(request, headers, ["after"]),
  );
  return new Response(null, { status, webSocket });
}
