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
import { SESSION_HEADER, SPREAD_HEADER } from "./socket-room.ts";
import { hubStub } from "./stubs.ts";

/** Pages that one process lets return per second, and how many of them at once. */
const RETURNS_PER_SECOND = 70;
const BURST = 5;
/**
 * Pages that are connecting at the same time, at most. More mean that the process can't follow, and they could all return in
 * the same moment.
 */
const MAX_CONNECTING = 15;
/** Pages let in within any second, at most: after a standstill the turns of many have come. */
const MAX_PER_SECOND = 80;
/** How much later turns are while the process can't follow. */
const BEHIND_MS = 1_000;

const GAP_MS = 1_000 / RETURNS_PER_SECOND;

/**
 * Gives returning pages a turn, for when more return to a process than it can connect: because the site has grown since they
 * connected, or because it's slow. Turning a page away costs far less than a connection that its page no longer waits for
 * (PROTOCOL.md, rule 17).
 */
export class ReturnQueue {
  #next = Number.NEGATIVE_INFINITY;
  #connecting = 0;
  /** When the last pages were let in, the oldest first: as many as can be within a second. */
  readonly #admissions: number[] = [];

  /**
   * Takes a turn. Returns the milliseconds until then; 0 for now. A page whose turn has come gets another one only if the
   * process can't follow.
   */
  takeTurn(now: number, hasTurn: boolean): number {
    const isFull = this.#admissions.length === MAX_PER_SECOND && now - (this.#admissions[0] ?? now) < 1_000;
    const isBehind = isFull || this.#connecting >= MAX_CONNECTING;
    if (!hasTurn || isBehind) {
      const earliest = isBehind ? now + BEHIND_MS : now - BURST * GAP_MS;
      this.#next = Math.max(this.#next, earliest) + GAP_MS;
      const wait = Math.round(this.#next - now);
      if (wait > 0) return wait;
    }
    if (this.#admissions.push(now) > MAX_PER_SECOND) this.#admissions.shift();
    return 0;
  }

  /** Counts a page that connects until `work` is done. */
  async connect<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#connecting++;
    try {
      return await work();
    } finally {
      this.#connecting--;
    }
  }
}

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
