import { ApiError } from "#domain/errors.ts";
import { type Env, limitsOff } from "../env.ts";

/**
 * Counts the call against a rate limit (wrangler.toml, `ratelimits`). Throws `too_many`. Without the service that counts, everyone is
 * let through: reading must go on, and a write can still fail by itself.
 */
export async function checkRateLimit(env: Env, kind: "write" | "search", key: string): Promise<void> {
  if (limitsOff(env)) return;
  const isWithin = await (kind === "write" ? env.WRITE_LIMIT : env.SEARCH_LIMIT).limit({ key }).then(
    ({ success }) => success,
    (error: unknown) => {
      console.error(
        JSON.stringify({ level: "error", event: "rate limit not counted", error: String(error) }),
      );
      return true;
    },
  );
  if (!isWithin) throw new ApiError("too_many", { retryAfter: 60 });
}

/**
 * Counts an attempt that must be limited, such as a sign-in, in a window of seconds. `key` names the
 * protected resource.
 */
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

/** Takes back the last counted attempt, because it was no guess; earlier ones still count. */
export async function refundAttempt(env: Env, key: string): Promise<void> {
  if (!limitsOff(env)) await env.THROTTLE.getByName(key).refund();
}

export async function clearAttempts(env: Env, key: string): Promise<void> {
  if (!limitsOff(env)) await env.THROTTLE.getByName(key).clear();
}
