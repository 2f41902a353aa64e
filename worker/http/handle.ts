import type { Context, Hono } from "hono";
import type { $ZodIssue } from "zod/v4/core";
import { Database, type Meter } from "#db/client.ts";
import { isParam } from "#domain/api/params.ts";
import {
  type Access,
  fillPath,
  type InputOf,
  type OutputOf,
  type PathParams,
  type Route,
} from "#domain/api/route.ts";
import { stripper } from "#domain/api/strip.ts";
import { ApiError, type FieldErrors } from "#domain/errors.ts";
import type { Actor } from "#domain/levels/rules.ts";
import { LIMITS } from "#domain/limits.ts";
import { WORLD_LIMITS } from "#domain/world/limits.ts";
import { awardAchievements } from "../achievements/award.ts";
import { trueClaims } from "../auth/rotate.ts";
import { diagnosticsOn, type Env } from "../env.ts";
import { currentName } from "../users/former.ts";
import { readForm, readJson } from "./body.ts";
import { cacheClear, cacheSet } from "./cache.ts";
import { checkCsrf } from "./csrf.ts";
import { errorResponse } from "./errors.ts";
import { bannedError, ClaimsChanged, SessionGate } from "./gate.ts";
import { dataHeaders } from "./headers.ts";
import { checkFlood } from "./limits.ts";
import { pathAndQuery } from "./path.ts";
import { type Account, type Claims, isBanned, readClaims } from "./session.ts";

export type AppEnv = { Bindings: Env; Variables: { requestId: string; meter: Meter; userId: number | null } };
export type App = Hono<AppEnv>;

type TextParam =
  | "messageId"
  | "sessionId"
  | "tab"
  | "username"
  | "token"
  | "type"
  | "target"
  | "reportType"
  | "category"
  | "search";
type Params<P extends string> = { [K in PathParams<P>]: K extends TextParam ? string : number };

type Viewer<A extends Access> = "public" extends A ? Actor | null : Actor;

/** What a call brings besides its input. */
export type RequestContext = Omit<Call<Route>, "params" | "input">;

/** What a handler gets: parsed input and the few things it may do. */
export interface Call<R extends Route> {
  params: Params<R["path"]>;
  input: InputOf<R>;
  /** Database and session. */
  gate: SessionGate;
  /** Who asks; never null where the route needs a member. */
  viewer: Viewer<R["access"]>;
  env: Env;
  request: Request;
  /** Milliseconds since 1970 when the request came in. */
  now: number;
  /** The caller's network address. */
  clientIp: string;
  requestId: string;
  /** Lets work go on after the answer. */
  defer(work: Promise<unknown>): void;
  /** Adds a header to the answer. */
  header(name: string, value: string): void;
}

export type Handler<R extends Route> = (call: Call<R>) => Promise<OutputOf<R>>;

/** No session is enough for what game hosts call: they have a way of their own (worker/hosts/handle.ts). */
const RANK = { public: 0, member: 1, moderator: 2, admin: 3, host: Number.POSITIVE_INFINITY } as const;
const FORM_BYTES = LIMITS.pictureBytes + WORLD_LIMITS.bytes + 64 * 1024;

export const clientIp = (request: Request): string => request.headers.get("CF-Connecting-IP") ?? "local";

/** The implementations by route, so that a page can ask one without a request of its own. */
const handlers = new Map<Route, Handler<Route>>();

/** Runs the implementation of a route that only reads inside another request, with that request's session and meter. */
export async function respondWithin<R extends Route>(
  route: R,
  params: Record<string, string | number>,
  raw: object,
  call: RequestContext,
): Promise<OutputOf<R>> {
  const run = handlers.get(route);
  if (!run) throw new Error(`${route.path} has no handler`);
  const member = route.access !== "public";
  if (member) await admitByClaims(route, call.gate);
  const output = await run({ ...call, params, input: parse(route, raw) } as Call<Route>);
  if (member) await admitByAccount(route, call);
  return strip(route, output as OutputOf<R>) as OutputOf<R>;
}

/** Refuses whom the route itself would refuse, by what their cookie says: that costs no round. */
async function admitByClaims({ access }: Route, gate: SessionGate): Promise<void> {
  if (RANK[gate.viewer?.role ?? "public"] >= RANK[access]) return;
  // A role that has changed since has the page asked for anew.
  const account = await gate.account();
  throw account ? rankRefusal(account, access) : new ApiError("unauthenticated");
}

/** Why an account's powers do not suffice: staff are told that theirs wait for the second factor. */
const rankRefusal = ({ staff_role }: Account, access: Access) =>
  new ApiError(RANK[staff_role] < RANK[access] ? "forbidden" : "two_factor_required");

/** The same by the account, which the handler's first read has brought along; the page that asks may be anybody's. */
async function admitByAccount({ whileBanned }: Route, { gate, now }: RequestContext): Promise<void> {
  const account = await gate.member();
  if (!whileBanned && isBanned(account, now)) throw bannedError(account);
}

/** Puts a route's implementation on the app. The order of checks is the order of answers: 419, 404, 401, 403, 429, 422. */
export function handle<R extends Route>(app: App, route: R, run: Handler<R>): void {
  handlers.set(route, run as unknown as Handler<Route>);
  // The app takes an address with or without a slash at its end; Hono wants the path without.
  const path = route.path.replace(/\{(\w+\??)\}/g, ":$1").replace(/\/$/, "");
  app.on(route.method, path, async (c) => {
    if (route.method === "POST") checkCsrf(c.req.raw, c.env);
    const params = readParams(route.path, c.req.param() as Record<string, string>);
    const claims = readClaims(c.req.raw, c.env);
    // A body can be read once; a call that runs again finds what the first one has read.
    let sent: Promise<unknown> | undefined;
    const read = () => {
      sent ??= readInput(c, route);
      return sent;
    };
    try {
      return await answer(c, route, run, params, claims, read);
    } catch (error) {
      const moved =
        error instanceof ApiError && error.code === "not_found" && (await movedTo(c, route, params));
      if (moved) return moved;
      if (!(error instanceof ClaimsChanged)) throw error;
      // Nothing was written before the session was checked, so running again is safe.
      const db = new Database(c.env.DB, c.get("meter"));
      const { claims: truth, tell } = await trueClaims(c.env, db, c.req.raw, error);
      const response =
        truth || route.access === "public"
          ? await answer(c, route, run, params, truth, read).catch(refusedResponse)
          : errorResponse(new ApiError("session_changed"));
      tell(response.headers);
      return response;
    }
  });
}

/** A redirect to the same endpoint under an account's new username; null where no account had the old one. */
async function movedTo(
  c: Context<AppEnv>,
  route: Route,
  params: Record<string, string | number>,
): Promise<Response | null> {
  const former = params.username;
  if (former === undefined) return null;
  const db = new Database(c.env.DB, c.get("meter"));
  const username = await currentName(db, String(former), Date.now());
  if (!username) return null;
  const headers = dataHeaders(c.env);
  headers.set("Location", fillPath(route.path, { ...params, username }) + new URL(c.req.url).search);
  return new Response(null, { status: 307, headers });
}

/** A refusal as an answer, where a cookie has to go with it. */
function refusedResponse(error: unknown): Response {
  if (error instanceof ApiError) return errorResponse(error);
  throw error;
}

async function answer<R extends Route>(
  c: Context<AppEnv>,
  route: R,
  run: Handler<R>,
  params: Record<string, string | number>,
  claims: Claims | null,
  read: () => Promise<unknown>,
): Promise<Response> {
  const now = Date.now();
  const { env } = c;
  const isWrite = route.method === "POST";
  c.set("userId", claims?.id ?? null);
  // Whoever is banned neither writes nor sees what only members see.
  const banned = (isWrite || route.access !== "public") && !route.whileBanned;
  const unconfirmed = route.confirmed === true;
  const gate = new SessionGate(new Database(env.DB, c.get("meter")), claims, now, { banned, unconfirmed });
  if (RANK[claims?.role ?? "public"] < RANK[route.access]) {
    if (!claims) throw new ApiError("unauthenticated");
    // The cookie may be older than a promotion; with the role of today the request runs again.
    const account = await gate.account();
    throw account ? rankRefusal(account, route.access) : new ApiError("unauthenticated");
  }
  // Routes that anybody may call mostly know nothing of sessions; a banned person's is looked at all the same.
  if (isWrite && claims && route.access === "public" && !route.whileBanned) await gate.account();
  const limit = route.limit ?? (isWrite ? "write" : "none");
  const ip = clientIp(c.req.raw);
  if (limit !== "none") await checkFlood(env, limit, claims ? `user:${claims.id}` : `address:${ip}`);
  // Who may not call at all is told that, rather than what is wrong with what they sent.
  const refuse = async (refusal: unknown) => {
    if (banned || unconfirmed) await gate.account();
    throw refusal;
  };
  const input = await read()
    .then((raw) => parse(route, raw))
    .catch(refuse);
  const headers = dataHeaders(env);
  const output = await run({
    params: params as Call<R>["params"],
    input,
    gate,
    viewer: gate.viewer as Call<R>["viewer"],
    env,
    request: c.req.raw,
    now,
    clientIp: ip,
    requestId: c.get("requestId"),
    defer: (work) => c.executionCtx.waitUntil(work),
    header: (name, value) => headers.append(name, value),
  }).catch(refuse);
  if (gate.hasDue) c.executionCtx.waitUntil(awardAchievements(env));
  // A handler that never read has not had its session checked yet; a revoked one must get nothing.
  if (claims && route.access !== "public" && !route.vouched) await gate.account();
  const body = JSON.stringify(strip(route, output));
  if (isWrite) cacheClear();
  else if (route.keep && !claims) cacheSet(pathAndQuery(c.req.url), body, route.keep, now);
  return new Response(body, { status: route.status ?? 200, headers });
}

/** Parameters by name, ids as numbers; one that may be left out and is counts as empty text. */
function readParams(path: string, raw: Record<string, string>): Record<string, string | number> {
  const params: Record<string, string | number> = {};
  for (const [, name = ""] of path.matchAll(/\{(\w+)\?\}/g)) params[name] = "";
  for (const [name, value] of Object.entries(raw)) {
    if (!isParam(name, value)) throw new ApiError("not_found");
    params[name] =
      /^\d+$/.test(value) && !["username", "target", "search"].includes(name) ? Number(value) : value;
  }
  return params;
}

/** What was sent, not yet looked at. */
export async function readInput(c: Context<AppEnv>, route: Route): Promise<unknown> {
  if (route.method === "GET") return c.req.query();
  return route.body === "form" ? readForm(c.req.raw, FORM_BYTES) : readJson(c.req.raw, LIMITS.jsonBytes);
}

/** What was sent as the contract has it, or a 422 with every problem at its field. */
export function parse<R extends Route>(route: R, raw: unknown): InputOf<R> {
  const parsed = route.input.safeParse(raw);
  if (parsed.success) return parsed.data as InputOf<R>;
  throw invalid(parsed.error.issues);
}

/** A 422 with every problem at its field; the first one is the message. */
function invalid(issues: readonly $ZodIssue[]): ApiError {
  const errors: FieldErrors = {};
  for (const issue of issues) {
    const field = String(issue.path[0] ?? "form");
    errors[field] = [...new Set([...(errors[field] ?? []), issue.message])];
  }
  const message = issues[0]?.message;
  return new ApiError("invalid", { errors, ...(message && { message }) });
}

/** Leaves only what the contract promises: a column added to a query never leaks by accident. */
export function strip<R extends Route>(route: R, output: OutputOf<R>): unknown {
  if (import.meta.env?.DEV) checkContract(route, output);
  return stripper(route.output)(output);
}

/** While developing and testing every answer is held against its whole contract. */
function checkContract(route: Route, output: unknown): void {
  const parsed = route.output.safeParse(output);
  if (!parsed.success) {
    throw new Error(
      `${route.method} ${route.path} broke its contract: ${JSON.stringify(parsed.error.issues)}`,
    );
  }
}

/** `Server-Timing`: what the request cost at D1 and in time. */
export function setServerTiming(headers: Headers, meter: Meter, started: number, env: Env): void {
  if (!diagnosticsOn(env)) return;
  const { rounds, rowsRead, rowsWritten, waited } = meter;
  headers.set(
    "Server-Timing",
    `db;desc="rounds=${rounds} rows_read=${rowsRead} rows_written=${rowsWritten}";dur=${waited.toFixed(1)}, ` +
      `total;dur=${(performance.now() - started).toFixed(1)}`,
  );
}
