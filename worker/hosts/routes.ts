import type { Context } from "hono";
import { type Columns, Database, type Statement, sql, statement } from "#db/database.ts";
import type { InputOf, OutputOf, Route } from "#domain/api/route.ts";
import { ApiError } from "#domain/errors.ts";
import {
  clearRoute,
  grantByLevelRoute,
  type Host,
  heartbeatRoute,
  hostSelfRoute,
  leaveRoute,
  redeemRoute,
} from "#domain/hosts/api.ts";
import type { HostRegion } from "#domain/hosts/host-regions.ts";
import { HEARTBEAT_MS, HOST_LIMITS } from "#domain/hosts/limits.ts";
import { hostIdOf, isRequestKey } from "#domain/hosts/rules.ts";
import { createdTimes, isoTime } from "#domain/time.ts";
import { parseInput } from "../http/body.ts";
import { type AppEnv, clientNetwork, type HonoApp, readInput, stripOutput } from "../http/handle.ts";
import { dataHeaders } from "../http/headers.ts";
import { checkWritable } from "../http/read-only.ts";
import { checkRateLimit, constantTimeEqual, hashToken, siteOrigin } from "../http/session.ts";
import { gameHostStub } from "../live/stubs.ts";
import type { GameHostApi, HostCaller } from "../objects/game-host-api.ts";
import type { HostResult } from "./idempotent-calls.ts";

/** A host that a user can be sent to. */
export type HostCandidate = Columns<"hosts", "id" | "ip_address" | "region">;

const MAX_CANDIDATES = 8;

/** Servers that are online and not full, in the order of the regions. Only a few, because each is asked for a seat. */
export const hostCandidatesQuery = (regions: readonly HostRegion[]): Statement<HostCandidate> =>
  statement`select h.id, h.ip_address, h.region from json_each(${JSON.stringify(regions)}) r
    cross join hosts h indexed by hosts_open on h.region = r.value
    where h.enabled = 1 and h.online = 1 and h.full = 0 and h.kind = 'server' limit ${sql.raw(String(MAX_CANDIDATES))}`;

const MAX_LIVE = 3;

/** The servers with free seats and the most players of a level. */
export const liveHostsQuery = (level: number): Statement<HostCandidate> =>
  statement`select h.id, h.ip_address, h.region from host_levels k indexed by host_levels_live
    cross join hosts h on h.id = k.host_id where k.level_id = ${level} and k.players > 0 and h.kind = 'server'
    and h.enabled = 1 and h.online = 1 and h.full = 0
    order by k.players desc limit ${sql.raw(String(MAX_LIVE))}`;

/** Whether any server is online, full or not. */
export const anyHostQuery: Statement<Columns<"hosts", "id">> =
  statement`select id from hosts where enabled = 1 and online = 1 and kind = 'server' limit 1`;

/** A host's row with its number of players. */
export type HostRow = Omit<Host, "enabled" | "online" | "full" | "changed_at" | "created_at"> &
  Columns<"hosts", "enabled" | "online" | "full" | "changed_at" | "created_at">;

const hostColumns = sql`h.id, h.name, h.kind, h.ip_address, h.region, h.capacity, h.enabled, h.online, h.full, h.changed_at,
  h.created_at, (select coalesce(sum(players), 0) from host_levels where host_id = h.id) as players_count`;

export const hostQuery = (id: number): Statement<HostRow> =>
  statement`select ${hostColumns} from hosts h where h.id = ${id}`;

/** A page of hosts, newest first. There are at most a thousand. */
export const hostsQuery = (page: number, size: number): Statement<HostRow & { total: number }> =>
  statement`select ${hostColumns}, (select count(*) from hosts) as total from hosts h
    order by h.id desc limit ${size} offset ${(page - 1) * size}`;

export function presentHost(row: HostRow): Host {
  const { id, name, kind, ip_address, region, capacity, players_count } = row;
  return {
    id,
    name,
    kind,
    ip_address,
    region,
    capacity,
    players_count,
    enabled: row.enabled === 1,
    online: row.online === 1,
    full: row.full === 1,
    changed_at: row.changed_at === null ? null : isoTime(row.changed_at),
    ...createdTimes(row.created_at),
  };
}

/** The context of a host's call. */
interface HostCall<R extends Route> {
  input: InputOf<R>;
  /** The id of the calling host. */
  host: number;
  object: DurableObjectStub<GameHostApi>;
  caller: HostCaller;
  env: Env;
  request: Request;
  /** Milliseconds since 1970 when the request arrived. */
  now: number;
  /** The request's context, for its meter. */
  context: Context<AppEnv>;
}

/** Hashes of keys that this process has found in the database: using one isn't a guess. */
const knownKeys = new Set<string>();
/** More than there are hosts. Keys that were replaced stay until their next use. */
const MAX_KNOWN_KEYS = 2 * HOST_LIMITS.hosts;

/** The host of a key. Counts unknown keys as guesses, and calls no object for them: that would create one. */
async function authenticate(c: Context<AppEnv>): Promise<{ host: number; hash: string }> {
  const { env, req } = c;
  const key = /^Bearer ([\w-]{1,100})$/.exec(req.header("Authorization") ?? "")?.[1] ?? "";
  const hash = hashToken(key);
  const host = hostIdOf(key);
  if (host !== null && knownKeys.has(hash)) return { host, hash };
  await checkRateLimit(env, "write", `host:${clientNetwork(req.raw)}`);
  const row =
    host !== null &&
    (await new Database(env.DB, c.get("meter")).first(
      statement<Columns<"hosts", "key_hash">>`select key_hash from hosts where id = ${host}`,
    ));
  if (!row || !constantTimeEqual(row.key_hash, hash)) throw new ApiError("host_key");
  if (knownKeys.size >= MAX_KNOWN_KEYS) knownKeys.clear();
  knownKeys.add(hash);
  return { host, hash };
}

/** Returns the value of a result or throws its error. */
export function unwrapResult<T>(result: HostResult<T>): T {
  if (result.ok) return result.value;
  throw new ApiError(result.code, result.message ? { message: result.message } : {});
}

/** Registers a route for game hosts: bearer key, idempotency key. Errors: 401, 403, 422, the call's own. */
function handleHost<R extends Route>(
  app: HonoApp,
  route: R,
  run: (call: HostCall<R>) => Promise<OutputOf<R>>,
): void {
  app.on(route.method, route.path, async (c) => {
    const { env } = c;
    const request = c.req.raw;
    const now = Date.now();
    if (route.method === "POST") await checkWritable(env, now);
    const { host, hash } = await authenticate(c);
    const object = gameHostStub(env, host);
    const input = await readHostInput(c, route).catch(async (inputError: unknown) => {
      // A key that isn't valid anymore is reported before invalid input.
      const problem = await object.checkKey(hash);
      if (problem) throw new ApiError(problem);
      throw inputError;
    });
    const caller = { hash, idempotencyKey: request.headers.get("Idempotency-Key") ?? "" };
    const call = { input, host, object, caller, env, request, now, context: c };
    const output = await run(call as unknown as HostCall<R>).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === "host_key") knownKeys.delete(hash);
      throw error;
    });
    return new Response(JSON.stringify(stripOutput(route, output)), {
      status: route.status ?? 200,
      headers: dataHeaders(env),
    });
  });
}

async function readHostInput<R extends Route>(c: Context<AppEnv>, route: R): Promise<InputOf<R>> {
  if (route.method === "POST" && !isRequestKey(c.req.header("Idempotency-Key") ?? ""))
    throw new ApiError("idempotency_key");
  return parseInput<R["input"]>(route.input, await readInput(c, route));
}

/** The API for game hosts (docs/HOSTS.md). */
export function hostRoutes(app: HonoApp): void {
  handleHost(app, hostSelfRoute, async ({ host, object, caller, env, request, context }) => {
    const problem = await object.checkKey(caller.hash);
    if (problem) throw new ApiError(problem);
    const row = await new Database(env.DB, context.get("meter")).first(hostQuery(host));
    if (!row) throw new ApiError("host_key");
    return {
      host: presentHost(row),
      issuer: siteOrigin(request, env),
      audience: String(host),
      heartbeat_seconds: HEARTBEAT_MS / 1000,
    };
  });

  handleHost(app, heartbeatRoute, async ({ input, object, caller }) =>
    unwrapResult(await object.heartbeat(caller, input)),
  );

  handleHost(app, redeemRoute, async ({ input, object, caller, env, request }) =>
    unwrapResult(await object.redeem(caller, input.token, siteOrigin(request, env))),
  );

  handleHost(app, leaveRoute, async ({ input, object, caller }) =>
    unwrapResult(await object.leave(caller, input.user_id)),
  );

  handleHost(app, clearRoute, async ({ input, object, caller }) =>
    unwrapResult(await object.clear(caller, input)),
  );

  handleHost(app, grantByLevelRoute, async ({ input, object, caller }) =>
    unwrapResult(await object.grant(caller, input)),
  );
}
