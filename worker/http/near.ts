import { addNewestSeen } from "#db/database.ts";
import { API_ROUTES } from "#domain/api/api-routes.ts";
import { BOOKMARK_HEADER } from "#domain/api/bookmark-header.ts";
import { parseBookmarks } from "#domain/api/bookmarks.ts";
import { ApiError } from "#domain/errors.ts";
import { diagnosticsOn, type Env } from "../env.ts";
import { cacheClear } from "./cache.ts";
import { errorResponse } from "./errors.ts";
import { addSecurityHeaders } from "./headers.ts";
import { logError } from "./log.ts";
import { readSecrets, SECRETS_HEADER, writeSecrets } from "./near-secrets.ts";
import { routePattern } from "./path.ts";
import { PermitClears, takeClears, withPermitClears } from "./permit-clears.ts";
import { requestRegion } from "./request-region.ts";

/** `/health` of the deployment next to the database. */
export const NEAR_HEALTH_PATH = "/health/near";
/** On every response of that deployment: one without it comes from the platform. */
export const NEAR_HEADER = "X-Bopolis-Near";
/** After a failure, writes are done here for a while. */
const PAUSE_MS = 30_000;
const RETRY_SECONDS = 2;

/** Writes whose time is spent at the database. The others call objects near the caller, or come from a company's servers. */
const PASSED_ON = API_ROUTES.filter(
  ({ method, access, atCaller }) => method === "POST" && access !== "host" && !atCaller,
).map(({ path }) => routePattern(path));

/** Until when this process passes nothing on. */
let pausedUntil = 0;

/** Passes on again. For tests, which share a process. */
export const resumeNear = (): void => {
  pausedUntil = 0;
};

/**
 * Passes a write from far away on to the deployment next to the database, where each of its round trips is short. Null if the
 * request is handled here: without that deployment, and for everything that is read or near.
 */
export function passOn(
  request: Request,
  env: Env,
  {
    waitUntil,
    clearPermits,
  }: { waitUntil(work: Promise<unknown>): void; clearPermits(env: Env, ...users: number[]): Promise<void> },
  now: number,
): Promise<Response> | null {
  if (!env.NEAR || !URL.canParse(request.url)) return null;
  const { pathname } = new URL(request.url);
  if (request.method === "GET" && pathname === NEAR_HEALTH_PATH)
    return fetchNear(env, request).catch((error: unknown) => failedResponse(env, request, error));
  if (request.method !== "POST" || now < pausedUntil) return null;
  const region = requestRegion(request);
  if (region === null || region === env.DATABASE_LOCATION) return null;
  if (!PASSED_ON.some((pattern) => pattern.test(pathname))) return null;
  const response = sendWrite(env, request, now).then(async (sent) => {
    try {
      await clearPermits(env, ...takeClears(sent.headers));
      return sent;
    } catch (error) {
      return failedResponse(env, request, error);
    }
  });
  // A write that has begun must finish, even if the client disconnects.
  waitUntil(response);
  return response;
}

/** Calls the deployment next to the database. Throws if it isn't the one that responds. */
export async function fetchNear(env: Env, request: Request): Promise<Response> {
  if (!env.NEAR) throw new Error("nothing is deployed next to the database");
  const headers = new Headers(request.headers);
  headers.set(SECRETS_HEADER, writeSecrets(env));
  // It has the caller's URL, cookies, IP address and `cf`.
  const response = await env.NEAR.fetch(new Request(request, { headers }));
  if (!response.headers.has(NEAR_HEADER)) throw new Error(`status ${response.status} of the platform`);
  const own = new Response(response.body, response);
  own.headers.delete(NEAR_HEADER);
  return own;
}

async function sendWrite(env: Env, request: Request, now: number): Promise<Response> {
  const started = performance.now();
  try {
    const response = await fetchNear(env, request);
    // The caches of that process are others.
    addNewestSeen(parseBookmarks(response.headers.get(BOOKMARK_HEADER)));
    if (response.ok) cacheClear();
    if (diagnosticsOn(env))
      response.headers.append("Server-Timing", `near;dur=${(performance.now() - started).toFixed(1)}`);
    return response;
  } catch (error) {
    // It may have been done there, so it isn't done again here.
    pausedUntil = now + PAUSE_MS;
    return failedResponse(env, request, error);
  }
}

/** Logs a failure and returns its 503. */
function failedResponse(env: Env, request: Request, error: unknown): Response {
  logError("request not passed on", { path: new URL(request.url).pathname }, error);
  const response = errorResponse(new ApiError("unavailable", { retryAfter: RETRY_SECONDS }));
  response.headers.set("X-Request-Id", request.headers.get("CF-Ray") ?? crypto.randomUUID());
  addSecurityHeaders(response.headers, env);
  return response;
}

/**
 * Handles a request that the site's other deployment passed on, and has a 404 for any other. `props` come from the configuration
 * of the caller's service binding, so no request from outside can have them.
 */
export async function handlePassed(
  request: Request,
  env: Env,
  props: unknown,
  handle: (request: Request, env: Env) => Promise<Response> | Response,
): Promise<Response> {
  const { caller } = (props ?? {}) as { caller?: unknown };
  const secrets = request.headers.get(SECRETS_HEADER);
  if (caller !== env.NEAR_OF || secrets === null) return new Response(null, { status: 404 });
  const headers = new Headers(request.headers);
  headers.delete(SECRETS_HEADER);
  const clears = new PermitClears();
  const response = await handle(
    new Request(request, { headers }),
    withPermitClears({ ...env, ...readSecrets(secrets) }, clears),
  );
  const own = new Response(response.body, response);
  own.headers.set(NEAR_HEADER, "1");
  clears.send(own.headers);
  return own;
}
