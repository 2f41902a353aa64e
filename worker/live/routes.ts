import { Database } from "#db/client.ts";
import { ApiError } from "#domain/errors.ts";
import { LIVE_PATH } from "#domain/live/frames.ts";
import type { Env } from "../env.ts";
import { isOwnPage } from "../http/csrf.ts";
import { SessionGate } from "../http/gate.ts";
import type { App } from "../http/handle.ts";
import { type Account, readClaims } from "../http/session.ts";
import { ASKED_HEADER, HIDDEN_HEADER } from "./hub.ts";
import { closeCodeOf, closedSocket } from "./reasons.ts";
import { SESSION_HEADER } from "./room.ts";
import { hubOf } from "./stubs.ts";

export function liveRoutes(app: App): void {
  app.get(LIVE_PATH, async (c) => {
    const request = c.req.raw;
    if (request.headers.get("Upgrade")?.toLowerCase() !== "websocket") throw new ApiError("not_a_socket");
    // A page of another site must not listen in with a visitor's cookie.
    if (!isOwnPage(request)) throw new ApiError("csrf");
    const claims = readClaims(request, c.env);
    c.set("userId", claims?.id ?? null);
    const asked = Date.now();
    const gate = new SessionGate(new Database(c.env.DB, c.get("meter")), claims, asked, { banned: true });
    try {
      return await connect(c.env, request, await gate.standing(), asked);
    } catch (error) {
      const code = closeCodeOf(error);
      if (code === null) throw error;
      return closedSocket(code);
    }
  });
}

/** Hands the request to its user's hub. */
async function connect(env: Env, request: Request, account: Account, asked: number): Promise<Response> {
  const headers = new Headers(request.headers);
  headers.set(SESSION_HEADER, account.session_id);
  headers.set(HIDDEN_HEADER, account.appear_offline ? "1" : "0");
  headers.set(ASKED_HEADER, String(asked));
  const { webSocket, status } = await hubOf(env, account.id).fetch(new Request(request, { headers }));
  return new Response(null, { status, webSocket });
}
