import type { Context } from "hono";
import type { InputOf, OutputOf, Route } from "#domain/api/route.ts";
import { ApiError } from "#domain/errors.ts";
import { hostIdOf, isRequestKey } from "#domain/hosts/rules.ts";
import type { Env } from "../env.ts";
import { type AppEnv, clientIp, type HonoApp, readInput, stripOutput } from "../http/handle.ts";
import { dataHeaders } from "../http/headers.ts";
import { checkRateLimit } from "../http/limits.ts";
import { parseInput } from "../http/parse-input.ts";
import { checkWritable } from "../http/read-only.ts";
import { hashToken } from "../http/tokens.ts";
import { gameHostStub } from "../live/stubs.ts";
import type { GameHostApi, HostCaller } from "../objects/game-host-api.ts";
import type { HostResult } from "./idempotent-calls.ts";

/** The context of a host's call. */
export interface HostCall<R extends Route> {
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

/** The host id in a request's key, unverified: the host's object checks the key. */
function readKey(request: Request): { host: number; hash: string } {
  const key = /^Bearer ([\w-]{1,100})$/.exec(request.headers.get("Authorization") ?? "")?.[1] ?? "";
  const host = hostIdOf(key);
  if (host === null) throw new ApiError("host_key");
  return { host, hash: hashToken(key) };
}

/** Returns the value of a result or throws its error. */
export function unwrapResult<T>(result: HostResult<T>): T {
  if (result.ok) return result.value;
  throw new ApiError(result.code, result.message ? { message: result.message } : {});
}

/**
 * Registers a route for game hosts: a key as bearer token instead of a session, an idempotency key instead of a CSRF
 * token. Checks in the order 401, 403, 422, then the call's own errors.
 */
export function handleHost<R extends Route>(
  app: HonoApp,
  route: R,
  run: (call: HostCall<R>) => Promise<OutputOf<R>>,
): void {
  app.on(route.method, route.path, async (c) => {
    const { env } = c;
    const request = c.req.raw;
    const now = Date.now();
    if (route.method === "POST") await checkWritable(env, now);
    const { host, hash } = await limitKeyGuesses(env, request, async () => readKey(request));
    const object = gameHostStub(env, host);
    const input = await readHostInput(c, route).catch(async (inputError: unknown) => {
      // An invalid key is reported before invalid input.
      await limitKeyGuesses(env, request, async () => {
        const problem = await object.checkKey(hash);
        if (problem) throw new ApiError(problem);
      });
      throw inputError;
    });
    const caller = { hash, idempotencyKey: request.headers.get("Idempotency-Key") ?? "" };
    const call = { input, host, object, caller, env, request, now, context: c };
    const output = await limitKeyGuesses(env, request, () => run(call as unknown as HostCall<R>));
    return new Response(JSON.stringify(stripOutput(route, output)), {
      status: route.status ?? 200,
      headers: dataHeaders(env),
    });
  });
}

/** Rate-limits guesses of keys; valid keys have no limit. */
async function limitKeyGuesses<T>(env: Env, request: Request, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof ApiError && error.code === "host_key")
      await checkRateLimit(env, "write", `host:${clientIp(request)}`);
    throw error;
  }
}

async function readHostInput<R extends Route>(c: Context<AppEnv>, route: R): Promise<InputOf<R>> {
  if (route.method === "POST" && !isRequestKey(c.req.header("Idempotency-Key") ?? ""))
    throw new ApiError("idempotency_key");
  return parseInput<R["input"]>(route.input, await readInput(c, route));
}
