import { Database } from "#db/client.ts";
import { Refusal } from "#domain/errors.ts";
import { LIVE_PATH } from "#domain/live/path.ts";
import { isOwnPage } from "../http/csrf.ts";
import { ClaimsChanged, Gate } from "../http/gate.ts";
import type { App } from "../http/handle.ts";
import { readClaims } from "../http/session.ts";
import { hubOf } from "./tell.ts";

export function liveRoutes(app: App): void {
  app.get(LIVE_PATH, async (c) => {
    const request = c.req.raw;
    if (request.headers.get("Upgrade")?.toLowerCase() !== "websocket") throw new Refusal("not_a_socket");
    // A page of another site must not listen in with a visitor's cookie.
    if (!isOwnPage(request)) throw new Refusal("csrf");
    const claims = readClaims(request, c.env);
    if (!claims) throw new Refusal("unauthenticated");
    const gate = new Gate(new Database(c.env.DB, c.get("meter")), claims, Date.now(), false);
    await gate.account().catch((error: unknown) => {
      if (error instanceof ClaimsChanged && error.claims) return;
      throw error instanceof ClaimsChanged ? new Refusal("session_changed") : error;
    });
    c.set("userId", claims.id);
    const { webSocket, status } = await hubOf(c.env, claims.id).fetch(request);
    return new Response(null, { status, webSocket });
  });
}
