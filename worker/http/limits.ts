import { ApiError } from "#domain/errors.ts";
import { type Env, limitsOff } from "../env.ts";

/** Counts the call against a flood limit (wrangler.toml, `ratelimits`). */
export async function checkFlood(env: Env, kind: "write" | "search", key: string): Promise<void> {
  if (limitsOff(env)) return;
  const { success } = await (kind === "write" ? env.WRITE_LIMIT : env.SEARCH_LIMIT).limit({ key });
  if (!success) throw new ApiError("too_many", { retryAfter: 60 });
}

/** Counts an attempt that must not be repeated freely, such as a sign-in. `key` names what is guarded. */
export async function checkAttempts(
  env: Env,
  key: string,
  limit: number,
  windowSeconds: number,
): Promise<void> {
  if (limitsOff(env)) return;
  const wait = await env.THROTTLE.getByName(key).attempt(limit, windowSeconds);
  if (wait > 0) {
    const minutes = Math.ceil(wait / 60);
    const time =
      minutes === 1 ? "a minute" : minutes > 90 ? `${Math.ceil(minutes / 60)} hours` : `${minutes} minutes`;
    const message = `Too many tries. Wait ${time} and try again.`;
    throw new ApiError("too_many", { message, retryAfter: wait });
  }
}

/** Takes back the attempt just counted, which was none to guess; those before it count as before. */
export async function forgiveAttempt(env: Env, key: string): Promise<void> {
  if (!limitsOff(env)) await env.THROTTLE.getByName(key).forgive();
}

export async function clearAttempts(env: Env, key: string): Promise<void> {
  if (!limitsOff(env)) await env.THROTTLE.getByName(key).clear();
}
