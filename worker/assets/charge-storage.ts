import { ApiError } from "#domain/errors.ts";
import { LIMITS } from "#domain/limits.ts";
import { type Env, limitsOff } from "../env.ts";

const DAY_SECONDS = 24 * 60 * 60;

/**
 * Counts files against what their account can store in 24 hours; null is no file. Call it before they are stored: they stay for
 * as long as what they belong to. Throws `too_many`.
 */
export async function chargeStorage(
  env: Env,
  userId: number,
  files: readonly (string | Uint8Array | null)[],
): Promise<void> {
  const bytes = files.reduce((sum, file) => sum + (file?.length ?? 0), 0);
  if (bytes === 0 || limitsOff(env)) return;
  const throttle = env.THROTTLE.getByName(`storage:${userId}`);
  const wait = await throttle.attempt(LIMITS.storedBytesPerDay, DAY_SECONDS, bytes);
  if (wait === 0) return;
  const hours = Math.ceil(wait / 3600);
  const time = hours === 1 ? "within the next hour" : `in ${hours} hours`;
  throw new ApiError("too_many", {
    message: `You've stored as many new files as an account can in a day. You can go on ${time}.`,
    retryAfter: wait,
  });
}
