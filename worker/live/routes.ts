import { Database } from "#db/client.ts";
import { Refusal } from "#domain/errors.ts";
import { LIVE_PATH } from "#domain/live/frames.ts";
import { isOwnPage } from "../http/csrf.ts";
import { ClaimsChanged, Gate } from "../http/gate.ts";
import type { App } from "../http/handle.ts";
import { readClaims } from "../http/session.ts";
import { HIDDEN_HEADER } from "./hub.ts";
import { SESSION_HEADER } from "./room.ts";
import { hubOf } from "./stubs.ts";

export function liveRoutes(app: App): void {
  app.get(LIVE_PATH, async (c) => {
    const request = c.req.raw;
    if (request.headers.get("Upgrade")?.toLowerCase() !== "websocket") throw new Refusal("not_a_socket");
    // A page of another site must not listen in with a visitor's cookie.
    if (!isOwnPage(request)) throw new Refusal("csrf");
    const claims = readClaims(request, c.env);
    if (!claims) throw new Refusal("unauthenticated");
    c.set("userId", claims.id);
    const account = await standing(
      new Gate(new Database(c.env.DB, c.get("meter")), claims, Date.now(), true),
    );
    const headers = new Headers(request.headers);
    headers.set(SESSION_HEADER, account.session_id);
    headers.set(HIDDEN_HEADER, account.appear_offline ? "1" : "0");
    const { webSocket, status } = await hubOf(c.env, claims.id).fetch(new Request(request, { headers }));
    return new Response(null, { status, webSocket });
  });
}

/** The account that a session stands for; a role that has changed is no reason to be turned away. */
export async function standing(gate: Gate) {
  try {
    const account = await gate.account();
    if (account) return account;
  } catch (error) {
    if (!(error instanceof ClaimsChanged)) throw error;
    if (error.claims) return standing(gate.with(error.claims));
  }
  throw new Refusal("session_changed");
}
