import { createHash } from "node:crypto";
import { ApiError } from "#domain/errors.ts";
import { limitsOff } from "../env.ts";

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

/** A count in an object of its own, or an entry of an object with several. */
export type AttemptsKey = string | { object: string; entry: string };

/** Objects that share the keys of one kind. */
const SHARED = 4;

/**
 * The key of a name that anyone can make up, such as a login without an account. It has no object of its own: objects that were
 * once addressed stay.
 */
export function inventedKey(kind: string, name: string): AttemptsKey {
  const digest = createHash("sha256").update(name).digest();
  return { object: `${kind}:${(digest[0] ?? 0) % SHARED}`, entry: digest.toString("base64url") };
}

/**
 * Counts an attempt that must be limited, such as a sign-in, in a window of seconds. `key` names the
 * protected resource.
 */
export async function checkAttempts(
  env: Env,
  key: AttemptsKey,
  limit: number,
  windowSeconds: number,
): Promise<void> {
  if (limitsOff(env)) return;
  const { object, entry } = typeof key === "string" ? { object: key, entry: undefined } : key;
  const wait = await env.THROTTLE.getByName(object).attempt(limit, windowSeconds, 1, entry);
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
