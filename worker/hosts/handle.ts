import type { Context } from "hono";
import type { InputOf, OutputOf, Route } from "#domain/api/route.ts";
import { ApiError } from "#domain/errors.ts";
import { hostIdOf, isCallKey } from "#domain/hosts/rules.ts";
import type { Env } from "../env.ts";
import { hashToken } from "../http/crypto.ts";
import { type App, type AppEnv, clientIp, parse, readInput, strip } from "../http/handle.ts";
import { dataHeaders } from "../http/headers.ts";
import { checkFlood } from "../http/limits.ts";
import { gameHostOf } from "../live/stubs.ts";
import type { Answer } from "./calls.ts";
import type { Caller, GameHost } from "./object.ts";

/** What a host's call brings besides its input. */
export interface HostCall<R extends Route> {
  input: InputOf<R>;
  /** The id of the host that calls. */
  host: number;
  object: DurableObjectStub<GameHost>;
  caller: Caller;
  env: Env;
  request: Request;
  /** Milliseconds since 1970 when the request came in. */
  now: number;
  /** The request's way to count what the database costs it. */
  context: Context<AppEnv>;
}

/** The host that a request's key names, by its own word: its object knows whether the key is right. */
function readKey(request: Request): { host: number; hash: string } {
  const key = /^Bearer ([\w-]{1,100})$/.exec(request.headers.get("Authorization") ?? "")?.[1] ?? "";
  const host = hostIdOf(key);
  if (host === null) throw new ApiError("host_key");
  return { host, hash: hashToken(key) };
}

/** What an object has answered, or the refusal it answered with. */
export function unwrap<T>(answer: Answer<T>): T {
  if (answer.ok) return answer.value;
  throw new ApiError(answer.code, answer.message ? { message: answer.message } : {});
}

/**
 * Puts what game hosts call on the app: a key as bearer token in place of a session, a name of the call's own in place of
 * a CSRF token. The order of answers is 401, 403, 422, and what the call itself refuses.
 */
export function handleHost<R extends Route>(
  app: App,
  route: R,
  run: (call: HostCall<R>) => Promise<OutputOf<R>>,
): void {
  app.on(route.method, route.path, async (c) => {
    const { env } = c;
    const request = c.req.raw;
    const now = Date.now();
    const { host, hash } = await refusingFloods(env, request, async () => readKey(request));
    const object = gameHostOf(env, host);
    const input = await read(c, route).catch(async (refusal: unknown) => {
      // Whose key opens nothing is told that, rather than what is wrong with what they sent.
      await refusingFloods(env, request, async () => {
        const problem = await object.check(hash);
        if (problem) throw new ApiError(problem);
      });
      throw refusal;
    });
    const caller = { hash, call: request.headers.get("Idempotency-Key") ?? "" };
    const call = { input, host, object, caller, env, request, now, context: c };
    const output = await refusingFloods(env, request, () => run(call as unknown as HostCall<R>));
    return new Response(JSON.stringify(strip(route, output)), {
      status: route.status ?? 200,
      headers: dataHeaders(env),
    });
  });
}

/** Whoever tries keys is slowed down; hosts that have one call as often as they need. */
async function refusingFloods<T>(env: Env, request: Request, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof ApiError && error.code === "host_key")
      await checkFlood(env, "write", `host:${clientIp(request)}`);
    throw error;
  }
}

async function read<R extends Route>(c: Context<AppEnv>, route: R): Promise<InputOf<R>> {
  if (route.method === "POST" && !isCallKey(c.req.header("Idempotency-Key") ?? ""))
    throw new ApiError("idempotency_key");
  return parse(route, await readInput(c, route));
}
