import { Database } from "#db/database.ts";
import { BUILD_SOCKET_PATH, parseBuildSocketPath } from "#domain/build/api.ts";
import { BUILD_CLOSE_CODES } from "#domain/build/close-codes.ts";
import { ApiError } from "#domain/errors.ts";
import { canSeeLevel } from "#domain/levels/rules.ts";
import type { HonoApp } from "../http/handle.ts";
import { requestRegion } from "../http/path.ts";
import { checkRateLimit, isSameOrigin, readClaims } from "../http/session.ts";
import { ClaimsChanged, SessionGate } from "../http/session-gate.ts";
import { socketRequest } from "../http/socket-request.ts";
import { socketResponse } from "../http/socket-response.ts";
import { closeCodeOf, closedSocketResponse } from "../live/close-socket.ts";
import { buildStub } from "../live/stubs.ts";
import { presentAccount } from "../users/present.ts";
import { buildAccessQuery, buildRole } from "./access.ts";
import { type Visitor, visitorHeaders } from "./visitor.ts";

/** Connects a page to a build (BUILD.md). Someone who can't build gets a socket that closes with why. */
async function connectToBuild(request: Request, env: Env, path: string): Promise<Response> {
  const level = parseBuildSocketPath(path);
  if (level === null) throw new ApiError("not_found");
  if (request.headers.get("Upgrade")?.toLowerCase() !== "websocket") throw new ApiError("not_a_socket");
  if (!isSameOrigin(request)) throw new ApiError("csrf");
  const claims = readClaims(request, env);
  if (!claims) return closedSocketResponse(BUILD_CLOSE_CODES.sessionEnded);
  await checkRateLimit(env, "write", `build:${claims.id}`);
  const checkedAt = Date.now();
  const gate = new SessionGate(new Database(env.DB), claims, checkedAt, { rejectBanned: true });
  try {
    const visitor = await readVisitor(gate, level, checkedAt);
    if (typeof visitor === "number") return closedSocketResponse(visitor);
    const inner = socketRequest(request, visitorHeaders(visitor), ["client", "after"]);
    return buildStub(env, level, requestRegion(request)).fetch(inner);
  } catch (error) {
    const code = closeCodeOf(error);
    if (code === null) throw error;
    return closedSocketResponse(code);
  }
}

/** Reads the user and the level in one round trip. Returns a close code if they can't. */
async function readVisitor(gate: SessionGate, level: number, checkedAt: number): Promise<Visitor | number> {
  const { id = 0 } = gate.claims ?? {};
  const [found, account] = await readCurrent(gate, level, id);
  if (!found) return BUILD_CLOSE_CODES.levelDeleted;
  const role = buildRole(account, found);
  if (!role) return canSeeLevel(account, found) ? BUILD_CLOSE_CODES.removed : BUILD_CLOSE_CODES.levelDeleted;
  const { session_id: session } = account;
  const isCreator = role === "creator";
  return {
    user: presentAccount(account, checkedAt),
    session,
    isCreator,
    revision: found.revision,
    checkedAt,
  };
}

/** Reads the level and the account, even if its role has changed since the cookie was set. */
async function readCurrent(gate: SessionGate, level: number, user: number) {
  try {
    const access = await gate.first(buildAccessQuery(level, user));
    return [access, await gate.member()] as const;
  } catch (error) {
    if (!(error instanceof ClaimsChanged && error.claims)) throw error;
    const current = gate.withClaims(error.claims);
    const access = await current.first(buildAccessQuery(level, user));
    return [access, await current.member()] as const;
  }
}

/** The response to a socket of a level that is being built. Null for any other request. */
export function buildSocketResponse(request: Request, env: Env): Promise<Response> | null {
  if (!request.headers.has("Upgrade") || !URL.canParse(request.url)) return null;
  return parseBuildSocketPath(new URL(request.url).pathname) === null
    ? null
    : socketResponse(request, env, connectToBuild);
}

/** Requests for a level that is being built that aren't sockets. */
export function buildSocketRoutes(app: HonoApp): void {
  app.get(BUILD_SOCKET_PATH, (c) => connectToBuild(c.req.raw, c.env, c.req.path));
}
