import type { Context, Hono } from "hono";
import { ConditionFailed, Database, type Meter, newestSeen, type Reach } from "#db/database.ts";
import { DatabaseError } from "#db/database-fault.ts";
import { mergeBookmarks } from "#domain/api/bookmarks.ts";
import { isValidParam, type ParamValue, readParam } from "#domain/api/params.ts";
import {
  type Access,
  fillPath,
  type InputOf,
  needsPrimary,
  type OutputOf,
  type PathParams,
  type Route,
} from "#domain/api/route.ts";
import { unknownKeyStripper } from "#domain/api/unknown-key-stripper.ts";
import type { Actor } from "#domain/auth/roles.ts";
import { ApiError } from "#domain/errors.ts";
import { LIMITS } from "#domain/limits.ts";
import { networkOf } from "#domain/network-of.ts";
import { WORLD_LIMITS } from "#domain/world/limits.ts";
import { diagnosticsOn } from "../env.ts";
import { parseInput, readForm, readJson } from "./body.ts";
import { writtenBookmarks } from "./bookmarks.ts";
import { cacheClear, cacheSet, locationCacheGet } from "./cache.ts";
import { errorResponse } from "./errors.ts";
import { dataHeaders } from "./headers.ts";
import { callFingerprint, KeyedCall, readCallKey } from "./keyed-calls.ts";
import { nearFirst } from "./near-first.ts";
import { isPartError } from "./observe-env.ts";
import { pathAndQuery } from "./path.ts";
import { checkWritable, isReadOnly } from "./read-only.ts";
import type { RequestHooks } from "./request-hooks.ts";
import {
  type Claims,
  checkCsrf,
  checkRateLimit,
  isBanned,
  readClaims,
  type SessionAccount,
} from "./session.ts";
import { bannedError, ClaimsChanged, openSideDatabases, SessionGate } from "./session-gate.ts";

export type AppEnv = {
  Bindings: Env;
  Variables: { requestId: string; meter: Meter; userId: number | null; hooks: RequestHooks };
};
export type HonoApp = Hono<AppEnv>;

type Viewer<A extends Access> = "public" extends A ? Actor | null : Actor;

/** A call without its input. */
export type RequestContext = Omit<Call<Route>, "params" | "input">;

/** The parsed input of a request and the tools its handler can use. */
export interface Call<R extends Route> {
  params: { [K in PathParams<R["path"]>]: ParamValue<K> };
  input: InputOf<R>;
  /** Access to the database, with the session check. */
  gate: SessionGate;
  /** The user making the request; never null on routes for members. */
  viewer: Viewer<R["access"]>;
  env: Env;
  request: Request;
  /** When the request arrived, in milliseconds since 1970. */
  now: number;
  /** The caller's IP address. Limits count by its network. */
  clientIp: string;
  /** The network of the caller's IP address. */
  clientNetwork: string;
  requestId: string;
  /** Runs work that continues after the response. */
  defer(work: Promise<unknown>): void;
  /** Adds a header to the response. */
  header(name: string, value: string): void;
}

export type Handler<R extends Route> = (call: Call<R>) => Promise<OutputOf<R>>;

/** A handler that builds the response itself, such as one for a stored file. */
export type FileHandler<R extends Route> = (call: Call<R>) => Promise<Response>;

/** No session has the rank of a game host: hosts authenticate separately (worker/hosts/routes.ts). */
const RANK = { public: 0, member: 1, moderator: 2, admin: 3, host: Number.POSITIVE_INFINITY } as const;
const FORM_BYTES = LIMITS.pictureBytes + WORLD_LIMITS.bytes + 64 * 1024;

export const clientIp = (request: Request): string => request.headers.get("CF-Connecting-IP") ?? "local";
/** The network that limits count by: a connection has more IPv6 addresses than anyone can count. */
export const clientNetwork = (request: Request): string => networkOf(clientIp(request));

/** Handlers by route. Pages use them to fetch data without a second request. */
const handlers = new Map<Route, Handler<Route>>();

/** Runs the handler of a read-only route within another request, sharing its session and meter. */
export async function respondWithin<R extends Route>(
  route: R,
  params: Record<string, string | number>,
  raw: object,
  call: RequestContext,
): Promise<OutputOf<R>> {
  const run = handlers.get(route);
  if (!run) throw new Error(`${route.path} has no handler`);
  const member = route.access !== "public";
  if (member) await checkRankByClaims(route, call.gate);
  const output = await run({ ...call, params, input: parseInput(route.input, raw) } as Call<Route>);
  if (member) await checkBanByAccount(route, call);
  return stripOutput(route, output as OutputOf<R>) as OutputOf<R>;
}

/** Throws the error that the route itself would throw, by the cookie's claims: no round trip. */
async function checkRankByClaims({ access }: Route, gate: SessionGate): Promise<void> {
  if (RANK[gate.viewer?.role ?? "public"] >= RANK[access]) return;
  // If the role has changed, this throws ClaimsChanged and the page is requested again.
  const account = await gate.account();
  throw account ? rankError(account, access) : new ApiError("unauthenticated");
}

/** Why an account's role isn't sufficient. Staff without two-factor authentication get its own error. */
const rankError = ({ staff_role }: SessionAccount, access: Access) =>
  new ApiError(RANK[staff_role] < RANK[access] ? "forbidden" : "two_factor_required");

/** Checks for a ban by the account of the handler's first read: the page around it is open to everyone. */
async function checkBanByAccount({ whileBanned }: Route, { gate, now }: RequestContext): Promise<void> {
  const account = await gate.member();
  if (!whileBanned && isBanned(account, now)) throw bannedError(account);
}

/** Registers a route's handler. Errors take precedence in this order: 419, 404, 401, 403, 429, 422. */
export function handle<R extends Route>(app: HonoApp, route: R, run: Handler<R>): void {
  handlers.set(route, run as unknown as Handler<Route>);
  mountRoute(app, route, run);
}

/** Like `handle`, for a route whose response isn't JSON from its contract. */
export const handleFile = <R extends Route>(app: HonoApp, route: R, run: FileHandler<R>): void =>
  mountRoute(app, route, run);

function mountRoute<R extends Route>(app: HonoApp, route: R, run: Handler<R> | FileHandler<R>): void {
  // Requests match with and without a trailing slash; Hono expects the path without.
  const path = route.path.replace(/\{(\w+\??)\}/g, ":$1").replace(/\/$/, "");
  app.on(route.method, path, async (c) => {
    if (route.method === "POST") {
      checkCsrf(c.req.raw, c.env);
      // Messages and what else is near the caller don't wait for the database.
      if (!route.whileReadOnly) await checkWritable(c.env, Date.now(), route.atCaller ? "near" : "primary");
    }
    const params = readParams(route.path, c.req.param() as Record<string, string>);
    const claims = readClaims(c.req.raw, c.env);
    // A body can be read only once; a second attempt reuses what the first one read.
    let body: Promise<unknown> | undefined;
    const read = () => {
      body ??= readInput(c, route);
      return body;
    };
    try {
      return await nearFirst(needsPrimary(route) ? "primary" : "near", c.get("meter"), (reach) =>
        runRoute(c, route, run, { params, claims, read, reach }),
      );
    } catch (error) {
      const redirect =
        error instanceof ApiError &&
        error.code === "not_found" &&
        (await redirectToNewName(c, route, params));
      if (redirect) return redirect;
      if (!(error instanceof ClaimsChanged)) throw error;
      // Running the handler again is safe: nothing is written before the session has been checked.
      const db = new Database(c.env.DB, c.get("meter"));
      const { claims: current, setCookie } = await c.get("hooks").refreshClaims(c.env, db, c.req.raw, error);
      const response =
        current || route.access === "public"
          ? await runRoute(c, route, run, { params, claims: current, read, reach: "primary" }).catch(
              toErrorResponse,
            )
          : errorResponse(new ApiError("session_changed"));
      setCookie(response.headers);
      return response;
    }
  });
}

/** Redirects to the same endpoint under the account's new username. Null if no account had the old one. */
async function redirectToNewName(c: Context<AppEnv>, route: Route, params: Record<string, string | number>) {
  const formerName = params.username;
  if (formerName === undefined) return null;
  const db = new Database(c.env.DB, c.get("meter"));
  const username = await c.get("hooks").currentName(db, String(formerName), Date.now());
  if (!username) return null;
  const headers = dataHeaders(c.env);
  headers.set("Location", fillPath(route.path, { ...params, username }) + new URL(c.req.url).search);
  return new Response(null, { status: 307, headers });
}

/** Turns an API error into its response, so cookies can be added to it. */
function toErrorResponse(error: unknown): Response {
  if (error instanceof ApiError) return errorResponse(error);
  throw error;
}

/** The parts of a call that can differ when it runs again. */
interface Run {
  params: Record<string, string | number>;
  claims: Claims | null;
  read: () => Promise<unknown>;
  reach: Reach;
}

async function runRoute<R extends Route>(
  c: Context<AppEnv>,
  route: R,
  run: Handler<R> | FileHandler<R>,
  { params, claims, read, reach }: Run,
): Promise<Response> {
  const now = Date.now();
  const { env } = c;
  const meter = c.get("meter");
  const url = pathAndQuery(c.req.url);
  const isCached = isCacheable(route, claims !== null);
  if (isCached) {
    const body = await locationCacheGet(url, writtenBookmarks(c.req.raw), now);
    if (body) {
      meter.cacheHit = true;
      return new Response(body as Uint8Array<ArrayBuffer>, { headers: dataHeaders(env) });
    }
    // Otherwise a copy could fill the cache with what this process has changed since.
    meter.bookmarks = mergeBookmarks(meter.bookmarks, newestSeen());
  }
  const isWrite = route.method === "POST";
  c.set("userId", claims?.id ?? null);
  // Banned users can neither write nor see what only members see.
  const rejectBanned = (isWrite || route.access !== "public") && !route.whileBanned;
  const requireConfirmed = route.recentlyConfirmed === true;
  const db = new Database(env.DB, meter, { reach });
  const side = openSideDatabases(env, meter, reach);
  const gate = new SessionGate(db, claims, now, { rejectBanned, requireConfirmed }, side);
  if (RANK[claims?.role ?? "public"] < RANK[route.access]) {
    if (!claims) throw new ApiError("unauthenticated");
    // The cookie may be older than a promotion; if so, the request runs again with the current role.
    const account = await gate.account();
    throw account ? rankError(account, route.access) : new ApiError("unauthenticated");
  }
  // Public routes rarely check the session, but a banned user must not write through them either.
  if (isWrite && claims && route.access === "public" && !route.whileBanned) await gate.account();
  const limit = route.rateLimit ?? (isWrite ? "write" : "none");
  const network = clientNetwork(c.req.raw);
  if (limit !== "none") await checkRateLimit(env, limit, claims ? `user:${claims.id}` : `address:${network}`);
  // Report first that the user can't make this call, but not after a fault: that would wait again.
  const rejectCaller = async (error: unknown) => {
    const isFault = error instanceof DatabaseError || isPartError(error);
    if (!isFault && (rejectBanned || requireConfirmed)) await gate.account();
    throw error;
  };
  const input = await read()
    .then((raw) => parseInput<R["input"]>(route.input, raw))
    .catch(rejectCaller);
  if (claims && route.creates) gate.keyedCall = await openKeyedCall(c, route, gate, await read(), now);
  const { keyedCall } = gate;
  const headers = dataHeaders(env);
  const work = (): Promise<Response | OutputOf<R>> =>
    run({
      params: params as Call<R>["params"],
      input,
      gate,
      viewer: gate.viewer as Call<R>["viewer"],
      env,
      request: c.req.raw,
      now,
      clientIp: clientIp(c.req.raw),
      clientNetwork: network,
      requestId: c.get("requestId"),
      defer: (work) => c.executionCtx.waitUntil(work),
      header: (name, value) => headers.append(name, value),
    });
  const output = await repeatStale(work).catch(async (error: unknown) => {
    // From here on, the gate only checks the session.
    gate.keyedCall = null;
    const repeated = await settleKeyedCall(c, keyedCall, error);
    return repeated ?? rejectCaller(error);
  });
  if (gate.hasDueAchievements && !(await isReadOnly(env, now)))
    c.executionCtx.waitUntil(c.get("hooks").awardAchievements(env));
  // A handler that never read hasn't had its session checked yet; a revoked session must get nothing.
  if (claims && route.access !== "public" && !route.authorizedByObject) await gate.account();
  if (isWrite) cacheClear();
  if (output instanceof Response) return output;
  const body = JSON.stringify(stripOutput(route, output));
  const status = route.status ?? 200;
  if (keyedCall) c.executionCtx.waitUntil(keyedCall.storeResponse({ status, body }));
  if (isWrite) return new Response(body, { status, headers });
  if (isCached && route.cacheSeconds) {
    const { bookmarks } = meter;
    c.executionCtx.waitUntil(cacheSet(url, body, { seconds: route.cacheSeconds, bookmarks, now }));
  }
  return new Response(body, { status, headers });
}

/** How often a handler whose data others change at the same moment runs again. */
const MAX_REPEATS = 5;

/** Runs a handler again if what it read was no longer true when it wrote, so nothing was written. */
async function repeatStale<T>(run: () => Promise<T>): Promise<T> {
  for (let repeats = 0; ; repeats++) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      if (repeats === MAX_REPEATS) throw new ApiError("conflict");
    }
  }
}

/** Returns the call behind a request that creates something; null if it has no key. */
async function openKeyedCall(
  c: Context<AppEnv>,
  { creates }: Route,
  { db, claims }: SessionGate,
  input: unknown,
  now: number,
): Promise<KeyedCall | null> {
  const key = readCallKey(c.req.raw);
  if (key === null || !claims || !creates) return null;
  const { forum } = openSideDatabases(c.env, c.get("meter"));
  const fingerprint = await callFingerprint(new URL(c.req.url).pathname, input);
  const databases = { main: db, ...(creates === "forum" && { forum }) };
  return new KeyedCall({ user: claims.id, key, fingerprint }, databases, now);
}

/** The response of an earlier call with the key. A failure after something was written is kept by it. */
async function settleKeyedCall(c: Context<AppEnv>, keyedCall: KeyedCall | null, error: unknown) {
  if (!keyedCall || !(error instanceof ApiError) || error instanceof ClaimsChanged) return null;
  const other = await keyedCall.otherResponse(error);
  if (other) return new Response(other.body, { status: other.status, headers: dataHeaders(c.env) });
  const { status } = error;
  c.executionCtx.waitUntil(
    errorResponse(error)
      .text()
      .then((body) => keyedCall.storeResponse({ status, body })),
  );
  return null;
}

/** Whether the response to this caller can come from the cache. */
export const isCacheable = ({ cacheSeconds, sameForAll }: Route, isMember: boolean): boolean =>
  cacheSeconds !== undefined && (!isMember || sameForAll === true);

/** Parses path parameters: ids become numbers, an omitted optional parameter becomes empty text. */
function readParams(path: string, raw: Record<string, string>): Record<string, string | number> {
  const params: Record<string, string | number> = {};
  for (const [, name = ""] of path.matchAll(/\{(\w+)\?\}/g)) params[name] = "";
  for (const [name, value] of Object.entries(raw)) {
    if (!isValidParam(name, value)) throw new ApiError("not_found");
    params[name] = readParam(name, value);
  }
  return params;
}

/** Reads the input without validating it. */
export async function readInput(c: Context<AppEnv>, route: Route): Promise<unknown> {
  if (route.method === "GET") return c.req.query();
  return route.body === "form"
    ? readForm(c.req.raw, FORM_BYTES)
    : readJson(c.req.raw, route.bodyBytes ?? LIMITS.jsonBytes);
}

/** Removes everything that isn't in the contract, so a column added to a query never leaks by accident. */
export function stripOutput<R extends Route>(route: R, output: OutputOf<R>): unknown {
  if (import.meta.env?.DEV) checkContract(route, output);
  return unknownKeyStripper(route.output)(output);
}

/** In development and tests, every response is checked against its whole contract. */
function checkContract(route: Route, output: unknown): void {
  const parsed = route.output.safeParse(output);
  if (!parsed.success) {
    throw new Error(
      `${route.method} ${route.path} broke its contract: ${JSON.stringify(parsed.error.issues)}`,
    );
  }
}

/** Adds `Server-Timing`: what the request cost at D1 and in total. */
export function setServerTiming(headers: Headers, meter: Meter, started: number, env: Env): void {
  if (!diagnosticsOn(env)) return;
  const { roundTrips: rounds, roundTripsTo, rowsRead, rowsWritten, waitedMs: waited } = meter;
  const perDatabase = Object.entries(roundTripsTo)
    .map(([name, count]) => ` ${name}=${count}`)
    .join("");
  headers.set(
    "Server-Timing",
    `db;desc="rounds=${rounds} rows_read=${rowsRead} rows_written=${rowsWritten}${perDatabase}";dur=${waited.toFixed(1)}, ` +
      `total;dur=${(performance.now() - started).toFixed(1)}`,
  );
}
