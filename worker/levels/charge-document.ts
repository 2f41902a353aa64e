import { ApiError } from "#domain/errors.ts";
import { LIMITS } from "#domain/limits.ts";
import { limitsOff } from "../env.ts";

const MINUTE_SECONDS = 60;

/** Counts a document against an account's minute, before the work: large ones are slow. Throws `too_many`. */
export async function chargeDocument(env: Env, userId: number, bytes: number): Promise<void> {
  if (bytes === 0 || limitsOff(env)) return;
  const throttle = env.THROTTLE.getByName(`storage:${userId}`);
  const wait = await throttle.attempt(LIMITS.documentBytesPerMinute, MINUTE_SECONDS, bytes, "documents");
  if (wait === 0) return;
  throw new ApiError("too_many", {
    message: `Large levels take the site a while. You can go on in ${wait} ${wait === 1 ? "second" : "seconds"}.`,
    retryAfter: wait,
  });
}

/** Counts a stored document. */
export async function chargeStoredDocument(env: Env, userId: number, asset: string): Promise<void> {
  if (!limitsOff(env)) await chargeDocument(env, userId, (await env.BUCKET.head(asset))?.size ?? 0);
}
