import { ApiError } from "#domain/errors.ts";
import { LIMITS } from "#domain/limits.ts";
import { limitsOff } from "../env.ts";

const DAY_SECONDS = 24 * 60 * 60;

/** Counts files (null is none) against the account's 24 hours, before they're stored. Throws `too_many`. */
export async function chargeStorage(
  env: Env,
  userId: number,
  files: readonly (string | Uint8Array | null)[],
): Promise<void> {
  const bytes = files.reduce((sum, file) => sum + (file?.length ?? 0), 0);
  if (bytes > 0) requireNoWait(await attempt(env, userId, bytes));
}

/** Throws `too_many` if an account has stored more than it can, so that it makes no further version of a draft. */
export const requireStorage = async (env: Env, userId: number): Promise<void> =>
  requireNoWait(await attempt(env, userId, 0));

/** Whether all of these accounts can store files. */
export async function hasStorage(env: Env, userIds: readonly number[]): Promise<boolean> {
  const waits = await Promise.all(userIds.map((id) => attempt(env, id, 0)));
  return waits.every((wait) => wait === 0);
}

/** Counts a file that several people made together, each their part, also beyond what they can store. */
export async function shareStorage(env: Env, userIds: readonly number[], file: string): Promise<void> {
  const bytes = Math.ceil(file.length / userIds.length);
  await Promise.all(userIds.map((id) => attempt(env, id, bytes, Number.MAX_SAFE_INTEGER)));
}

/** Counts bytes unless there would be more than `most`. Returns the seconds to wait, or 0. */
async function attempt(env: Env, userId: number, bytes: number, most: number = LIMITS.storedBytesPerDay) {
  if (limitsOff(env)) return 0;
  return env.THROTTLE.getByName(`storage:${userId}`).attempt(most, DAY_SECONDS, bytes);
}

function requireNoWait(wait: number): void {
  if (wait === 0) return;
  const hours = Math.ceil(wait / 3600);
  const time = hours === 1 ? "within the next hour" : `in ${hours} hours`;
  throw new ApiError("too_many", {
    message: `You've stored as many new files as an account can in a day. You can go on ${time}.`,
    retryAfter: wait,
  });
}
